import { expect, test } from 'vitest'
import { recentFiles } from './build-request.ts'

const recentChanges = async () => ({
  uncommitted: ['a.ts', 'b.ts'],
  committed: ['c.ts', 'a.ts'],
})

test('uncommitted files come first, and no file twice', async () => {
  expect(await recentFiles('/project', { recentChanges })).toEqual(['a.ts', 'b.ts', 'c.ts'])
})

test('without a folder there are no recent files', async () => {
  expect(await recentFiles(undefined, { recentChanges })).toEqual([])
})
