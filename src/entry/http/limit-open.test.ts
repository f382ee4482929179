import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { limitOpen } from './limit-open.ts'

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

it('refuses one request more with a hint, and lets those stay that are open', async () => {
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

it('counts a request until its answer was read or failed', async () => {
  const app = open()
  for (let number = 0; number < 3; number += 1) {
    expect(await (await app.request('/quick')).text()).toBe('done')
    expect(await (await app.request('/failing')).text()).toBe('failed')
  }
})
