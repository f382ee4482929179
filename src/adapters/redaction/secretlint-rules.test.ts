import { expect, it } from 'vitest'
import { presetRuleNames, redactBySecretlint, unusedRules, usedRules } from './secretlint-rules.ts'

it('has decided about every rule of the preset', () => {
  const decided = [...Object.keys(usedRules), ...Object.keys(unusedRules)]
  expect(decided.sort()).toEqual(presetRuleNames().sort())
})

it.each([
  ['groq-key', `gs${'k'}_`, 52],
  ['vercel-token', `vc${'p'}_`, 24],
  ['docker-token', `dckr_${'pat'}_`, 27],
  ['tailscale-key', `ts${'key'}-auth-k1234567CNTRL-`, 24],
])('removes a %s', (kind, prefix, length) => {
  const token = prefix + 'aQ7x9'.repeat(12).slice(0, length)
  expect(redactBySecretlint(`use ${token}, then`)).toBe(`use [redacted:${kind}], then`)
  expect(redactBySecretlint(`{"text":"use\\n${token}\\n"}`)).toBe(
    `{"text":"use\\n[redacted:${kind}]\\n"}`,
  )
})

it('does not let a comment in the text switch it off', () => {
  const token = `gs${'k'}_${'aQ7x9'.repeat(12).slice(0, 52)}`
  expect(redactBySecretlint(`/* secretlint-disable */ ${token}`)).not.toContain(token)
})
