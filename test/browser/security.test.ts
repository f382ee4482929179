/** What strangers, other sites and hostile texts may not do to the dashboard. */
import { request } from 'node:http'
import { beforeAll, describe, expect } from 'vitest'
import { operations } from '../../src/contract/operations/index.ts'
import type { SignedIn } from '../support/browser/browser.ts'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { it } from '../support/browser/it.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../support/homes/spool-files.ts'
import { waitFor } from '../support/homes/world.ts'

const dashboard = allInDashboardWorld()

interface Answer {
  readonly status: number
  readonly body: string
}

/** As any program can, with headers that browsers do not let a page set. */
function ask(
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request(
    { host: '127.0.0.1', port: dashboard.daemon.port, method, path, headers },
    (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      reply.on('end', () =>
        resolve({
          status: reply.statusCode ?? 0,
          body: text,
        }),
      )
    },
  )
  sent.on('error', reject)
  sent.end(body)
  return promise
}

const json = { 'content-type': 'application/json' }
const writing = Object.entries(operations)
  .filter(([, { http }]) => http.method === 'post')
  .map(([name, { http }]) => [name, http.path.replace(/:\w+/g, 'x')] as const)
const everything = () => JSON.stringify(dashboard.world.rows('SELECT * FROM memories ORDER BY id'))

describe.each(writing)('%s', (_, path) => {
  it('is refused without a token, with a wrong one, from another site and as a form', async () => {
    const { port, token } = dashboard.daemon
    const own = { origin: `http://127.0.0.1:${port}`, authorization: `Bearer ${token}` }
    const before = everything()
    const refused = await Promise.all([
      ask('POST', path, json, '{}'),
      ask('POST', path, { ...json, authorization: 'Bearer wrong' }, '{}'),
      ask('POST', path, { ...json, cookie: `throughline=${token}`, origin: own.origin }, '{}'),
      ask('POST', path, { ...json, ...own, origin: 'https://evil.example' }, '{}'),
      ask('POST', path, { ...json, ...own, origin: 'http://127.0.0.1:1' }, '{}'),
      ask('POST', path, { 'content-type': 'text/plain', origin: own.origin }, '{}'),
      ask('POST', path, { 'content-type': 'application/x-www-form-urlencoded' }, 'a=1'),
      ask('POST', path, { ...json, ...own, host: 'rebound.example' }, '{}'),
    ])
    for (const { status } of refused) expect([401, 403]).toContain(status)
    expect(everything()).toBe(before)
  })
})

it.each([
  '/../package.json',
  '/assets/../../../package.json',
  '/assets/%2e%2e/%2e%2e/%2e%2e/package.json',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/%2e%2e%5c%2e%2e%5cpackage.json',
  '/assets/%00',
])('the path %s leads out of nothing', async (path) => {
  const { body } = await ask('GET', path, { authorization: `Bearer ${dashboard.daemon.token}` })
  expect(body).not.toContain('"dependencies"')
  expect(body).not.toContain('root:')
})

describe('a hostile text', () => {
  const attack = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'
  const link = 'javascript:window.hacked=1'
  let memoryId: string
  let sessionId: string

  beforeAll(async () => {
    const stored = await dashboard.daemon.post('/api/memories', {
      content: `A statement with ${attack} and [a link](${link}) in it`,
      scope: 'global',
      tags: ['"><svg-onload=alert>', attack.slice(0, 40)],
      files: [`${attack}.ts`, link],
      key: '"><b>key',
    })
    memoryId = ((await stored.json()) as { memory: { id: string } }).memory.id
    const payloads = sessionPayloads('hostile', dashboard.world.project)
    const put = (event: string, payload: object) =>
      writeSpoolFile(dashboard.world.paths.spool, { event, cwd: dashboard.world.project }, payload)
    put('SessionStart', payloads.start())
    put('UserPromptSubmit', payloads.prompt(1, `Look at ${attack}`))
    put('PostToolUse', payloads.toolUse(1, `id-${attack}`, attack))
    put('Stop', payloads.stop(1, `It says ${attack} and ${link}`))
    await waitFor(
      'the session',
      () => dashboard.world.rows('SELECT 1 FROM tool_events').length === 1,
    )
    sessionId = String(dashboard.world.rows('SELECT id FROM sessions')[0]?.id)
  })

  async function visit(signedIn: SignedIn, path: string): Promise<void> {
    await signedIn.go(path)
    await signedIn.page.getByText('window.hacked').first().waitFor()
    expect(await signedIn.page.evaluate('window.hacked')).toBeUndefined()
    expect(
      await signedIn.page.locator('img[src=x], svg[onload], a[href^=javascript]').count(),
    ).toBe(0)
  }

  it('is shown as text in every view that shows it', async () => {
    const signedIn = await dashboard.visit('/')
    const search = `/search?query=${encodeURIComponent('hacked')}`
    const paths = ['/', '/memories', `/memories/${memoryId}`, `/sessions/${sessionId}`, search]
    for (const path of paths) await visit(signedIn, path)
    expect(signedIn.faults).toEqual([])
  })
})
