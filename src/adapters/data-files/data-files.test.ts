import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { homePaths } from '../../home/paths.ts'
import { writeTriggers } from '../filesystem/trigger-file.ts'
import { createDataFiles } from './data-files.ts'

test('a text is found and overwritten in the list of files with memories too', async () => {
  const paths = homePaths(makeTemporaryFolder())
  const files = createDataFiles(paths)
  expect(await files.countText('hunter2')).toBe(0)
  writeTriggers(paths, ['src/cart.ts', 'src/hunter2/key.ts'])
  expect(await files.countText('hunter2')).toBe(1)
  expect(await files.overwriteText('hunter2')).toBe(1)
  expect(readFileSync(paths.fileTriggers, 'utf8')).toBe('src/cart.ts\nsrc/*******/key.ts\n')
})
