import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sessionPayloads } from '../../../../test/support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../../../../test/support/homes/spool-files.ts'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

const status = async (...args: string[]) => (await runCli(world, ['status', ...args])).stdout

it('begins with what is remembered; how Throughline runs comes after a blank line', async () => {
  await runCli(world, ['remember', 'Use pnpm here, never npm', '--kind', 'rule'])
  await runCli(world, ['remember', 'The staging server listens on port 8080'])
  const [value = '', plumbing = ''] = (await status()).split('\n\n')
  expect(value).toMatch(/^memories +2 \(1 rule\)$/m)
  expect(value).toMatch(/^this week +2 learned, 0 given to agents$/m)
  expect(value).toMatch(/^review +nothing waiting$/m)
  expect(plumbing).toMatch(/^agents +none connected\ncapture +on\nlearning +local rules/)
  expect(plumbing).toMatch(/^queue +nothing waiting$/m)
  expect(plumbing).toMatch(/^daemon +not running; the next session starts it$/m)
})

it('says what waits to be read, without internal words', async () => {
  const { start } = sessionPayloads('s1', world.project)
  writeSpoolFile(world.paths.spool, { event: 'SessionStart', cwd: world.project }, start())
  const text = await status()
  expect(text).toMatch(/^queue +1 event to read, oldest just now$/m)
  expect(text).not.toMatch(/spool|\bjobs?\b|ingest/)
  await runCli(world, ['sessions'])
  expect(await status()).toMatch(/^latest +Claude Code session in widgets, just now$/m)
})

it('prints the same as JSON', async () => {
  await runCli(world, ['remember', 'Use pnpm here, never npm', '--kind', 'rule'])
  expect(JSON.parse(await status('--json'))).toMatchObject({
    memories: 1,
    rules: 1,
    candidates: 0,
    review: 0,
    recent: { days: 7, learned: 1, candidates: 0, given: 0, used: 0, failuresAnswered: 0 },
    daemon: { running: false },
    totals: { sessions: 0 },
  })
})

it('says what keeps a connected agent from working', async () => {
  const codex = join(world.userHome, '.codex')
  mkdirSync(codex)
  await runCli(world, ['setup', '--host', 'codex', '--yes'])
  expect(await status()).toMatch(
    /^agents +Codex.*\n +Codex does not run our hooks in .*: you have not trusted them yet \(throughline doctor\)$/m,
  )
  expect(JSON.parse(await status('--json')).agents).toMatchObject([
    { name: 'codex', blockers: [{ problem: expect.stringContaining('not trusted') }] },
  ])
})

it('says which connected agents were not heard since', async () => {
  await runCli(world, ['setup', '--host', 'claude-code', '--yes'])
  expect(await status()).toMatch(/^agents +Claude Code \(not heard yet\)$/m)
  const { start } = sessionPayloads('s1', world.project)
  writeSpoolFile(world.paths.spool, { event: 'SessionStart', cwd: world.project }, start())
  await runCli(world, ['sessions'])
  expect(await status()).toMatch(/^agents +Claude Code$/m)
})
