import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { type ErrorCode, ThroughlineError } from '../../contract/errors.ts'
import { limitOpen, respondToError } from './respond.ts'

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

it('an internal error shows no details', async () => {
  const answer = await respond(new Error('at /home/dev/secret.ts:1'))
  expect(answer.status).toBe(500)
  expect(await answer.json()).toEqual({ error: { message: 'internal error' } })
})

describe('limit open', () => {
  function open() {
    const app = new Hono()
    app.use('/slow', limitOpen(2, 'MCP requests'))
    app.get('/slow', (context) => context.body(new ReadableStream({ start: () => undefined })))
    app.use('/quick', limitOpen(1, 'quick requests'))
    app.get('/quick', (context) => context.text('done'))
    app.use('/failing', limitOpen(1, 'failing requests'))
    app.get('/failing', () => {
      throw new Error('a fault')
    })
    app.onError((_, context) => context.text('failed', 500))
    return app
  }

  it('refuses one request too many with a hint, and keeps the open ones', async () => {
    const app = open()
    const [first] = [await app.request('/slow'), await app.request('/slow')]
    const refused = await app.request('/slow')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await refused.json()).toEqual({
      error: { message: '2 MCP requests are open already', hint: 'close one and try again' },
    })
    await first?.body?.cancel()
    expect((await app.request('/slow')).status).toBe(200)
    expect((await app.request('/slow')).status).toBe(429)
  })

  it('counts a request until its answer is read or fails', async () => {
    const app = open()
    for (let number = 0; number < 3; number += 1) {
      expect(await (await app.request('/quick')).text()).toBe('done')
      expect(await (await app.request('/failing')).text()).toBe('failed')
    }
  })
})
