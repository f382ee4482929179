import { expect, test } from 'vitest'
import { ThroughlineError } from '../../contract/errors.ts'
import type { Window } from '../model/window.ts'
import type { Judge, Judgement } from '../ports/models.ts'
import { judgeByChain, limitedJudge } from './judge-chain.ts'

const neverStop = new AbortController().signal
const window: Window = {
  sessionId: 's1',
  depth: 'turn',
  exchanges: [{ turnId: 't1', user: 'hello', surelyTyped: 'hello', assistant: 'hi', actions: [] }],
}
const nothing: Judgement = { items: [], model: undefined }

const judgeNamed = (name: string, changes: Partial<Judge> = {}): Judge => ({
  name,
  readiness: async () => ({ isReady: true, detail: 'yes' }),
  judge: async () => nothing,
  ...changes,
})
const failing = (name: string, error: unknown) =>
  judgeNamed(name, { judge: () => Promise.reject(error) })
const missing = judgeNamed('missing', {
  readiness: async () => ({ isReady: false, reason: 'not installed', hint: 'install it' }),
})
const last = judgeNamed('heuristic')

test('the first that answers is the only one that does', async () => {
  const unasked = failing('second', new Error('asked'))
  expect(await judgeByChain(window, [judgeNamed('first'), unasked], neverStop)).toEqual({
    ...nothing,
    judge: 'first',
    fellThrough: [],
  })
})

test('a judge that is missing or fails is skipped, with the reason', async () => {
  const exhausted = new ThroughlineError('budget-exhausted', 'no money', { hint: 'tomorrow' })
  const chain = [missing, failing('dear', exhausted), failing('broken', 'odd'), last]
  const verdict = await judgeByChain(window, chain, neverStop)
  expect(verdict).toMatchObject({ judge: 'heuristic', items: [] })
  expect(verdict.fellThrough).toEqual([
    { judge: 'missing', reason: 'not installed', hint: 'install it', hasFailed: false },
    { judge: 'dear', reason: 'no money', hint: 'tomorrow', hasFailed: false },
    { judge: 'broken', reason: 'odd', hint: undefined, hasFailed: true },
  ])
})

test('the error lists every reason if no judge answers', async () => {
  await expect(judgeByChain(window, [missing], neverStop)).rejects.toMatchObject({
    code: 'model-unavailable',
    message: 'no judge answered (missing: not installed)',
  })
})

test('a signal ends the chain instead of falling through', async () => {
  const stop = new AbortController()
  const interrupted = judgeNamed('slow', {
    async judge() {
      stop.abort(new Error('enough'))
      throw new Error('aborted')
    },
  })
  await expect(judgeByChain(window, [interrupted, last], stop.signal)).rejects.toThrow('enough')
})

test('who takes too long is passed over, and the next has time of its own', async () => {
  const slow = judgeNamed('slow', {
    judge: (_, signal) => new Promise((_, reject) => reject(signal.reason)),
  })
  const limited = limitedJudge(slow, () => AbortSignal.abort())
  const verdict = await judgeByChain(window, [limited, last], neverStop)
  expect(verdict).toMatchObject({
    judge: 'heuristic',
    fellThrough: [{ judge: 'slow', reason: 'slow took too long' }],
  })
})
