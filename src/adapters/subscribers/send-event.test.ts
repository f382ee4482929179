import { createHmac } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestClock } from '../../../test/support/core/clock.ts'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { isAlive, waitFor } from '../../../test/support/homes/world.ts'
import { sampleEvent } from '../../contract/lifecycle-samples.ts'
import { subscriber } from '../../contract/setting-types.ts'
import { createEventSender } from './send-event.ts'

const event = sampleEvent('turn-ended')
const never = new AbortController().signal

function openChannel(env: Record<string, string> = {}) {
  const folder = makeTemporaryFolder()
  const clock = createTestClock()
  const send = createEventSender({
    env: { PATH: process.env.PATH, ...env },
    folder,
    clock,
    version: '1.2.3',
  })
  return {
    folder,
    send: (settings: object, signal = never) =>
      send(subscriber.parse({ name: 'chat', ...settings }), event, signal),
  }
}

const shell = (script: string, changes = {}) => ({ command: ['sh', '-c', script], ...changes })

describe('a command', () => {
  test('gets the event as one line on its standard input', async () => {
    const { folder, send } = openChannel()
    const outcome = await send(shell('cat > got; echo "$THROUGHLINE_INTERNAL" >> got; echo noise'))
    expect(outcome).toEqual({ kind: 'accepted' })
    const [line, internal] = readFileSync(join(folder, 'got'), 'utf8').split('\n')
    expect(JSON.parse(line ?? '')).toEqual(event)
    expect(internal).toBe('1')
  })

  test('may end without reading it', async () => {
    expect(await openChannel().send({ command: ['true'] })).toEqual({ kind: 'accepted' })
  })

  test('is not read by a shell', async () => {
    const { folder, send } = openChannel()
    await send({ command: ['touch', 'a; touch b'] })
    expect(existsSync(join(folder, 'a; touch b'))).toBe(true)
    expect(existsSync(join(folder, 'b'))).toBe(false)
  })

  test.each([
    ['exit 3', 'exited with 3'],
    ['echo first >&2; echo why >&2; exit 1', 'exited with 1: first\nwhy'],
    ['kill -9 $$', 'was killed by SIGKILL'],
  ])('that does «%s» failed', async (script, reason) => {
    expect(await openChannel().send(shell(script))).toEqual({ kind: 'failed', reason })
  })

  test('that complains at length is quoted with its last words', async () => {
    const script = 'i=0; while [ $i -lt 20000 ]; do echo "line $i" >&2; i=$((i+1)); done; exit 1'
    const outcome = await openChannel().send(shell(script))
    if (outcome.kind !== 'failed') throw new Error('it should have failed')
    expect(outcome.reason).toMatch(/line 19999$/)
    expect(outcome.reason.length).toBeLessThan(600)
  })

  test('that cannot be started failed', async () => {
    const outcome = await openChannel().send({ command: ['no-such-program'] })
    expect(outcome).toEqual({ kind: 'failed', reason: 'spawn no-such-program ENOENT' })
  })

  test('that hangs is ended at its limit, with all it started', async () => {
    const { folder, send } = openChannel()
    const script = 'sleep 300 & echo $! > child; echo $$ > parent; wait'
    const outcome = await send(shell(script, { timeoutSeconds: 0.5 }))
    expect(outcome).toEqual({ kind: 'failed', reason: 'did not finish within 0.5 s' })
    for (const name of ['child', 'parent']) {
      const pid = Number(readFileSync(join(folder, name), 'utf8'))
      await waitFor(`the ${name} to end`, () => !isAlive(pid))
    }
  })

  test('is ended when we stop', async () => {
    const stopping = new AbortController()
    const { folder, send } = openChannel()
    const sending = send(shell('echo $$ > pid; sleep 300'), stopping.signal)
    const pid = await waitFor('it to run', () => Number(readFileSync(join(folder, 'pid'), 'utf8')))
    stopping.abort()
    expect(await sending).toMatchObject({ kind: 'failed' })
    await waitFor('it to end', () => !isAlive(pid))
  })

  test('that leaves a child behind has done its work nonetheless', async () => {
    const { folder, send } = openChannel()
    expect(await send(shell('sleep 300 & echo $! > child'))).toEqual({ kind: 'accepted' })
    process.kill(Number(readFileSync(join(folder, 'child'), 'utf8')), 'SIGKILL')
  })
})

