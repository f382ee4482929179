import { expect, test } from 'vitest'
import { recentFiles } from './recent-files.ts'

const ports = {
  changedFiles: {
    read: async () => ({ uncommitted: ['new.ts', 'b.ts'], committed: ['b.ts', 'old.ts'] }),
  },
  history: { lastSessionIds: async () => ['s2', 's1'] },
  search: {
    find: async () =>
      Object.entries({ s1: ['a.ts'], s2: ['b.ts', 'c.ts'] }).map(([id, files]) => ({
        ...{ type: 'session' as const, id, files, order: 1, at: '', terms: '', facts: {} },
        ...{ projectId: 'p', host: 'h', sessionId: id, position: 1, branch: '', kind: '' },
        scope: { scope: 'project' as const, scopeId: 'p' },
      })),
  },
}

test('tells each file once: uncommitted, touched last, committed', async () => {
  expect(await recentFiles({ folder: '/w', projectId: 'p' }, ports)).toEqual([
    'new.ts',
    'b.ts',
    'c.ts',
    'a.ts',
    'old.ts',
  ])
})

test('knows of no file where there is neither folder nor project', async () => {
  expect(await recentFiles({ folder: undefined, projectId: undefined }, ports)).toEqual([])
})
