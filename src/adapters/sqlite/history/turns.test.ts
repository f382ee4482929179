import { expect, test } from 'vitest'
import { openCapture } from '../../../../test/support/core/capture.ts'

test('turns are told in order, with what was done in each', async () => {
  const capture = await openCapture()
  for (const number of [1, 2, 3]) {
    const turn = { prompt_id: `p${number}`, cwd: '/w/a' }
    capture.deliver('UserPromptSubmit', { ...turn, prompt: `/step ${number}` })
    const call = { ...turn, tool_name: 'Bash', tool_input: { command: `step ${number}` } }
    capture.deliver('PostToolUseFailure', { ...call, tool_use_id: `a${number}`, error: 'no' })
    capture.deliver('PostToolUse', { ...call, tool_use_id: `b${number}`, tool_response: 'yes' })
    capture.deliver('Stop', { ...turn, last_assistant_message: `done ${number}` })
  }
  await capture.drain()
  const { history } = capture.store
  const sessionId = String(capture.session().id)

  const turns = await history.turnsOf(sessionId, { from: 2, through: 9 })
  expect(turns.map(({ number }) => number)).toEqual([2, 3])
  expect(turns[0]).toMatchObject({
    hostTurnId: 'p2',
    prompt: '/step 2',
    origin: 'command',
    answer: 'done 2',
    outcome: 'ok',
    actions: [
      { kind: 'command', command: 'step 2', outcome: 'failed', output: 'no' },
      { kind: 'command', command: 'step 2', outcome: 'ok', output: 'yes' },
    ],
  })
  expect(await history.turnsOf('unknown', { from: 1, through: 9 })).toEqual([])
})
