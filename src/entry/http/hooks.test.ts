import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sessionPayloads } from '../../../test/support/homes/claude-payloads.ts'
import { eachWithHttpApp, type Problem } from '../../../test/support/processes/http-app.ts'
import { listen } from '../daemon/listen.ts'

const app = eachWithHttpApp()
const { ask, post } = app
const { start, toolUse, stop } = sessionPayloads('s1', '')

describe('POST /hooks/{Event}', () => {
  it('puts an event into the spool', async () => {
    const response = await post('/hooks/PostToolUse', toolUse(1, 'toolu_1'))
    expect(response.status).toBe(202)
    expect(await response.json()).toEqual({ status: 'accepted' })
    const [entry] = await app.local.spool.pending()
    const file = entry && (await app.local.spool.read(entry))
    expect(file).toMatchObject({
      kind: 'ok',
      envelope: { host: 'claude-code', event: 'PostToolUse' },
    })
    expect(file?.kind === 'ok' && JSON.parse(file.payload)).toEqual(toolUse(1, 'toolu_1'))
  })

  it('keeps an unknown event', async () => {
    expect((await post('/hooks/SomethingNew', { session_id: 's1', new: true })).status).toBe(202)
    expect(await app.local.spool.depth()).toMatchObject({ pending: 1 })
  })

  it('only drains sooner if the hook has spooled the event itself', async () => {
    expect((await post('/hooks/SessionStart?spooled=1', start())).status).toBe(202)
    expect(app.calls).toContain('nudge')
    expect(await app.local.spool.depth()).toMatchObject({ pending: 0 })
  })

  it('gives the answer to the host', async () => {
    const answer = async () => 'remember the milk'
    const response = await post('/hooks/SessionStart', start(), { answer })
    expect(await response.json()).toEqual({ status: 'accepted', output: 'remember the milk' })
  })

  it.each([
    ['an event without a session', '/hooks/Stop', {}, /session_id is missing/],
    ['broken JSON', '/hooks/Stop', '{"session_id": ', /not valid JSON/],
    ['JSON that is no object', '/hooks/Stop', '[1, 2]', /not a JSON object/],
    ['nothing', '/hooks/Stop', '', /empty/],
    ['an unknown host', '/hooks/Stop?host=claud-code', { session_id: 's' }, /unknown host/],
    ['a name that is no event', '/hooks/..%2F..%2Fetc', { session_id: 's' }, /not an event name/],
  ])('refuses %s', async (_, path, body, message) => {
    const response = await post(path, body)
    expect(response.status).toBe(400)
    expect(((await response.json()) as Problem).error.message).toMatch(message)
    expect(await app.local.spool.depth()).toMatchObject({ pending: 0 })
  })

  it('names the host that was probably meant', async () => {
    const response = await post('/hooks/Stop?host=claud-code', { session_id: 's' })
    const { error } = (await response.json()) as Problem
    expect(error.hint).toContain('did you mean claude-code?')
  })

  it('refuses more than 32 MiB, whether the size was announced or not', async () => {
    const body = JSON.stringify({ session_id: 's', text: 'x'.repeat(32 * 1024 * 1024) })
    expect((await post('/hooks/Stop', body)).status).toBe(413)
    const stream = new Blob([body]).stream()
    const init = { method: 'POST', body: stream, duplex: 'half' } as RequestInit
    expect((await ask('/hooks/Stop', init)).status).toBe(413)
    expect(await app.local.spool.depth()).toMatchObject({ pending: 0 })
  })

  it('accepts a body just below the limit', async () => {
    const frame = JSON.stringify({ session_id: 's', text: '' }).length
    const text = 'x'.repeat(32 * 1024 * 1024 - frame)
    expect((await post('/hooks/Stop', { session_id: 's', text })).status).toBe(202)
  })

  it('answers 202 when the spool cannot be written, and logs it', async () => {
    rmSync(app.world.paths.spool, { recursive: true })
    writeFileSync(app.world.paths.spool, 'a file where the spool was')
    const response = await post('/hooks/Stop', stop(1, 'done'))
    expect(response.status).toBe(202)
    expect(await response.json()).toEqual({ status: 'failed' })
    expect(app.logged).toEqual(['a hook event could not be handled'])
    rmSync(app.world.paths.spool)
    mkdirSync(app.world.paths.spool)
  })

  it('answers 202 if there is no answer, and keeps the event', async () => {
    const answer = () => Promise.reject(new Error('no'))
    expect((await post('/hooks/SessionStart', start(), { answer })).status).toBe(202)
    expect(app.logged).toHaveLength(1)
    expect(await app.local.spool.depth()).toMatchObject({ pending: 1 })
  })
})

/** Over a real socket, as Node sends a body of unknown size. */
async function postChunked(chunks: readonly string[]) {
  const server = await listen(app.fetch, { ports: [0], hint: '' })
  onTestFinished(() => server.close())
  const sent = request({
    port: server.port,
    path: '/hooks/Stop',
    method: 'POST',
    headers: { authorization: `Bearer ${app.token}`, 'transfer-encoding': 'chunked' },
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).on('error', reject)
  })
  for (const chunk of chunks) sent.write(chunk)
  sent.end()
  const response = await answered
  return { status: response.statusCode, body: await json(response) }
}

describe('a chunked body', () => {
  it('is put into the spool', async () => {
    const text = JSON.stringify(stop(1, 'déjà vu'))
    const bytes = [text.slice(0, 10), text.slice(10)]
    expect(await postChunked(bytes)).toEqual({ status: 202, body: { status: 'accepted' } })
    const [entry] = await app.local.spool.pending()
    const file = entry && (await app.local.spool.read(entry))
    expect(file?.kind === 'ok' && file.payload).toBe(text)
  })

  it('is refused past 32 MiB', async () => {
    const chunks = Array.from({ length: 33 }, () => 'x'.repeat(1024 * 1024))
    expect(await postChunked(['{"session_id":"s1","text":"', ...chunks, '"}'])).toEqual({
      status: 413,
      body: {
        error: {
          message: 'the body is larger than 32 MiB',
          hint: 'send less at once',
        },
      },
    })
    expect(await app.local.spool.depth()).toMatchObject({ pending: 0 })
  })
})
