import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

const hosts = ['claude-code', 'codex', 'gemini', 'opencode']

test.each([
  ['claud-code', 'claude-code'],
  ['cluade-code', 'claude-code'],
  ['Claude_Code', 'claude-code'],
  ['claude', 'claude-code'],
  ['codxe', 'codex'],
  ['open-code', 'opencode'],
  ['gem', 'gemini'],
])('%s is taken for %s', (typed, meant) => {
  expect(nearestName(typed, hosts)).toBe(meant)
})

test.each(['', 'c', 'emacs', 'something-else-entirely'])(
  'nothing is suggested for "%s"',
  (typed) => {
    expect(nearestName(typed, hosts)).toBeUndefined()
  },
)

test('nothing is suggested when there are no candidates', () => {
  expect(nearestName('codex', [])).toBeUndefined()
})

test('the nearer of two candidates wins', () => {
  expect(nearestName('hook.deadlineM', ['hook.deadline', 'hook.deadlineMs'])).toBeOneOf([
    'hook.deadline',
    'hook.deadlineMs',
  ])
  expect(nearestName('PostTooUse', ['PreToolUse', 'PostToolUse'])).toBe('PostToolUse')
})

test('a known name is its own nearest', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }), (names) => {
      const lower = [...new Set(names.map((name) => name.toLowerCase()))]
      for (const name of lower) expect(nearestName(name, lower)).toBe(name)
    }),
  )
})
