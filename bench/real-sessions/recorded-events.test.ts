import { describe, expect, test } from 'vitest'
import type { RecordedAction } from './data.ts'
import { sessionEvents } from './recorded-events.ts'
import { session, turn } from './sample-sessions.ts'

const action = (given: Partial<RecordedAction>): RecordedAction => ({
  tool: 'Bash',
  input: { command: 'make' },
  failed: false,
  output: 'built',
  ...given,
})

const eventsOf = (given: Parameters<typeof turn>[1]) =>
  sessionEvents(session('one', { turns: [turn('Go on', given)] }), '/p', '/t.jsonl')

/** The hooks and what the agent said, in order. */
const storyOf = (given: Parameters<typeof turn>[1]) =>
  eventsOf(given)
    .work(1)
    .flatMap(({ line, hook }) => {
      const said = JSON.stringify(line).match(/"text":"([^"]*)"/)?.[1]
      return [...(said ? [said] : []), ...(hook ? [hook.name] : [])]
    })

describe('the events of a recorded turn', () => {
  test('are its prompt, its tool calls and its answer, with the same id of the turn', () => {
    const events = eventsOf({ actions: [action({})] })
    const hooks = [events.prompt(1), ...events.work(1), ...events.answer(1)].flatMap(
      ({ hook }) => hook ?? [],
    )
    expect(hooks.map(({ name }) => name)).toEqual([
      ...['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop'],
    ])
    expect(new Set(hooks.map(({ payload }) => payload.prompt_id))).toEqual(new Set(['one-turn-1']))
  })

  test('have what the agent said between its actions, spread evenly', () => {
    const actions = [action({}), action({}), action({}), action({ failed: true })]
    expect(storyOf({ said: ['first', 'second'], actions })).toEqual([
      ...['first', 'PreToolUse', 'PostToolUse', 'PreToolUse', 'PostToolUse'],
      ...['second', 'PreToolUse', 'PostToolUse', 'PreToolUse', 'PostToolUseFailure'],
    ])
  })

  test('keep what was said in a turn without actions', () => {
    expect(storyOf({ said: ['first', 'second'] })).toEqual(['first', 'second'])
  })

  test('have no hook after a call that the user refused, only a line of the transcript', () => {
    const output = "The user doesn't want to proceed with this tool use. The user said: use pnpm"
    const events = eventsOf({ actions: [action({ failed: true, output })] }).work(1)
    expect(events.flatMap(({ hook }) => hook?.name ?? [])).toEqual(['PreToolUse'])
    expect(JSON.stringify(events)).toContain('use pnpm')
  })

  test('have no end if the turn was interrupted', () => {
    expect(eventsOf({ answer: null }).answer(1)).toEqual([])
  })
})

test('answers to questions of the agent come as an object, as the host sends them', () => {
  const output =
    'User has answered your questions: "Which port?"="8080, not "80"", "Why?"="It is free". You can now continue.'
  const [, result] = eventsOf({ actions: [action({ tool: 'AskUserQuestion', output })] }).work(1)
  expect(result?.hook?.payload.tool_response).toEqual({
    answers: { 'Which port?': '8080, not "80"', 'Why?': 'It is free' },
  })
})
