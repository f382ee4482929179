import { expect, test } from 'vitest'
import { findReverted, subjectIn } from './reverted.ts'

const hash = (digit: number) => String(digit).repeat(40)
const commit = (day: number, message: string) => ({
  ...{ hash: hash(day), message },
  at: `2026-01-0${day}T00:00:00.000Z`,
})
const first = commit(1, 'perf(io): read files at once (#12)')
const revert = (day: number, message: string) => commit(day, message)

test.each([
  ['its hash', `Revert it\n\nThis reverts commit ${hash(1)}.`],
  ['the beginning of its hash', `Undo\n\nReverts commit ${hash(1).slice(0, 8)} since it is slow.`],
  ['its subject', 'Revert "perf(io): read files at once (#12)" (#14)'],
  ['its subject in other marks', 'revert: “perf(io): read files at once”'],
])('a commit is reverted by a later one that names %s', (_, message) => {
  expect(findReverted([revert(2, message)])(first)).toBe(true)
})

test.each([
  ['is older', commit(2, first.message), [revert(1, `Revert "${first.message}"`)]],
  ['names another one', first, [revert(2, 'Revert "perf: write files at once"')]],
  [
    'was reverted itself',
    first,
    [
      revert(2, `Revert "${first.message}"\n\nThis reverts commit ${hash(1)}.`),
      revert(3, `Reapply\n\nThis reverts commit ${hash(2)}.`),
    ],
  ],
  [
    'was taken back by name',
    first,
    [revert(2, `Revert "${first.message}"`), revert(3, `Reapply "${first.message}"`)],
  ],
])('not by one that %s', (_, of, reverting) => {
  expect(findReverted(reverting)(of)).toBe(false)
})

test('a subject is read without the kind of change and the pull request, on one line', () => {
  expect(subjectIn('feat(api)!: ids are\nstrings (acme/app#7)\n\nBody.')).toBe(
    'api: ids are strings',
  )
})
