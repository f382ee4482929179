import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { homePaths } from '../../home/paths.ts'
import { writeTriggers } from '../filesystem/run-files.ts'
import { countInFile, createDataFiles, overwriteInFile } from './data-files.ts'

test('a text is found and overwritten in the lists of what memories are about too', async () => {
  const paths = homePaths(makeTemporaryFolder())
  const files = createDataFiles(paths)
  expect(await files.countText('hunter2')).toBe(0)
  writeTriggers(paths, { files: ['src/cart.ts', 'src/hunter2/key.ts'], tools: ['npm run hunter2'] })
  expect(await files.countText('hunter2')).toBe(2)
  expect(await files.overwriteText('hunter2')).toBe(2)
  expect(readFileSync(paths.fileTriggers, 'utf8')).toBe('src/cart.ts\nsrc/*******/key.ts\n')
  expect(readFileSync(paths.toolTriggers, 'utf8')).toBe('npm run *******\n')
})

describe('overwrite in file', () => {
  let file: string
  beforeEach(() => {
    file = join(makeTemporaryFolder(), 'daemon.log')
  })
  const forms = [Buffer.from('quagga'), Buffer.from('q\\"')]

  test('overwrites every form in its place and leaves the rest', () => {
    writeFileSync(file, '{"msg":"a quagga, quagga"}\n{"msg":"q\\""}\n')
    expect(countInFile(file, forms)).toBe(3)
    expect(overwriteInFile(file, forms)).toBe(3)
    expect(readFileSync(file, 'utf8')).toBe('{"msg":"a ******, ******"}\n{"msg":"***"}\n')
    expect(overwriteInFile(file, forms)).toBe(0)
  })

  test('finds what lies across two chunks of a large file, once', () => {
    const chunk = 4 * 1024 * 1024
    writeFileSync(file, `${'x'.repeat(chunk - 3)}quagga${'x'.repeat(10)}`)
    expect(countInFile(file, forms)).toBe(1)
    expect(overwriteInFile(file, forms)).toBe(1)
    expect(readFileSync(file).includes('quagga')).toBe(false)
    expect(readFileSync(file)).toHaveLength(chunk - 3 + 6 + 10)
  })

  test('a file that is gone has it nowhere, and a link is not followed', () => {
    expect(countInFile(file, forms)).toBe(0)
    const target = `${file}.target`
    writeFileSync(target, 'quagga')
    symlinkSync(target, file)
    expect(() => overwriteInFile(file, forms)).toThrow()
    expect(readFileSync(target, 'utf8')).toBe('quagga')
  })
})
