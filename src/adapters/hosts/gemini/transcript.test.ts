import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../core/model/json.ts'
import { readContextTokens, readTranscript } from './transcript.ts'

const recorded = readFileSync(
  new URL('../../../../test/fixtures/hosts/gemini/transcript.jsonl', import.meta.url),
  'utf8',
)

const asked = (text: string) => ({ role: 'user', text, origin: 'user', hostTurnId: undefined })
const said = (text: string) => ({ role: 'assistant', text })
const user = (id: string, ...texts: string[]): JsonObject => {
  return { id, type: 'user', content: texts.map((text) => ({ text })) }
}
const gemini = (id: string, content: string): JsonObject => ({ id, type: 'gemini', content })
const read = (...lines: JsonObject[]) =>
  readTranscript(lines.map((line) => JSON.stringify(line)).join('\n'))

test('the recorded session is a prompt and an answer', () => {
  expect(readTranscript(recorded)).toEqual([asked('Edit the readme'), said('README edited.')])
  expect(readContextTokens(recorded)).toBe(140)
})

test('lines that are broken or of an unknown form are skipped', () => {
  const lines = ['lf":1}', '', 'null', '{"id":"i","type":"info","content":"Updated."}', '{"id":1}']
  expect(readTranscript(lines.join('\n'))).toEqual([])
  expect(readContextTokens(lines.join('\n'))).toBeUndefined()
})

test('a message written again counts once, in its last form', () => {
  const lines = [user('1', 'go'), gemini('2', 'One.'), user('3', 'on'), gemini('2', 'One, two.')]
  expect(read(...lines)).toEqual([asked('go'), said('One, two.'), asked('on')])
})

describe('a person’s words', () => {
  test('are left when what the client and hooks added is taken off', () => {
    const place = '<session_context>\nThis is the Gemini CLI.\n</session_context>'
    const context = '<hook_context>&lt;a&gt;</hook_context>'
    expect(read(user('1', place, `${context}\n\nRename it`, context))).toEqual([asked('Rename it')])
    expect(read(user('1', context))).toEqual([])
  })

  test('are what was shown, where more was sent', () => {
    const displayContent = [{ text: 'explain @a.md' }]
    expect(read({ ...user('1', 'explain a.md', 'A'), displayContent })).toEqual([
      asked('explain @a.md'),
    ])
  })
})

test('what was taken back is gone', () => {
  const lines = [user('1', 'go'), gemini('2', 'Gone.'), user('3', 'wrong'), gemini('4', 'Oh.')]
  const after = user('5', 'right')
  expect(read(...lines, { $rewindTo: '3' }, after)).toEqual([
    asked('go'),
    said('Gone.'),
    asked('right'),
  ])
  expect(read(...lines, { $rewindTo: 'before' }, after)).toEqual([asked('right')])
})

test('a compression is one boundary, however often it is written', () => {
  const messages = [
    user('s', '<state_snapshot>\nFiles were listed.\n</state_snapshot>'),
    gemini('t', 'Got it. Thanks for the additional context!'),
    gemini('2', 'Done.'),
  ]
  const rewritten = { $set: { messages } }
  expect(
    read(user('1', 'go'), gemini('2', 'Done.'), rewritten, user('3', 'on'), rewritten),
  ).toEqual([asked('go'), said('Done.'), { role: 'compaction' }, asked('on')])
})
