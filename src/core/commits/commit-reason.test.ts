import { describe, expect, test } from 'vitest'
import type { Commit } from '../ports/repository.ts'
import { readReason } from './commit-reason.ts'

const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }
const at = new Date(0)

function commit(message: string, other: Partial<Commit> = {}): Commit {
  const whose = { author: ada, authoredAt: at, committedAt: at }
  return { id: 'a'.repeat(40), parents: ['b'.repeat(40)], message, ...whose, ...other }
}
const merge = (message: string) => commit(message, { parents: ['b'.repeat(40), 'c'.repeat(40)] })

describe('a commit gives a reason', () => {
  test.each([
    'feat: retry twice\n\nThe gateway drops every hundredth request when it restarts.',
    'Use pnpm because the lockfile is shared',
    'Poll instead of watching',
    'Revert "feat: retry twice"',
    'revert(http): retry twice',
    'feat(api)!: ids are strings',
    'feat: new ids\n\nBREAKING CHANGE: ids are strings',
    'Round up\n\nFixes #12',
    'Round up (closes acme/app#7)',
    'Runde auf\n\nDer Zoll verlangt seit Mai ganze Cent auf jeder Zeile.',
    '支払いを丸める\n\n税関は各行を整数セントで要求しているため切り上げる。',
  ])('%j', (message) => expect(readReason(commit(message))).toBe(message))

  test('with a merge that describes what it brings', () => {
    const message =
      'Merge pull request #4 from ada/retries\n\nRetry twice when the gateway restarts'
    expect(readReason(merge(message))).toBe(message)
  })
})

describe('a commit gives none', () => {
  test.each([
    '',
    'wip',
    'fix typo',
    'feat: add a button to the page',
    'chore: release 1.2.3\n\nSigned-off-by: Ada Lovelace <ada@example.com>',
    'Squash\n\n* wip\n* typo\n* again',
  ])('%j', (message) => expect(readReason(commit(message))).toBeUndefined())

  test.each(["Merge branch 'main' into retries", "Merge branch 'x'\n\n# Conflicts:\n#\tsrc/a.ts"])(
    'with a merge: %j',
    (message) => expect(readReason(merge(message))).toBeUndefined(),
  )

  test.each([
    { name: 'dependabot[bot]', email: 'support@github.com' },
    { name: 'Renovate Bot', email: 'bot@renovateapp.com' },
    { name: 'release', email: '41898282+github-actions[bot]@users.noreply.github.com' },
  ])('by a program: $name', (author) => {
    const message = 'Bump a\n\nBumps a from 1 to 2 because the old one has a hole.'
    expect(readReason(commit(message, { author }))).toBeUndefined()
    expect(readReason(commit(message, { author: { ...author, ...ada } }))).toBe(message)
  })
})

test('names and addresses of those who looked at it are left out', () => {
  const message = `Retry twice

The gateway drops requests when it restarts.

Fixes #12
Co-authored-by: Grace <grace@example.com>
Reviewed-by: Linus <linus@example.com>
Change-Id: I12345
`
  expect(readReason(commit(message))).toBe(
    'Retry twice\n\nThe gateway drops requests when it restarts.\n\nFixes #12',
  )
})

test('hidden characters are left out, and what is beyond 8,000 characters', () => {
  const message = `Round up\u202e\u200b because ${'x'.repeat(9_000)}`
  const read = readReason(commit(message)) ?? ''
  expect(read.startsWith('Round up because x')).toBe(true)
  expect(read.length).toBeLessThanOrEqual(8_000)
})
