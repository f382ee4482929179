import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readContextTokens, readContextWindow, readTranscript } from './transcript.ts'

const recorded = (name: string) =>
  readFileSync(new URL(`../../../../test/fixtures/hosts/codex/${name}`, import.meta.url), 'utf8')
const lines = (...entries: unknown[]) => entries.map((entry) => JSON.stringify(entry)).join('\n')
const said = (role: string, ...texts: string[]) => ({
  type: 'response_item',
  payload: { type: 'message', role, content: texts.map((text) => ({ type: 'input_text', text })) },
})

test('what the user and the agent said is read, and nothing of Codex or a subagent', () => {
  expect(readTranscript(recorded('transcript.jsonl'))).toEqual([
    {
      role: 'user',
      text: 'Delegate the search',
      origin: 'user',
      hostTurnId: '01a1dcba-b2ef-7e31-b90e-bab3f5291d54',
    },
    { role: 'assistant', text: 'The subagent was started.' },
  ])
})

test('a compaction is a message, its summary is not', () => {
  expect(readTranscript(recorded('transcript-compaction.jsonl'))).toMatchObject([
    { role: 'user', text: 'Fill the window' },
    { role: 'compaction' },
    { role: 'assistant', text: 'Continuing after the summary.' },
  ])
})

test('in older transcripts Codex’s own parts are recognised by how they begin', () => {
  const text = lines(
    said('user', '# AGENTS.md instructions for /home/dev', '<environment_context>\n…'),
    said('user', 'Use pnpm.'),
    said('user', '<turn_aborted>\n…'),
    said('developer', 'Be brief.'),
    said('assistant', 'Yes.', ''),
    { type: 'event_msg', payload: { type: 'agent_message', message: 'Yes.' } },
  )
  expect(readTranscript(text)).toEqual([
    { role: 'user', text: 'Use pnpm.', origin: 'user', hostTurnId: undefined },
    { role: 'assistant', text: 'Yes.' },
  ])
})

test('broken and unknown lines are skipped', () => {
  const text = ['', '{"type":"response_item","payl', '[1]', '{"type":"response_item"}', '{}']
  expect(readTranscript(text.join('\n'))).toEqual([])
  expect(readContextTokens(text.join('\r\n'))).toBeUndefined()
})

test('the size of the context is what the model was given last', () => {
  const transcript = recorded('transcript-compaction.jsonl')
  expect(readContextTokens(transcript)).toBe(140)
  const untilCompaction = transcript.slice(0, transcript.indexOf('compaction_output'))
  expect(readContextTokens(untilCompaction)).toBe(250_020)
})

test('the window of the model is recorded with its tokens', () => {
  expect(readContextWindow(recorded('transcript-compaction.jsonl'))).toBe(258_400)
  expect(readContextWindow('')).toBeUndefined()
})
