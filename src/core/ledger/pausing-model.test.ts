import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestClock, type TestClock } from '../../../test/support/core/clock.ts'
import { type MemoryStore, openMemoryStore } from '../../../test/support/core/memory-store.ts'
import { modelRequest } from '../../../test/support/models/model-request.ts'
import {
  createScriptedModel,
  type ModelStep,
} from '../../../test/support/models/scripted-language-model.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import { dayBounds } from '../model/days.ts'
import { meteredModel } from './metered-model.ts'
import { pausingModel } from './pausing-model.ts'
import { free } from './prices.ts'

const neverStop = new AbortController().signal
const away = new ThroughlineError('model-unavailable', 'no answer')
const minuteMs = 60_000
const unlimited = {
  dailyTokens: undefined,
  dailyUsd: undefined,
  sessionTokens: undefined,
  sessionUsd: undefined,
}

let clock: TestClock
let store: MemoryStore
beforeEach(async () => {
  clock = createTestClock()
  store = await openMemoryStore(clock)
  onTestFinished(() => store.close())
})

function open(...steps: ModelStep[]) {
  const { ledger } = store
  const inner = createScriptedModel(...steps)
  const limits = () => ({ day: dayBounds(clock.now(), 0), ...unlimited })
  const metered = meteredModel(inner, { ledger, limits, price: free, clock })
  const model = pausingModel(metered, { ledger, clock })
  const ask = () => model.complete(modelRequest, neverStop)
  return { inner, ask, fail: () => expect(ask()).rejects.toMatchObject(unavailable) }
}
const unavailable = { code: 'model-unavailable' }

test('two failures in a row are no reason to wait', async () => {
  const { ask, fail, inner } = open(away, away, {})
  await fail()
  await fail()
  await ask()
  expect(inner.requests).toHaveLength(3)
})

test('after three it is left alone for a minute, and says so', async () => {
  const { ask, fail, inner } = open(away, away, away, {})
  await fail()
  await fail()
  await expect(ask()).rejects.toMatchObject({ message: 'no answer', retryAfterMs: minuteMs })
  clock.advance(minuteMs - 1)
  await expect(ask()).rejects.toMatchObject({
    ...unavailable,
    message: 'anthropic failed 3 times in a row; next try in 1 min',
    retryAfterMs: 1,
  })
  expect(inner.requests).toHaveLength(3)
  clock.advance(1)
  await ask()
  expect(inner.requests).toHaveLength(4)
})

test('the longer it fails, the longer the pause, up to an hour', async () => {
  const { ask, fail } = open(away)
  for (const _ of [1, 2]) await fail()
  for (const minutes of [1, 5, 15, 60, 60]) {
    await expect(ask()).rejects.toMatchObject({ retryAfterMs: minutes * minuteMs })
    clock.advance(minutes * minuteMs)
  }
})

test('one success ends it', async () => {
  const { ask, fail, inner } = open(away, away, {}, away, away, {})
  for (const step of [fail, fail, ask, fail, fail, ask]) await step()
  expect(inner.requests).toHaveLength(6)
})

test('another process waits too', async () => {
  const { fail } = open(away)
  for (const _ of [1, 2, 3]) await fail()
  const other = open({})
  await expect(other.ask()).rejects.toMatchObject(unavailable)
  expect(other.inner.requests).toEqual([])
})

test('a clock that was set back ends the pause, which would last until then', async () => {
  const { fail, ask } = open(away, away, away, {})
  for (const _ of [1, 2, 3]) await fail()
  clock.advance(-24 * 60 * minuteMs)
  await expect(ask()).resolves.toBeDefined()
})

test('wrong settings and rejected requests keep their own error', async () => {
  const rejected = new ThroughlineError('model-rejected-input', 'too long')
  const { ask } = open(rejected)
  for (const _ of [1, 2, 3]) await expect(ask()).rejects.toBe(rejected)
})
