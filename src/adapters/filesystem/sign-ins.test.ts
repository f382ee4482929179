import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestClock } from '../../../test/support/core/clock.ts'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { openSignIns } from './sign-ins.ts'

function open() {
  const clock = createTestClock()
  const file = join(makeTemporaryFolder(), 'sign-ins.json')
  return { clock, file, reopen: () => openSignIns(file, clock.now) }
}

it('a signed-in browser is known, also to the next daemon', () => {
  const { reopen } = open()
  const secret = reopen().add()
  expect(reopen().has(secret)).toBe(true)
  expect(reopen().has(`${secret}x`)).toBe(false)
  expect(reopen().has('')).toBe(false)
})

it('the file grants no access, and only its owner can read it', () => {
  const { file, reopen } = open()
  const secret = reopen().add()
  expect(readFileSync(file, 'utf8')).not.toContain(secret)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('ends after thirty days', () => {
  const { clock, reopen } = open()
  const signIns = reopen()
  const secret = signIns.add()
  clock.advance(30 * 86_400_000)
  expect(signIns.has(secret)).toBe(false)
})

it('keeps the newest fifty', () => {
  const signIns = open().reopen()
  const secrets = Array.from({ length: 51 }, () => signIns.add())
  expect(secrets.filter((secret) => signIns.has(secret))).toEqual(secrets.slice(1))
})

it.each(['', '{', '{"signIns":[{"hash":1}]}'])('a broken file (%s) signs everybody out', (text) => {
  const { file, reopen } = open()
  const secret = reopen().add()
  writeFileSync(file, text)
  expect(reopen().has(secret)).toBe(false)
  const again = reopen().add()
  expect(reopen().has(again)).toBe(true)
})

it('two homes do not take each other’s cookie', () => {
  expect(open().reopen().cookie).not.toBe(open().reopen().cookie)
})
