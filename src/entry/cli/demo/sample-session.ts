/** A short session as Claude Code sends it: a bug report, a failing test, the fix, a decision. */
import type { JsonObject } from '../../../core/model/json.ts'

export interface SampleEvent {
  readonly name: string
  readonly payload: JsonObject
}

const sessionId = '6f1d2c1e-0d5b-4f7e-9a41-2b7c3d9e5a10'
/** A fake key; the demo shows that it never reaches the store. */
const sampleKey = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_')

export function sampleSession(folder: string): SampleEvent[] {
  const common = { session_id: sessionId, cwd: folder, transcript_path: `${folder}/session.jsonl` }
  const inTurn = (turn: number) => ({ ...common, prompt_id: `${sessionId.slice(0, -1)}${turn}` })
  const event = (name: string, fields: JsonObject): SampleEvent => ({
    name,
    payload: { hook_event_name: name, ...fields },
  })
  const tool = (turn: number, use: number, name: string, input: JsonObject, response: JsonObject) =>
    event('PostToolUse', {
      ...inTurn(turn),
      tool_name: name,
      tool_input: input,
      tool_response: response,
      tool_use_id: `toolu_sample_${turn}_${use}`,
      duration_ms: 40 * use,
    })
  const file = `${folder}/src/price.ts`
  return [
    event('SessionStart', { ...common, source: 'startup', model: 'claude-sonnet-5' }),
    event('UserPromptSubmit', {
      ...inTurn(1),
      prompt: `The checkout total is off by a cent. The test key is ${sampleKey}.`,
    }),
    tool(1, 1, 'Read', { file_path: file }, { content: 'export const total = (n) => n * 1.19' }),
    event('PostToolUseFailure', {
      ...inTurn(1),
      tool_name: 'Bash',
      tool_input: { command: 'npm test', description: 'Run the tests' },
      tool_use_id: 'toolu_sample_1_2',
      error: 'Exit code 1\nexpected 11.90 to be 11.89',
      is_interrupt: false,
      duration_ms: 910,
    }),
    tool(
      1,
      3,
      'Edit',
      { file_path: file, old_string: 'n * 1.19', new_string: 'Math.round(n * 119) / 100' },
      { filePath: file },
    ),
    tool(1, 4, 'Bash', { command: 'npm test' }, { stdout: '12 passed', stderr: '' }),
    event('Stop', {
      ...inTurn(1),
      stop_hook_active: false,
      last_assistant_message:
        'Fixed: prices were multiplied as floats. We round to cents once, at the end, because ' +
        'rounding each line loses money.',
    }),
    event('UserPromptSubmit', {
      ...inTurn(2),
      prompt: 'Good. Always run npm test before you commit here.',
    }),
    tool(2, 1, 'Bash', { command: 'git commit -am "round once"' }, { stdout: '1 file changed' }),
    event('Stop', {
      ...inTurn(2),
      stop_hook_active: false,
      last_assistant_message: 'Committed after a green npm test.',
    }),
    event('SessionEnd', { ...inTurn(2), reason: 'prompt_input_exit' }),
  ]
}

/** The first event of the next session. */
export function nextSession(folder: string): SampleEvent {
  const session_id = `${sessionId.slice(0, -1)}9`
  const name = 'SessionStart'
  const payload = { hook_event_name: name, session_id, cwd: folder, source: 'startup' }
  return { name, payload }
}
