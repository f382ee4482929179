import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HookHome } from './hook-home.ts'

const silent = { code: 0, signal: null, stdout: '', stderr: '' }

interface Asked {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

describe('a hook that asks the daemon', () => {
  let home: HookHome
  let server: Server | undefined
  beforeEach(() => {
    home = new HookHome()
  })
  afterEach(async () => {
    server?.closeAllConnections()
    server?.close()
    server = undefined
    home.remove()
  })

  function writeRunFile(run: object) {
    mkdirSync(home.paths.run, { recursive: true })
    writeFileSync(home.paths.runFile, JSON.stringify({ startedAt: '', version: '1', ...run }))
  }

  async function serve(answer: (response: ServerResponse) => void): Promise<Asked[]> {
    const asked: Asked[] = []
    server = createServer(async (request, response) => {
      const { method, url, headers } = request
      asked.push({ method, url, headers, body: await text(request) })
      answer(response)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    writeRunFile({ pid: process.pid, port, token: 'secret-token' })
    return asked
  }
  const json =
    (value: unknown, status = 202) =>
    (response: ServerResponse) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value))
    }

  it('prints its output, having spooled the event first', async () => {
    let spooledBefore = 0
    const output = `{"context":"${'é'.repeat(50_000)}"}\n`
    const asked = await serve((response) => {
      spooledBefore = home.spooled().length
      json({ output })(response)
    })
    const run = await home.run('UserPromptSubmit', { input: '{"prompt":"hi"}' })
    expect(run).toEqual({ ...silent, stdout: output })
    expect(spooledBefore).toBe(1)
    expect(asked).toMatchObject([
      {
        method: 'POST',
        url: expect.stringMatching(
          /^\/hooks\/UserPromptSubmit\?host=claude-code&spooled=1&until=\d{13}&folder=%2F/,
        ),
        headers: {
          authorization: 'Bearer secret-token',
          host: expect.stringMatching(/^127\.0\.0\.1:/),
        },
        body: '{"prompt":"hi"}',
      },
    ])
  })

  it('says so when the event is nowhere but in the request', async () => {
    const asked = await serve(json({}))
    writeFileSync(home.paths.spool, 'a file in its place')
    expect(await home.run('UserPromptSubmit')).toEqual(silent)
    expect(asked[0]?.url).toContain('spooled=0')
  })

  it('does not ask for events that need no answer, even when Node has to decide', async () => {
    const asked = await serve(json({ output: 'x' }))
    home.configure({ disabledProjects: ['github.com/acme/secret'] })
    expect(await home.run('SessionEnd')).toEqual(silent)
    expect(home.spooled()).toHaveLength(1)
    expect(asked).toEqual([])
  })

  it.each([
    ['nothing to say', json({ status: 'accepted' })],
    ['an empty output', json({ output: '' })],
    ['an output that is no text', json({ output: { a: 1 } })],
    ['a refusal', json({ error: 'x' }, 401)],
    ['a fault', json({ output: 'x' }, 500)],
    ['no JSON', (response: ServerResponse) => void response.end('<html>')],
    ['no body', (response: ServerResponse) => void response.writeHead(204).end()],
    ['a hang-up', (response: ServerResponse) => void response.destroy()],
  ])('prints nothing when it answers with %s', async (_what, answer) => {
    await serve(answer)
    expect(await home.run('SessionStart')).toEqual(silent)
    expect(home.spooled()).toHaveLength(1)
  })

  it.each([
    ['never answers', () => {}],
    [
      'never finishes',
      (response: ServerResponse) => {
        response.writeHead(200)
        response.write('{"output":"half')
      },
    ],
  ])('keeps its deadline against a daemon that %s', async (_what, answer) => {
    await serve(answer)
    home.configure({ hook: { deadlineMs: 400 } })
    const start = performance.now()
    expect(await home.run('UserPromptSubmit')).toEqual(silent)
    expect(await home.run('UserPromptSubmit')).toEqual(silent)
    const eachMs = (performance.now() - start) / 2
    expect(eachMs).toBeGreaterThanOrEqual(300)
    expect(eachMs).toBeLessThan(5_000)
    expect(home.spooled()).toHaveLength(2)
    expect(home.log()).toContain('the daemon did not answer in time')
  })

  it.runIf(process.platform === 'linux')(
    'starts the daemon at the start of a session, on its own and without our project',
    async () => {
      const env = { THROUGHLINE_PROJECT: 'web' }
      expect(await home.run('SessionStart', { env })).toEqual(silent)
      const pid = await vi.waitUntil(() => home.daemonPid(), { timeout: 30_000 })
      try {
        expect(process.kill(pid, 0)).toBe(true)
        expect(isOwnProcessGroup(pid)).toBe(true)
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
        expect(environment).toContain('THROUGHLINE_INTERNAL=1')
        expect(environment).toContain(`THROUGHLINE_HOME=${home.paths.root}`)
        expect(environment).not.toContain('THROUGHLINE_PROJECT=web')
      } finally {
        process.kill(pid, 'SIGTERM')
        await vi.waitUntil(() => home.daemonPid() === undefined, { timeout: 30_000 })
      }
    },
  )

  it.each([
    ['no run file', undefined],
    ['a dead process', { pid: 2 ** 22 + 1, port: 9, token: 't' }],
    ['a port that refuses', { pid: process.pid, port: 1, token: 't' }],
    ['a damaged run file', { pid: 'x', port: null }],
    ['a token that would forge headers', { pid: process.pid, port: 1, token: 'a\r\nX: y' }],
  ])('is silent and spools with %s', async (_what, run) => {
    if (run) writeRunFile(run)
    expect(await home.run('UserPromptSubmit')).toEqual(silent)
    expect(home.spooled()).toHaveLength(1)
  })
})

/** The fifth field of its stat: a detached process leads its own group. */
function isOwnProcessGroup(pid: number): boolean {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')
  return fields?.[2] === String(pid)
}
