/** A model that never answers keeps nobody waiting: no hook, no digest, no event. */
import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { percentile } from '../../bench/statistics.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { refusing, startModelServer } from '../support/models/model-servers.ts'
import { spawnCli } from '../support/processes/cli.ts'
import { startDaemon } from '../support/processes/daemon.ts'
import { installShim, runShim } from '../support/processes/shim.ts'

/** A hook that only captures takes a fifth of a bare Node. */
const captureBound = 0.2
const turns = 40

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

it('hooks stay as quick and other jobs go on while a model does not answer', async () => {
  const server = await startModelServer((request, response) => {
    // It is there, and has the model; only it does not answer.
    if (request.path === '/api/show')
      refusing(200, { capabilities: ['completion'] })(request, response)
  })
  const asked = () => server.requests.filter(({ path }) => path === '/api/chat')
  await set('learning.reader', 'ollama')
  await set('models.ollama.url', server.url)
  installShim(world)
  const daemon = await startDaemon(world)
  const { prompt, stop } = sessionPayloads('s1', world.project)
  const ask = (turn: number) =>
    runShim(world, 'UserPromptSubmit', prompt(turn, `Where is part ${turn} of the fence?`))

  await ask(1)
  runStop(stop(1, 'It stands in the garden.'))
  // Another session ends, and its reading never comes to an end.
  const other = sessionPayloads('s0', world.project)
  await runShim(
    world,
    'UserPromptSubmit',
    other.prompt(1, 'Please put up the fence in the garden, with a gate.'),
  )
  runStop(other.stop(1, 'It stands in the garden.'))
  timeOf(world.paths.hook, ['claude-code', 'SessionEnd'], JSON.stringify(other.end()))
  await waitFor('the model to be asked', () => asked().length === 1)

  const bare: number[] = []
  const hook: number[] = []
  for (let turn = 2; turn <= turns; turn++) {
    bare.push(timeOf(process.execPath, ['-e', '0']))
    hook.push(runStop(stop(turn, `Part ${turn} stands in the garden.`)))
  }
  expect(percentile(hook, 50) / percentile(bare, 50)).toBeLessThanOrEqual(captureBound)

  const done = () => countOf("kind = 'digest-turn' AND status = 'done'")
  await waitFor('every digest', () => done() === turns + 1, 30_000)
  expect(countOf("kind = 'read' AND status = 'running'")).toBe(1)
  expect(countOf("kind = 'extract' AND status = 'done'")).toBeGreaterThan(0)
  expect(asked()).toHaveLength(1)
  expect(await daemon.kill('SIGTERM')).toBe(0)
})

async function set(key: string, value: string): Promise<void> {
  expect(await spawnCli(world, ['config', 'set', key, value])).toMatchObject({ code: 0 })
}

const runStop = (payload: object) =>
  timeOf(world.paths.hook, ['claude-code', 'Stop'], JSON.stringify(payload))

function timeOf(program: string, args: readonly string[], input = ''): number {
  const env = { ...world.env, PWD: world.project }
  const start = performance.now()
  const { status } = spawnSync(program, args, { cwd: world.project, env, input })
  const tookMs = performance.now() - start
  expect(status).toBe(0)
  return tookMs
}

const countOf = (condition: string) =>
  Number(world.rows(`SELECT count(*) AS n FROM jobs WHERE ${condition}`)[0]?.n)
