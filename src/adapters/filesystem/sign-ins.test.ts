import { createHmac } from 'node:crypto'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestClock } from '../../../test/support/core/clock.ts'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { openSignIns, type SignIn } from './sign-ins.ts'

function open() {
  const clock = createTestClock()
  const file = join(makeTemporaryFolder(), 'sign-ins.json')
  return { clock, file, reopen: () => openSignIns(file, clock.now) }
}

const proofOf = ({ id, key }: SignIn, run: string) =>
  `${id}.${createHmac('sha256', Buffer.from(key, 'hex')).update(run).digest('hex')}`

it('who signed in proves it to the next run of the daemon, too', () => {
  const { reopen } = open()
  const signIn = reopen().add(4711)
  expect(reopen().isProven(proofOf(signIn, 'one'), 'one', 4711)).toBe(true)
  expect(reopen().isProven(proofOf(signIn, 'two'), 'two', 4711)).toBe(true)
})

it('a proof holds for one run and one port', () => {
  const { reopen } = open()
  const proof = proofOf(reopen().add(4711), 'one')
  expect(reopen().isProven(proof, 'two', 4711)).toBe(false)
  expect(reopen().isProven(proof, 'one', 4712)).toBe(false)
})

it.each(['', '.', 'x', 'x.', 'x.y.z'])('nobody made the proof "%s"', (proof) => {
  const signIns = open().reopen()
  const { id } = signIns.add(4711)
  expect(signIns.isProven(proof, 'one', 4711)).toBe(false)
  expect(signIns.isProven(`${id}.${proof}`, 'one', 4711)).toBe(false)
})

it('only its owner reads the file', () => {
  const { file, reopen } = open()
  reopen().add(4711)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('ends after thirty days', () => {
  const { clock, reopen } = open()
  const signIns = reopen()
  const proof = proofOf(signIns.add(4711), 'one')
  clock.advance(30 * 86_400_000)
  expect(signIns.isProven(proof, 'one', 4711)).toBe(false)
})

it('keeps the newest two hundred', () => {
  const signIns = open().reopen()
  const proofs = Array.from({ length: 201 }, () => proofOf(signIns.add(4711), 'one'))
  expect(proofs.filter((proof) => signIns.isProven(proof, 'one', 4711))).toEqual(proofs.slice(1))
})

it.each(['', '{', '{"signIns":[{"id":1}]}'])('a broken file (%s) signs everybody out', (text) => {
  const { file, reopen } = open()
  const proof = proofOf(reopen().add(4711), 'one')
  writeFileSync(file, text)
  expect(reopen().isProven(proof, 'one', 4711)).toBe(false)
  const again = proofOf(reopen().add(4711), 'one')
  expect(reopen().isProven(again, 'one', 4711)).toBe(true)
})
