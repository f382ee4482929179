import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTrapHome, type TrapHome } from './trap-home.ts'

let trap: TrapHome

beforeEach(() => {
  trap = makeTrapHome()
})
afterEach(() => trap.remove())

test('an untouched home has no findings', () => {
  expect(trap.findings()).toEqual([])
})

test('a new file is found', () => {
  writeFileSync(join(trap.folder, '.claude', 'stray.json'), '')
  expect(trap.findings()).toContain('.claude/stray.json was created')
})

test('a changed and a deleted file are found', () => {
  writeFileSync(join(trap.folder, '.gitconfig'), 'changed')
  rmSync(join(trap.folder, '.claude', 'settings.json'))
  expect(trap.findings()).toEqual(
    expect.arrayContaining(['.gitconfig was written', '.claude/settings.json was deleted']),
  )
})

test('the settings in it cannot be used by accident', () => {
  const text = readFileSync(join(trap.folder, '.claude', 'settings.json'), 'utf8')
  expect(() => JSON.parse(text)).toThrow()
})

test('tests run with such a home', () => {
  expect(homedir()).toMatch(/throughline-trap-home-/)
})

test('a test cannot reach another machine, nor take a port that is not its own', () => {
  expect(() => connect({ host: '192.0.2.1', port: 80 })).toThrow(/tried to reach/)
  expect(() => createServer().listen(8080, '127.0.0.1')).toThrow(/tried to listen/)
  expect(() => createServer().listen(0, '0.0.0.0')).toThrow(/tried to listen/)
})

test.skipIf(!process.env.THROUGHLINE_TEST_MEMORY_FOLDER)('tests write to memory', () => {
  expect(tmpdir()).toMatch(/^\/dev\/shm\/throughline-tests-/)
})
