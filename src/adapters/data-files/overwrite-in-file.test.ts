import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { countInFile, overwriteInFile } from './overwrite-in-file.ts'

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
