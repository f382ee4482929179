/** A team server that is broken or hostile cannot hang a machine, fill it, or change what is private. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Local, openLocal } from '../../src/compose/local.ts'
import { peopleRoutes, syncRoutes } from '../../src/contract/team/routes.ts'
import type { SharedState } from '../../src/contract/team/sync.ts'
import { createTeamLoop } from '../../src/entry/daemon/team-loop.ts'
import { writeTeamSignIn } from '../../src/home/team-sign-in.ts'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { runCli } from '../support/processes/cli.ts'

const project = randomUUID()
const ada = { id: randomUUID(), name: 'Ada' }
const mallory = { id: randomUUID(), name: 'Mallory' }
const markOf = (sequence: number) => ({ sequence, mark: '0'.repeat(16) })
const kind = { type: 'team', identity: 'github.com/acme/widgets', name: 'widgets', aliases: [] }

/** What an honest server with nothing in it answers. */
const honest: Record<string, () => unknown> = {
  [`GET ${peopleRoutes.authCheck}`]: () => ({
    ...{ organisation: { id: randomUUID(), name: 'Acme' }, person: ada, role: 'member' },
    scopes: [],
  }),
  [`POST ${syncRoutes.share.path}`]: () => ({ id: project, ...kind, memories: 0 }),
  [`GET ${syncRoutes.projects.path}`]: () => ({ projects: [] }),
  [`GET ${syncRoutes.buckets.path}`]: () => ({ at: markOf(1), hashes: {} }),
  [`GET ${syncRoutes.bucket.path}`]: () => ({ entries: [] }),
  [`POST ${syncRoutes.states.path}`]: () => ({ states: [] }),
  [`POST ${syncRoutes.push.path}`]: () => ({ status: 'ok', answers: [] }),
  [`POST ${syncRoutes.pull.path}`]: () => pulled([], 1),
}
const pulled = (states: readonly SharedState[], sequence: number, isLast = true) => ({
  ...{ status: 'ok', states, upTo: markOf(sequence), isLast },
})

let world: World
let local: Local
let answers: Record<string, () => unknown>
const requests: string[] = []

beforeEach(async () => {
  answers = { ...honest }
  requests.length = 0
  const server = createServer((request, response) => {
    const route = `${request.method} ${request.url?.split('?')[0]}`
    requests.push(route)
    const answer = answers[route]?.()
    if (answer === undefined) response.writeHead(404)
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  world = createWorld()
  await say('remember', 'The harbour is private.', '--scope', 'global')
  writeTeamSignIn(world.paths, {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ token: 'x', organisation: { id: randomUUID(), name: 'Acme' }, person: ada },
  })
  const { paths, userHome, env } = world
  local = await openLocal({ root: paths.root, userHome, env })
  onTestFinished(async () => {
    local.close()
    await world.close()
    server.closeAllConnections()
    server.close()
  })
})

const say = async (...args: string[]) => {
  const result = await runCli(world, args)
  expect(result).toMatchObject({ code: 0, stderr: '' })
  return result.stdout
}
const count = (route: string) => requests.filter((each) => each.endsWith(route)).length

function stateOf(id: string, content: string): SharedState {
  const at = '2026-01-01T00:00:00.000Z'
  return {
    ...{ type: 'memory', id, project, version: 5, author: mallory },
    text: {
      ...{ kind: 'rule', content, tags: [], keywords: [], files: [], importance: 1 },
      ...{ trust: 'user', validFrom: at, createdAt: at, updatedAt: at },
    },
  }
}

/** Shares a project that has nothing yet; what is private is global. */
async function shareEmpty(): Promise<string> {
  const [memory] = JSON.parse(await say('list', '--json')).memories
  await say('share', '--yes')
  return memory.id
}

test('a state that bears the id of a private memory changes nothing', async () => {
  const id = await shareEmpty()
  answers[`POST ${syncRoutes.pull.path}`] = () => pulled([stateOf(id, 'Planted.')], 2)
  expect(await local.team.round()).toMatchObject({ state: 'connected' })
  expect(JSON.parse(await say('list', '--json')).memories).toMatchObject([
    { id, scope: 'global', content: 'The harbour is private.' },
  ])
})

test('pages that never end are left', async () => {
  await shareEmpty()
  requests.length = 0
  answers[`POST ${syncRoutes.pull.path}`] = () => pulled([], 1, false)
  expect(await local.team.round()).toMatchObject({ state: 'unreachable' })
  expect(count(syncRoutes.pull.path)).toBeLessThan(3)
  let sequence = 1
  answers[`POST ${syncRoutes.pull.path}`] = () => pulled([], ++sequence, false)
  await local.team.round()
  expect(count(syncRoutes.pull.path)).toBeLessThan(110)
})

test.each(['garbage', '{"status":"ok"}', '{"status":"ok","upTo":{"sequence":-1}}', '[]', '"x"'])(
  'answers of %s to everything leave this machine as it is',
  async (garbage) => {
    await shareEmpty()
    for (const route of Object.keys(answers)) answers[route] = () => garbage
    await local.team.compareNext()
    expect(await local.team.round()).toMatchObject({ state: 'unreachable' })
    expect(await say('list')).toContain('The harbour is private.')
  },
)

test('the daemon’s loop is not driven by a server that always says something changed', async () => {
  await shareEmpty()
  let sequence = 10
  answers[`GET ${syncRoutes.wait.path}`] = () => ({ sequence: ++sequence })
  const closing = new AbortController()
  const startedAt = performance.now()
  const loop = createTeamLoop(local, closing.signal)
  onTestFinished(() => {
    closing.abort()
    loop.close()
  })
  loop.nudge()
  await waitFor('six waits', () => count(syncRoutes.wait.path) >= 6, 20_000)
  // The gaps between them grow: 0, 0.25, 0.5, 1 and 2 s.
  expect(performance.now() - startedAt).toBeGreaterThan(1_700)
  expect(count(syncRoutes.pull.path)).toBeLessThan(15)
})

test('the daemon’s loop survives garbage and a missing wait route', async () => {
  await shareEmpty()
  for (const route of Object.keys(answers)) answers[route] = () => 'garbage'
  const closing = new AbortController()
  const loop = createTeamLoop(local, closing.signal)
  onTestFinished(() => {
    closing.abort()
    loop.close()
  })
  loop.nudge()
  await waitFor(
    'the problem to be noted',
    async () => (await local.team.status())?.state === 'unreachable',
  )
  expect(count(syncRoutes.wait.path)).toBe(1)
  expect(await say('list')).toContain('The harbour is private.')
})
