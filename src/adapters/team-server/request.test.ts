import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { requestServer, type ServerRequest } from './request.ts'

const answer = z.object({ sequence: z.int().min(0) })

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const ask = (server: string, more: Partial<ServerRequest> = {}) =>
  requestServer({ server, token: 'secret' }, { method: 'GET', path: '/x', ...more }, answer)

const unusable = (reason: string) => ({
  code: 'server-unreachable',
  message: expect.stringContaining(reason),
})

test('a redirect is not followed, so the token stays with its server', async () => {
  const seen: unknown[] = []
  const elsewhere = await serve((request, response) => {
    seen.push(request.headers)
    response.end('{"sequence":1}')
  })
  for (const status of [301, 302, 303, 307, 308]) {
    const server = await serve((_, response) =>
      response.writeHead(status, { location: `${elsewhere}/x` }).end(),
    )
    await expect(ask(server)).rejects.toMatchObject(unusable(`it answered ${status}`))
  }
  expect(seen).toEqual([])
})

test('a server that is busy until a date says how long to wait', async () => {
  const server = await serve((_, response) => {
    const until = new Date(Date.now() + 3_600_000).toUTCString()
    response.writeHead(429, { 'retry-after': until }).end()
  })
  const { retryAfterMs } = await ask(server).catch((error) => error)
  expect(retryAfterMs).toBeGreaterThan(3_500_000)
  expect(retryAfterMs).toBeLessThanOrEqual(3_600_000)
})

test('a connection that is ended ends the request under way', async () => {
  const ending = new AbortController()
  const server = await serve(() => ending.abort())
  const request = requestServer(
    { server, signal: ending.signal },
    { method: 'GET', path: '/x' },
    answer,
  )
  await expect(request).rejects.toMatchObject({ name: 'AbortError' })
})

test.each(['http://memory.example.com', 'http://127.0.0.1.example.com', 'ftp://127.0.0.1', 'x'])(
  'nothing is sent to %s',
  async (server) => {
    await expect(ask(server)).rejects.toMatchObject(unusable('it must be https'))
  },
)

test.each([
  ['garbage', 'not json'],
  ['a page', '<html></html>'],
  ['another answer', '{"sequence":"1"}'],
  ['a negative number', '{"sequence":-1}'],
  ['brackets without end', '['.repeat(100_000)],
  ['more values than anybody sends', `[${'1,'.repeat(300_000)}1]`],
])('%s is refused', async (_, body) => {
  const server = await serve((_request, response) => response.end(body))
  await expect(ask(server)).rejects.toMatchObject(
    unusable('its answer is not that of a team server'),
  )
})

test('an answer that never ends is left when it is too large', async () => {
  const server = await serve((_, response) => {
    const chunk = Buffer.alloc(64 * 1024, ' ')
    const send = () => {
      while (response.write(chunk));
    }
    response.on('drain', send)
    send()
  })
  await expect(ask(server)).rejects.toMatchObject(unusable('its answer is too large'))
})

test.each<[string, RequestListener]>([
  ['never answers', () => undefined],
  [
    'answers a byte at a time',
    (_, response) => {
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    },
  ],
])('a server that %s is given up after the limit', async (_, listener) => {
  const server = await serve(listener)
  await expect(ask(server, { limitMs: 150 })).rejects.toMatchObject({ code: 'server-unreachable' })
})

test('a connection that breaks off is the server’s fault', async () => {
  const server = await serve((request) => request.socket.destroy())
  await expect(ask(server)).rejects.toMatchObject({ code: 'server-unreachable' })
})

test('what the server says is shown in one line, without control characters', async () => {
  const message = `no\u001b[31m\n${'x'.repeat(10_000)}`
  const server = await serve((_, response) => {
    response.writeHead(400).end(JSON.stringify({ error: { message, hint: { not: 'text' } } }))
  })
  const error = await ask(server).catch((reason: Error) => reason)
  expect(error).toMatchObject({ code: 'invalid-input', hint: undefined })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
  expect((error as Error).message).not.toMatch(/[\u0000-\u001f]/)
  expect((error as Error).message.length).toBeLessThan(1_000)
})
