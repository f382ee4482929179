import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { readLastPort, writeLastPort } from './last-port.ts'

let file: string
beforeEach(() => {
  file = join(makeTemporaryFolder(), 'port')
})

test('the last port is the one that was written last', () => {
  writeLastPort(file, 50_123)
  writeLastPort(file, 50_124)
  expect(readLastPort(file)).toBe(50_124)
})

test.each(['', '0', '-1', '65536', '1.5', 'port', '{}'])('%j counts as no port', (text) => {
  writeFileSync(file, text)
  expect(readLastPort(file)).toBeUndefined()
})

test('there is no last port where the file is missing or a folder', () => {
  expect(readLastPort(file)).toBeUndefined()
  mkdirSync(file)
  expect(readLastPort(file)).toBeUndefined()
})
