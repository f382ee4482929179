import { expect, test } from 'vitest'
import type { WrittenPage } from '../../ports/wiki.ts'
import { buildLog } from './build-log.ts'

function pageWith(...anchors: string[]): WrittenPage {
  const block = { text: '', content: '', kind: 'fact', version: 1 } as const
  return {
    ...{ hash: '', fingerprint: '', compiled: '', generated: [], conflicts: [], hasRefused: false },
    blocks: Object.fromEntries(anchors.map((anchor) => [anchor, block])),
  }
}

test('says where the statements of a page went, by links', () => {
  const before = {
    'concepts/a.md': pageWith('1', '2', '3', '4', '5'),
    'concepts/b.md': pageWith('6', '7'),
    'concepts/d.md': pageWith('8'),
    'concepts/f.md': pageWith('9'),
  }
  const pages = {
    'concepts/a.md': pageWith('1', '6', '7'),
    'concepts/c.md': pageWith('2', '3', '4', '5'),
    'concepts/e.md': pageWith('8'),
  }
  const state = { folder: '', cursor: '', builtAt: '2026-01-02T03:04:05Z', pages, held: {} }
  const build = {
    written: ['concepts/a.md', 'concepts/c.md', 'concepts/e.md'],
    removed: ['concepts/b.md', 'concepts/d.md', 'concepts/f.md'],
    changes: [],
  }
  expect(buildLog(before, state, build)).toBe(`## 2026-01-02 03:04 UTC
- Merged [[concepts/b]] into [[concepts/a]]
- Renamed [[concepts/d]] to [[concepts/e]]
- Removed [[concepts/f]]
- New [[concepts/c]], split from [[concepts/a]]
- New [[concepts/e]]
- Changed [[concepts/a]]

`)
})

test('says nothing of a build that changed nothing', () => {
  const state = { folder: '', cursor: '', builtAt: '2026-01-02T03:04:05Z', pages: {}, held: {} }
  expect(buildLog({}, state, { written: [], removed: [], changes: [] })).toBe('')
})
