/** Digests come by themselves while the daemon runs. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../support/homes/spool-files.ts'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { startDaemon } from '../support/processes/daemon.ts'

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

it('the daemon digests each turn and then the session', async () => {
  const { start, prompt, toolUse, stop, end } = sessionPayloads('s1', world.project)
  await startDaemon(world)
  const events = [
    ['SessionStart', start()],
    ['UserPromptSubmit', prompt(1, 'Paint the fence green.')],
    ['PostToolUse', toolUse(1, 'fence')],
    ['Stop', stop(1, 'The fence is green.')],
    ['SessionEnd', end()],
  ] as const
  for (const [event, payload] of events) writeSpoolFile(world.paths.spool, { event }, payload)
  const digests = await waitFor('both digests', () => {
    const rows = world.rows('SELECT type, body FROM digests ORDER BY type')
    return rows.length === 2 && rows
  })
  expect(digests.map(({ body }) => JSON.parse(String(body)))).toMatchObject([
    { type: 'session', steps: [{ request: 'Paint the fence green.' }] },
    { type: 'turn', commands: [{ command: 'make fence', outcome: 'passed' }] },
  ])
})
