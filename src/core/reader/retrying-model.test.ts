import { expect, test } from 'vitest'
import { modelRequest } from '../../../test/support/models/model-request.ts'
import {
  createScriptedModel,
  type ModelStep,
} from '../../../test/support/models/scripted-language-model.ts'
import { type ErrorCode, ThroughlineError } from '../../contract/errors.ts'
import { retryingModel } from './retrying-model.ts'

const neverStop = new AbortController().signal
const failure = (code: ErrorCode, retryAfterMs?: number) =>
  new ThroughlineError(code, 'no', { retryAfterMs })
const away = failure('model-unavailable')

function retry(...steps: ModelStep[]) {
  const model = createScriptedModel(...steps)
  const waited: number[] = []
  const ports = { delay: async (ms: number) => void waited.push(ms), random: () => 0.5 }
  const asking = retryingModel(model, ports).complete(modelRequest, neverStop)
  return { model, waited, asking }
}

test('an unavailable model is asked again, twice, with growing pauses', async () => {
  const { asking, waited } = retry(away, away, { text: 'here' })
  expect(await asking).toMatchObject({ text: 'here' })
  expect(waited).toEqual([1_250, 2_500])
})

test('three times are enough', async () => {
  const { asking, model } = retry(away)
  await expect(asking).rejects.toBe(away)
  expect(model.requests).toHaveLength(3)
})

test.each<ErrorCode>(['model-misconfigured', 'model-rejected-input', 'budget-exhausted'])(
  '%s is not helped by asking again',
  async (code) => {
    const { asking, model } = retry(failure(code))
    await expect(asking).rejects.toMatchObject({ code })
    expect(model.requests).toHaveLength(1)
  },
)

test('who asks for time is given it, within reason', async () => {
  const { asking, waited } = retry(failure('model-unavailable', 7_000), { text: 'here' })
  await asking
  expect(waited).toEqual([7_000])
  const patient = retry(failure('model-unavailable', 3_600_000), { text: 'here' })
  await expect(patient.asking).rejects.toMatchObject({ retryAfterMs: 3_600_000 })
  expect(patient.waited).toEqual([])
})

test('nothing is asked again after the signal', async () => {
  const stop = new AbortController()
  const model = createScriptedModel(away)
  const delay = async () => {
    stop.abort(new Error('enough'))
    stop.signal.throwIfAborted()
  }
  const ports = { delay, random: () => 0 }
  const asking = retryingModel(model, ports).complete(modelRequest, stop.signal)
  await expect(asking).rejects.toThrow('enough')
  expect(model.requests).toHaveLength(1)
})
