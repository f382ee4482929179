/** The loop from captured events to memories, by the real daemon and the local judge. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { runsOf } from '../hermetic/long-run.ts'
import { createRandom } from '../support/core/random.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../support/homes/spool-files.ts'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { spawnDaemon, startDaemon } from '../support/processes/daemon.ts'

const worlds: World[] = []
function newWorld(): World {
  const world = createWorld()
  worlds.push(world)
  return world
}
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

const statements = [
  'In this repo we use pnpm, not npm.',
  'Never commit directly to main, open a pull request instead.',
  'Always run make lint before you push.',
  'From now on keep sessions in Redis, because Postgres was too slow for it.',
  'Keep in mind that the staging cluster runs in eu-west-1.',
  'I prefer short answers without bullet points.',
]
const sessions = ['one', 'two', 'three']

function spoolSession(world: World, id: string, end: 'end' | 'compact' = 'end'): void {
  const payloads = sessionPayloads(id, world.project)
  const put = (event: string, payload: object) =>
    writeSpoolFile(world.paths.spool, { event, cwd: world.project }, payload)
  put('SessionStart', payloads.start())
  statements.forEach((statement, index) => {
    const turn = index + 1
    put('UserPromptSubmit', payloads.prompt(turn, statement))
    put('PostToolUse', payloads.toolUse(turn, `${id}-${turn}`))
    put('Stop', payloads.stop(turn, `Noted, I will keep to that from now on (${id}).`))
  })
  if (end === 'end') put('SessionEnd', payloads.end())
  else put('PreCompact', { ...payloads.end(), hook_event_name: 'PreCompact', trigger: 'auto' })
}

const isLearning = (world: World) =>
  world.rows("SELECT 1 FROM jobs WHERE kind = 'extract' AND status IN ('pending', 'running')")
    .length > 0
const countOf = (world: World, table: string) =>
  Number(world.rows(`SELECT count(*) AS n FROM ${table}`)[0]?.n)
const waitUntilLearned = (world: World, turns: number) =>
  waitFor(
    'everything to be learned',
    () => countOf(world, 'turns') === turns && !isLearning(world),
    60_000,
  )

/** What was learned, without what differs between two runs. */
const learned = (world: World) =>
  world.rows(
    `SELECT kind, content, scope, version, tags, valid_to IS NULL AS is_valid,
       (SELECT count(*) FROM memory_sources WHERE memory_id = memories.id) AS sources
     FROM memories ORDER BY content`,
  )

it('learns the same however often the daemon is killed in between, and nothing twice', async () => {
  const calm = newWorld()
  for (const id of sessions) spoolSession(calm, id)
  await startDaemon(calm)
  await waitUntilLearned(calm, statements.length * sessions.length)
  expect(learned(calm).length).toBeGreaterThanOrEqual(statements.length - 1)

  const random = createRandom(4_711)
  const troubled = newWorld()
  for (const id of sessions) spoolSession(troubled, id)
  for (let kill = 0; kill < runsOf(12); kill++) {
    const daemon = await startDaemon(troubled)
    await delay(random() * 250)
    daemon.child.kill('SIGKILL')
    expect(await daemon.ended).toBe('SIGKILL')
  }
  await startDaemon(troubled)
  await waitUntilLearned(troubled, statements.length * sessions.length)
  expect(learned(troubled)).toEqual(learned(calm))
})

it('has the window of a compaction, although everything was killed right after the hook', async () => {
  const world = newWorld()
  spoolSession(world, 'one', 'compact')
  const first = spawnDaemon(world)
  first.child.kill('SIGKILL')
  await first.ended
  await startDaemon(world)
  await waitUntilLearned(world, statements.length)
  expect(learned(world).length).toBeGreaterThanOrEqual(statements.length - 1)
  expect(world.rows("SELECT 1 FROM jobs WHERE kind = 'read'")).toHaveLength(1)
})
