import { expect, test } from 'vitest'
import type { EventSummary } from '../ports/history.ts'
import { describeEvent } from './describe-event.ts'

const event: EventSummary = {
  id: 'e1',
  sessionId: 's1',
  turnId: 't1',
  kind: 'prompt',
  name: 'UserPromptSubmit',
  occurredAt: '2026-01-01T00:00:00.000Z',
  host: 'claude-code',
  project: { id: 'p1', name: 'widgets' },
  cwd: '/w',
  said: undefined,
  tool: undefined,
  fields: { secret: 'of the payload' },
}

const use = (toolName: string, input: NonNullable<EventSummary['tool']>['input']) =>
  describeEvent({
    ...event,
    kind: 'tool',
    tool: { toolName, input, outcome: 'ok', durationMs: 12 },
  })

test('a prompt or answer is described in one line, without the rest of the payload', () => {
  const { fields: _, cwd: _cwd, said: _said, ...told } = event
  expect(describeEvent({ ...event, said: 'Paint\n  the shed ' })).toEqual({
    ...told,
    text: 'Paint the shed',
    tool: undefined,
  })
})

test('long texts are cut, and no character is split', () => {
  const { text = '' } = describeEvent({ ...event, said: '🌿'.repeat(10_000) })
  expect([...text]).toHaveLength(240)
  expect(text.isWellFormed()).toBe(true)
  expect(text).toMatch(/🌿…$/u)
})

test.each([
  ['a command', 'Bash', { command: 'npm  test', description: 'Run it' }, 'npm test'],
  ['a file', 'Edit', { file_path: '/w/a.ts', old_string: 'a', new_string: 'b' }, 'a.ts'],
  ['what was searched for', 'Grep', { pattern: 'toFixed', path: 'src' }, 'toFixed src'],
  ['what a tool of others was given', 'mcp__x__y', { query: 'tea', most: 3 }, 'tea'],
  ['a bare text', 'Custom', 'do it', 'do it'],
  ['nothing', 'ExitPlanMode', {}, undefined],
])('of a tool shows %s', (_, toolName, input, text) => {
  expect(use(toolName, input)).toMatchObject({
    text,
    tool: { name: toolName, outcome: 'ok', durationMs: 12 },
  })
})
