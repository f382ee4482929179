import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../../core/model/json.ts'
import { readContextTokens, readTranscript } from './transcript.ts'

const recorded = (name: string) =>
  readFileSync(
    new URL(`../../../../test/fixtures/hosts/qwen/${name}.jsonl`, import.meta.url),
    'utf8',
  )
const asked = (text: string) => ({ role: 'user', text, origin: 'user', hostTurnId: undefined })
const said = (text: string) => ({ role: 'assistant', text })
const user = (text: string, rest: JsonObject = {}): JsonObject => {
  return { type: 'user', message: { role: 'user', parts: [{ text }] }, ...rest }
}
const read = (...lines: JsonObject[]) =>
  readTranscript(lines.map((line) => JSON.stringify(line)).join('\n'))

test('the recorded session is a prompt and an answer', () => {
  const transcript = recorded('transcript')
  expect(readTranscript(transcript)).toEqual([asked('Edit the readme'), said('README edited.')])
  expect(readContextTokens(transcript)).toBe(140)
})

test('context that hooks added is not the user’s', () => {
  expect(readTranscript(recorded('transcript-hook-context'))).toEqual([
    asked('run the failing command'),
    said('The file does not exist.'),
  ])
  const context = '<qwen:user-prompt-submit-context>\nUse pnpm.\n</qwen:user-prompt-submit-context>'
  const message = { role: 'user', parts: [{ text: 'go' }, { text: context }] }
  expect(read({ type: 'user', message })).toEqual([asked('go')])
})

test('a compaction is a boundary', () => {
  expect(readTranscript(recorded('transcript-compaction'))).toEqual([
    asked('grow big'),
    { role: 'compaction' },
    said('Understood.'),
  ])
})

test('what is typed while the agent works counts; what the client says for the user does not', () => {
  expect(
    read(
      user('and the tests', { subtype: 'mid_turn_user_message' }),
      user('<task-notification>done</task-notification>', { subtype: 'notification' }),
      user('every morning', { subtype: 'cron' }),
      user('search it', { agentId: 'general-purpose-1' }),
    ),
  ).toEqual([asked('and the tests')])
})

test('a prompt is without the files it points to', () => {
  const parts = [
    { text: 'explain @a.md' },
    { text: '\n--- Content from referenced files ---' },
    { text: 'A' },
  ]
  expect(read({ type: 'user', message: { parts } })).toEqual([asked('explain @a.md')])
})

test('broken lines and records of an unknown form are skipped', () => {
  expect(readTranscript('lf":1}\n\nnull\n{"type":"user"}\n{"type":"user","message":"x"}')).toEqual(
    [],
  )
})
