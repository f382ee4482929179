import { expect, test } from 'vitest'
import { recentFiles } from './build-request.ts'

const changedFiles = {
  read: async () => ({ uncommitted: ['a.ts', 'b.ts'], committed: ['c.ts', 'a.ts'] }),
}

test('files that are not committed come first, each once', async () => {
  expect(await recentFiles('/project', { changedFiles })).toEqual(['a.ts', 'b.ts', 'c.ts'])
})

test('without a folder there are none', async () => {
  expect(await recentFiles(undefined, { changedFiles })).toEqual([])
})
