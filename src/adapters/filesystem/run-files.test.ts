import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import {
  readLastPort,
  readRunFile,
  removeRunFile,
  writeLastPort,
  writeRunFile,
} from './run-files.ts'

let file: string
beforeEach(() => {
  file = join(makeTemporaryFolder(), 'daemon.json')
})
const content = {
  pid: 4711,
  port: 50_123,
  token: 'abc',
  startedAt: '2026-01-01T00:00:00.000Z',
  version: '0.1.0',
}

describe('the run file', () => {
  test('gives back what was written, readable by its owner only', () => {
    writeRunFile(file, content)
    expect(readRunFile(file)).toEqual(content)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('is replaced by a successor, even if it was broken', () => {
    writeFileSync(file, 'stale')
    writeRunFile(file, { ...content, pid: 4712 })
    expect(readRunFile(file)?.pid).toBe(4712)
  })

  test.each([
    '',
    '{',
    'null',
    '{}',
    JSON.stringify({ ...content, port: 0 }),
    JSON.stringify({ ...content, pid: -1 }),
    JSON.stringify({ ...content, pid: '1' }),
    JSON.stringify({ ...content, token: '' }),
  ])('counts as missing when it holds %j', (text) => {
    writeFileSync(file, text)
    expect(readRunFile(file)).toBeUndefined()
  })

  test('counts as missing when it is missing or a folder', () => {
    expect(readRunFile(file)).toBeUndefined()
    mkdirSync(file)
    expect(readRunFile(file)).toBeUndefined()
  })

  test('may say more than this version knows', () => {
    writeFileSync(file, JSON.stringify({ ...content, later: true }))
    expect(readRunFile(file)).toEqual(content)
  })

  test('is removed by the process that wrote it, and by no other', () => {
    writeRunFile(file, content)
    removeRunFile(file, 4712)
    expect(existsSync(file)).toBe(true)
    removeRunFile(file, 4711)
    removeRunFile(file, 4711)
    expect(existsSync(file)).toBe(false)
  })
})

describe('the last port', () => {
  test('is the one that was written last', () => {
    writeLastPort(file, 50_123)
    writeLastPort(file, 50_124)
    expect(readLastPort(file)).toBe(50_124)
  })

  test.each(['', '0', '-1', '65536', '1.5', 'port', '{}'])(
    'is unknown when the file holds %j',
    (text) => {
      writeFileSync(file, text)
      expect(readLastPort(file)).toBeUndefined()
    },
  )

  test('is unknown when the file is missing or a folder', () => {
    expect(readLastPort(file)).toBeUndefined()
    mkdirSync(file)
    expect(readLastPort(file)).toBeUndefined()
  })
})
