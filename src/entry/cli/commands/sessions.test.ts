import { afterEach, beforeEach, expect, it } from 'vitest'
import { sessionPayloads } from '../../../../test/support/claude-payloads.ts'
import { runCli } from '../../../../test/support/cli.ts'
import { writeSpoolFile } from '../../../../test/support/spool-files.ts'
import { createWorld, type World } from '../../../../test/support/world.ts'

let world: World
const cli = (...args: string[]) => runCli(world, args)

beforeEach(() => {
  world = createWorld()
  const { start, prompt, toolUse, toolFailure, stop } = sessionPayloads('s1', world.project)
  const events = [
    ['SessionStart', start()],
    ['UserPromptSubmit', prompt(1, 'Paint the\u001b[2J fence green.')],
    ['PostToolUseFailure', toolFailure(1, 'check', 'Exit code 2\nno paint')],
    ['PostToolUse', toolUse(1, 'fence')],
    ['PostToolUse', toolUse(1, 'gate')],
    ['Stop', stop(1, 'The fence is green. The gate still needs a second coat.')],
  ] as const
  for (const [event, payload] of events) writeSpoolFile(world.paths.spool, { event }, payload)
})

afterEach(() => world.close())

it('a session is shown with its digest on top and what was done in each turn', async () => {
  const { stdout } = await cli('sessions', 's1')
  const [facts, digest, turn] = stdout.trimEnd().split('\n\n')
  expect(facts).toMatch(/^session +/)
  expect(digest?.split('\n')).toEqual([
    '1. Paint the fence green.',
    '   → The fence is green. The gate still needs a second coat.',
    'Open: `make check` fails',
    'Open: The gate still needs a second coat.',
    'Tests: `make check` failed',
    'Ran: `make fence`, `make gate`',
  ])
  expect(turn?.split('\n')).toEqual([
    '1. Paint the fence green.',
    '   > The fence is green. The gate still needs a second coat.',
    '   Used: Bash 3 (1 failed)',
    '   Open: `make check` fails',
    '   Open: The gate still needs a second coat.',
    '   Tests: `make check` failed',
    '   Ran: `make fence`, `make gate`',
  ])
})

it('gives the digests as data', async () => {
  const session = JSON.parse((await cli('sessions', 's1', '--json')).stdout)
  expect(session.digest).toMatchObject({ type: 'session', toolEvents: 3 })
  expect(session.timeline[0].digest).toMatchObject({
    type: 'turn',
    open: [{ kind: 'failing' }, { kind: 'unfinished' }],
  })
})

it('rebuild makes the digests anew', async () => {
  await cli('sessions', 's1')
  const kept = world.rows('SELECT * FROM digests ORDER BY type')
  expect((await cli('rebuild')).stdout).toMatch(/The digests are new: 1 session/)
  expect(world.rows('SELECT * FROM digests ORDER BY type')).toEqual(kept)
  expect(JSON.parse((await cli('rebuild', '--json')).stdout)).toEqual({
    memories: 0,
    sessions: 1,
    digests: 1,
  })
})
