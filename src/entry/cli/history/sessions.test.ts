import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { sessionPayloads } from '../../../../test/support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../../../../test/support/homes/spool-files.ts'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'

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

it('a session is shown with its outcome on top and the work of each turn', async () => {
  const { stdout } = await cli('sessions', 's1')
  const [facts, summary, turn] = stdout.trimEnd().split('\n\n')
  expect(facts).toMatch(/^title +Paint the fence green\nsession +/)
  expect(summary?.split('\n')).toEqual([
    'Done: The fence is green. The gate still needs a second coat.',
    'Tests: `make check` fails',
  ])
  expect(turn?.split('\n')).toEqual([
    '1. Paint the fence green.',
    '   > The fence is green. The gate still needs a second coat.',
    '   Used: Bash 3 (1 failed)',
    '   Open: `make check` fails',
    '   Tests: `make check` failed',
    '   Ran: `make fence`, `make gate`',
  ])
})

it('prints the digests as JSON', async () => {
  const session = JSON.parse((await cli('sessions', 's1', '--json')).stdout)
  expect(session.digest).toMatchObject({ type: 'session', toolEvents: 3 })
  expect(session.timeline[0].digest).toMatchObject({
    type: 'turn',
    open: [{ kind: 'failing' }],
  })
})

it('rebuild creates the digests again', async () => {
  await cli('sessions', 's1')
  const kept = world.rows('SELECT * FROM digests ORDER BY type')
  expect((await cli('rebuild')).stdout).toMatch(/Rebuilt the digests: 1 session/)
  expect(world.rows('SELECT * FROM digests ORDER BY type')).toEqual(kept)
  expect(JSON.parse((await cli('rebuild', '--json')).stdout)).toEqual({
    memories: 0,
    sessions: 1,
    digests: 1,
  })
})

it('says when there are more than it shows, and continues from there', async () => {
  for (const id of ['s2', 's3']) {
    const { start } = sessionPayloads(id, world.project)
    writeSpoolFile(world.paths.spool, { event: 'SessionStart' }, start())
  }
  const first = (await cli('sessions', '--limit', '2')).stdout.trimEnd().split('\n')
  expect(first).toHaveLength(3)
  expect(first[2]).toBe('3 sessions in all; --offset 2 shows the next ones')
  const rest = (await cli('sessions', '--limit', '2', '--offset', '2')).stdout
  expect(rest.trimEnd().split('\n')).toHaveLength(1)
  expect((await cli('sessions', '--offset', '3')).stdout).toBe('There are only 3 sessions.\n')
})

it('distinguishes a filter without matches from an empty home, and refuses an unknown host', async () => {
  const empty = 'No session matches. `throughline sessions` lists all.\n'
  for (const filter of ['--host codex', '--status completed']) {
    expect((await cli('sessions', ...filter.split(' '))).stdout).toBe(empty)
  }
  const unknown = await cli('sessions', '--host', 'claud-code')
  expect(unknown).toMatchObject({ code: 2, stdout: '' })
  expect(unknown.stderr).toMatch(/unknown host "claud-code"\n {2}did you mean claude-code\?/)
  const other = createWorld()
  onTestFinished(() => other.close())
  expect((await runCli(other, ['sessions', '--status', 'active'])).stdout).toMatch(/captured yet/)
})
