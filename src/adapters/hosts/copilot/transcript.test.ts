import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { HostProtocol } from '../../../core/ports/host.ts'
import { copilotProtocol } from './protocol.ts'

const { readContextTokens, readContextWindow, readTranscript } =
  copilotProtocol as Required<HostProtocol>

const file = new URL('../../../../test/fixtures/hosts/copilot/transcript.jsonl', import.meta.url)
const recorded = readFileSync(file, 'utf8')

test('of a recorded session what the user said and was answered, and nothing of its subagent', () => {
  expect(readTranscript(recorded)).toEqual([
    { role: 'user', text: 'Delegate the search', origin: 'user', hostTurnId: undefined },
    { role: 'assistant', text: 'The subagent found it.' },
  ])
})

test('a compaction is noted, a failed one is none', () => {
  const lines = [
    { type: 'session.compaction_complete', data: { success: false } },
    { type: 'session.compaction_complete', data: { success: true, summaryContent: 'Sum' } },
  ]
  expect(readTranscript(written(lines))).toEqual([{ role: 'compaction' }])
})

test('what others say in the place of the user is left out', () => {
  const lines = [
    { type: 'user.message', data: { content: 'Use the skill', source: 'skill-pdf' } },
    { type: 'user.message', data: { content: '/review it', source: 'user' } },
    { type: 'user.message', data: { content: '  ' } },
  ]
  expect(readTranscript(written(lines))).toMatchObject([{ text: '/review it', origin: 'command' }])
})

test('broken and unknown lines are skipped', () => {
  const broken = ['', '{"type":"user.mess', 'null', '[]', '{"type":"user.message"}', '{"data":{}}']
  expect(readTranscript(broken.join('\n'))).toEqual([])
})

test('the tokens are those of the last answer in the session itself', () => {
  expect(readContextTokens(recorded)).toBe(140)
  const ofSubagent = {
    type: 'session.usage_record',
    agentId: 'a',
    data: { usage: { inputTokens: 9_000, outputTokens: 1 } },
  }
  expect(readContextTokens(`${recorded}${JSON.stringify(ofSubagent)}\n`)).toBe(140)
  expect(readContextTokens('')).toBeUndefined()
})

test('the window is the limit that tool calls of the session itself record', () => {
  expect(readContextWindow(recorded)).toBe(64_000)
  expect(readContextWindow('{"type":"tool.execution_complete","data":null}')).toBeUndefined()
})

const written = (lines: readonly object[]) => lines.map((line) => JSON.stringify(line)).join('\n')
