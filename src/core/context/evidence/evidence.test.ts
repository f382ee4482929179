import { describe, expect, test } from 'vitest'
import { evidenceIn } from './evidence.ts'

const weighed = (prompt: string) =>
  Object.fromEntries(evidenceIn(prompt).map(({ term, weight }) => [term, weight]))
const enough = (prompt: string) =>
  evidenceIn(prompt).flatMap(({ term, weight }) => (weight >= 1 ? [term] : []))

describe('a name is enough', () => {
  test.each([
    ['Why does parseInvoice return nothing?', 'parseinvoice'],
    ['Rename last_reviewer_name everywhere', 'last_reviewer_name'],
    ['Look at src/billing/ledger.go:42 please', 'src/billing/ledger.go'],
    ['Look at src/billing/ledger.go:42 please', 'ledger.go'],
    ['The compiler says TS2345 again', 'ts2345'],
    ['It ends with ENOENT on a clean checkout', 'enoent'],
    ['What does --skip-preflight do?', 'skip-preflight'],
    ['Is "terraform" still in use?', 'terraform'],
  ])('%s', (prompt, name) => {
    expect(enough(prompt)).toContain(name)
  })
})

describe('a rare word is half of what is needed', () => {
  test('each once', () => {
    const prompt = 'The invoices and their rounding: every invoice is off by a cent.'
    expect(weighed(prompt)).toMatchObject({ invoic: 0.5 })
    expect(enough(prompt)).toEqual([])
  })

  test('that any program may use less than half', () => {
    expect(weighed('Does Postgres keep the thumbnail?').thumbnail).toBeLessThan(0.5)
  })

  test('in a language whose general words are unknown less than half', () => {
    expect(weighed('Проверь округление счетов').round).toBeUndefined()
    expect(Math.max(...Object.values(weighed('Проверь округление счетов')))).toBeLessThan(0.5)
  })
})

describe('nothing is shown by', () => {
  test.each([
    'Summarize your approach, then review the branch and fix the tests.',
    'Fix line 4211 and 12.5 %, version v1.2.3, on 2026-01-05.',
    'Use input/output and/or read/write.',
    'Please update README.md and package.json, then index.ts.',
    'Please update @apps/api/README.md and src/utils/index.ts.',
    'Rename fileName and user_id.',
    'See https://github.com for it.',
    'Is that "done" now?',
  ])('%s', (prompt) => {
    expect(weighed(prompt)).toEqual({})
  })
})

test('a name in pasted text counts half', () => {
  const prompt =
    'Fix this:\n```\nTypeError: x is undefined\n    at renderLedger (src/ledger.ts:4)\n```'
  expect(weighed(prompt)).toMatchObject({ renderledger: 0.5, 'src/ledger.ts': 0.5 })
  expect(enough(prompt)).toEqual([])
})