interface Received {
  readonly request: IncomingMessage
  readonly body: string
}

async function serve(answer: (response: ServerResponse) => void) {
  const received: Received[] = []
  const listener: RequestListener = async (request, response) => {
    received.push({ request, body: await text(request) })
    answer(response)
  }
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, received }
}

describe('an address', () => {
  const answering = (status: number, headers = {}) =>
    serve((response) => response.writeHead(status, headers).end('thanks'))

  test('is posted the event, named and signed', async () => {
    const { url, received } = await answering(204)
    const { send } = openChannel({ CHAT_SECRET: 'hush' })
    expect(await send({ url, secretVariable: 'CHAT_SECRET' })).toEqual({ kind: 'accepted' })
    const [{ request, body } = { request: undefined, body: '' }] = received
    expect(JSON.parse(body)).toEqual(event)
    const timestamp = String(Date.parse('2026-01-02T03:04:05Z') / 1_000)
    const signature = createHmac('sha256', 'hush').update(`${timestamp}.${body}`).digest('hex')
    expect(request?.method).toBe('POST')
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'throughline/1.2.3',
      'x-throughline-event-id': event.id,
      'x-throughline-event-type': 'turn-ended',
      'x-throughline-timestamp': timestamp,
      'x-throughline-signature': `sha256=${signature}`,
    })
  })

  test('has no signature without a secret', async () => {
    const { url, received } = await answering(200)
    await openChannel().send({ url })
    expect(received[0]?.request.headers).not.toHaveProperty('x-throughline-signature')
  })

  test('gets nothing unsigned when the secret is not there', async () => {
    const { url, received } = await answering(200)
    expect(await openChannel().send({ url, secretVariable: 'CHAT_SECRET' })).toEqual({
      kind: 'failed',
      reason: 'CHAT_SECRET is not set where the daemon runs',
    })
    expect(received).toEqual([])
  })

  test.each([
    [500, 'failed'],
    [404, 'failed'],
    [410, 'gone'],
  ])('that answers %i has %s', async (status, kind) => {
    const { url } = await answering(status)
    expect(await openChannel().send({ url })).toEqual({ kind, reason: `answered ${status}` })
  })

  test('is not followed elsewhere', async () => {
    const elsewhere = await answering(200)
    const { url } = await answering(307, { location: elsewhere.url })
    expect(await openChannel().send({ url })).toEqual({ kind: 'failed', reason: 'answered 307' })
    expect(elsewhere.received).toEqual([])
  })

  test('that never answers is given up at its limit', async () => {
    const { url } = await serve(() => undefined)
    const outcome = await openChannel().send({ url, timeoutSeconds: 0.3 })
    expect(outcome).toEqual({ kind: 'failed', reason: 'did not finish within 0.3 s' })
  })

  test('that closes the connection failed', async () => {
    const { url } = await serve((response) => response.destroy())
    expect(await openChannel().send({ url })).toEqual({
      kind: 'failed',
      reason: 'other side closed',
    })
  })

  test('where nobody listens failed', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const outcome = await openChannel().send({ url: `http://127.0.0.1:${port}/hook` })
    expect(outcome).toEqual({ kind: 'failed', reason: `connect ECONNREFUSED 127.0.0.1:${port}` })
  })

  test('may say as much as it likes', async () => {
    const { url } = await serve((response) => {
      response.writeHead(200)
      const flood = () => {
        while (response.write('x'.repeat(65_536)));
      }
      response.on('drain', flood)
      flood()
    })
    expect(await openChannel().send({ url })).toEqual({ kind: 'accepted' })
  })
})
