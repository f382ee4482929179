import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { appendToRotatingFile } from './rotating-file.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = makeTemporaryFolder()
  file = join(folder, 'daemon.log')
})
const open = (maxBytes = 10, keep = 2) => ({
  write: (line: string) => appendToRotatingFile({ file, maxBytes, keep }, line),
})
const contents = () =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

describe('a rotating file', () => {
  test('is created with the first line, for its owner only', () => {
    const log = open()
    expect(contents()).toEqual({})
    log.write('one\n')
    expect(contents()).toEqual({ 'daemon.log': 'one\n' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('rotates when a line would make it too large, and deletes the oldest', () => {
    const log = open(10, 2)
    for (const line of ['11111\n', '2222\n', '3333\n', '44444444\n', '5\n', '66666666\n'])
      log.write(line)
    expect(contents()).toEqual({
      'daemon.log': '66666666\n',
      'daemon.log.1': '5\n',
      'daemon.log.2': '44444444\n',
    })
  })

  test('keeps one old file when one is to be kept', () => {
    const log = open(4, 1)
    for (const line of ['111\n', '222\n', '333\n']) log.write(line)
    expect(contents()).toEqual({ 'daemon.log': '333\n', 'daemon.log.1': '222\n' })
  })

  test('counts what an earlier process wrote, in bytes', () => {
    writeFileSync(file, 'ä'.repeat(4))
    open().write('ää\n')
    expect(contents()).toEqual({ 'daemon.log': 'ää\n', 'daemon.log.1': 'ääää' })
  })

  test('takes a line larger than the limit whole', () => {
    const log = open(4)
    log.write('far too long\n')
    log.write('x\n')
    expect(contents()).toEqual({ 'daemon.log': 'x\n', 'daemon.log.1': 'far too long\n' })
  })

  test('continues after it was deleted', () => {
    const log = open(4)
    log.write('111\n')
    rmSync(file)
    log.write('222\n')
    log.write('333\n')
    expect(contents()).toEqual({ 'daemon.log': '333\n', 'daemon.log.1': '222\n' })
  })

  test('does not rotate again when another process has just done so', () => {
    const [one, other] = [open(10), open(10)]
    one.write('11111\n')
    other.write('2222\n')
    one.write('3\n')
    other.write('4\n')
    expect(contents()).toEqual({ 'daemon.log': '2222\n3\n4\n', 'daemon.log.1': '11111\n' })
  })
})
