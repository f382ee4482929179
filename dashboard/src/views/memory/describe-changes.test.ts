import { expect, test } from 'vitest'
import type { Memory } from '../../memory/memory-actions.ts'
import { describeChanges } from './describe-changes.ts'

const memory: Memory = {
  id: 'm1',
  scope: 'project',
  scopeId: 'p1',
  kind: 'fact',
  content: 'Use pnpm',
  tags: ['tools'],
  keywords: [],
  importance: 0.5,
  source: 'manual',
  trust: 'user',
  standing: 'memory',
  pinned: false,
  validFrom: '2026-01-01T00:00:00.000Z',
  useCount: 0,
  files: ['package.json'],
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const describe = (change: Partial<Memory>) =>
  describeChanges(memory, { ...memory, ...change }, ({ scope, scopeId }) => scopeId || scope)

test('describes each change except that of the text', () => {
  expect(describe({ content: 'Use npm', updatedAt: '2026-02-01T00:00:00.000Z' })).toEqual([])
  expect(describe({ kind: 'rule', pinned: true, importance: 0.9 })).toEqual([
    'fact → rule',
    'pinned',
    'importance 0.50 → 0.90',
  ])
  expect(describe({ scope: 'global', scopeId: '' })).toEqual(['moved: p1 → global'])
  expect(describe({ tags: ['node'], files: [] })).toEqual(['+ #node', '− #tools', '− package.json'])
  expect(describe({ validTo: '2026-03-01T00:00:00.000Z' })).toEqual(['superseded'])
})
