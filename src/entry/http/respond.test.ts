import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { type ErrorCode, ThroughlineError } from '../../contract/errors.ts'
import { respondToError } from './respond.ts'

const respond = (error: Error) => {
  const app = new Hono().onError((thrown, context) => respondToError(context, thrown))
  app.get('/', () => {
    throw error
  })
  return app.request('/')
}

it.each<[ErrorCode, number]>([
  ['invalid-input', 400],
  ['not-found', 404],
  ['conflict', 409],
  ['database-busy', 503],
  ['model-unavailable', 503],
  ['model-misconfigured', 409],
  ['budget-exhausted', 429],
  ['corrupt-database', 503],
  ['internal', 500],
])('%s is answered with %d, itself, the message and the hint', async (code, status) => {
  const answer = await respond(new ThroughlineError(code, 'it failed', { hint: 'do this' }))
  expect(answer.status).toBe(status)
  expect(await answer.json()).toEqual({ error: { code, message: 'it failed', hint: 'do this' } })
})

it('a fault of ours is not told', async () => {
  const answer = await respond(new Error('at /home/dev/secret.ts:1'))
  expect(answer.status).toBe(500)
  expect(await answer.json()).toEqual({ error: { message: 'internal error' } })
})
