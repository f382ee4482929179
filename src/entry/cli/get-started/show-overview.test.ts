import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeCandidates } from '../../../../test/support/homes/candidates.ts'
import { writeClaudeHistory } from '../../../../test/support/homes/claude-history.ts'
import { sessionPayloads } from '../../../../test/support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../../../../test/support/homes/spool-files.ts'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

const install = (folder: string) => mkdirSync(join(world.userHome, folder))
const standing = () => runCli(world, [])

describe('throughline alone', () => {
  it('without an agent offers the demo and creates nothing', async () => {
    const { code, stdout, stderr } = await standing()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('No coding agent was found on this machine.\n')
    expect(stdout).toMatch(/Next:\n {2}throughline demo /)
    expect(existsSync(world.paths.root)).toBe(false)
  })

  it('with agents that are not connected leads to setup', async () => {
    install('.claude')
    install('.gemini')
    const { stdout } = await standing()
    expect(stdout).toContain('Found on this machine: Claude Code and Gemini CLI. Not connected')
    expect(stdout).toMatch(/Next:\n {2}throughline setup /)
    expect(existsSync(world.paths.root)).toBe(false)
  })

  it('called by npx in a clone names the commands that work there', async () => {
    install('.claude')
    const { stdout } = await runCli(world, [], { env: { npm_command: 'exec' } })
    expect(stdout).toMatch(/Next:\n {2}npx throughline setup /)
    const env = { npm_command: 'exec' }
    const list = await runCli(world, ['list'], { env })
    expect(list.stdout).toBe('No memories here. `npx throughline remember TEXT` stores one.\n')
    const { stderr } = await runCli(world, ['show', 'none'], { env })
    expect(stderr).toMatch(/^throughline: .*\n {2}npx throughline list shows/)
  })

  it('after setup leads to import and the dashboard', async () => {
    install('.claude')
    await runCli(world, ['setup', '--yes'])
    install('.gemini')
    const { stdout } = await standing()
    expect(stdout).toContain(
      'Connected: Claude Code; not connected: Gemini CLI (throughline setup)\nNo session yet.',
    )
    expect(stdout).toMatch(/Next:\n {2}throughline import .*\n {2}throughline dashboard /)
  })

  it('leads to setup again where the connection belongs to another version', async () => {
    install('.claude')
    await runCli(world, ['setup', '--yes'])
    appendFileSync(world.paths.hook, '# of another version\n')
    expect((await standing()).stdout).toMatch(/Next:\n {2}throughline setup +Bring the connection/)
  })

  it('after a session shows what is remembered, in plain words', async () => {
    install('.claude')
    await runCli(world, ['setup', '--yes'])
    const { start } = sessionPayloads('s1', world.project)
    writeSpoolFile(world.paths.spool, { event: 'SessionStart', cwd: world.project }, start())
    await runCli(world, ['sessions'])
    await runCli(world, ['remember', 'Use pnpm here, never npm', '--kind', 'rule'])
    const { stdout } = await standing()
    expect(stdout).toMatch(/^agents +Claude Code$/m)
    expect(stdout).toMatch(/^memories +1 \(1 rule\)$/m)
    expect(stdout).toMatch(/^this week +1 learned, 0 given to agents$/m)
    expect(stdout).toMatch(/^latest +Claude Code session in widgets, /m)
    expect(stdout).toMatch(/Next:\n {2}throughline dashboard /)
    expect(stdout).not.toMatch(/spool|job|ingest|daemon/i)
  })
})

describe('after an import', () => {
  const said = 'We keep the importer in Rust, because Python is too slow for it.'
  const bringIn = () =>
    runCli(world, ['import', '--yes'], { env: { THROUGHLINE_AUTOSTART: 'off' } })
  const steps = async () => /^Next:\n([\s\S]+)/m.exec((await standing()).stdout)?.[1]?.split('\n')

  it('leads to connecting the agent, and to a model that reads the sessions', async () => {
    writeClaudeHistory(world, '2026-01-05T10:00:00Z', said)
    await bringIn()
    expect((await steps())?.slice(0, 2)).toEqual([
      '  throughline setup        Connect your agents; it asks before it changes a file',
      '  throughline learn --all  Let a model read 1 imported session',
    ])
  })

  it('says that the agent was not heard yet: an imported session does not prove its hook', async () => {
    writeClaudeHistory(world, '2026-01-05T10:00:00Z', said)
    await runCli(world, ['setup', '--yes'])
    await bringIn()
    expect((await standing()).stdout).toMatch(/^agents +Claude Code \(not heard yet\)$/m)
  })

  it('leads to no session that came later: a reader that is on reads it by itself', async () => {
    writeClaudeHistory(world, '2026-01-05T10:00:00Z', 'List the files.')
    await bringIn()
    const { start, prompt, end } = sessionPayloads('s1', world.project)
    for (const payload of [start(), prompt(1, said), end()]) {
      const event = String(payload.hook_event_name)
      writeSpoolFile(world.paths.spool, { event, cwd: world.project }, payload)
    }
    await runCli(world, ['sessions'])
    expect((await steps())?.join()).not.toContain('learn')
  })

  it('leads to the best candidates where many wait in review', async () => {
    writeClaudeHistory(world, '2026-01-05T10:00:00Z', 'List the files.')
    await bringIn()
    for (const word of 'abc def ghi jkl mno pqr stu vwx yza bcd efg hij klm'.split(' ')) {
      await runCli(world, ['remember', `${word} speaks ${word}ish on port ${word}`])
    }
    makeCandidates(world)
    expect(await steps()).toContain(
      '  throughline review     Look at the best 12 of 13 items, one key each',
    )
  })
})

describe('throughline alone says in one line what is wrong', () => {
  it('it is switched off', async () => {
    world.writeConfig({ enabled: false })
    const { code, stdout } = await standing()
    expect(code).toBe(0)
    expect(stdout).toContain(
      'It is switched off. To switch it on: throughline config set enabled true\n',
    )
  })

  it.each([
    ['the settings are broken', () => writeFileSync(world.paths.config, '{"enabled": '), 2, /JSON/],
    ['the database is newer', makeNewer, 1, /schema 999/],
    [
      'the database is no database',
      () => writeFileSync(world.paths.database, 'x'.repeat(9_000)),
      0,
      /attention/,
    ],
  ] as const)('%s', async (_, spoil, expected, message) => {
    mkdirSync(world.paths.root)
    spoil()
    const { code, stdout, stderr } = await standing()
    expect(code).toBe(expected)
    expect(stdout + stderr).toMatch(message)
    expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2)
    expect(stderr).not.toMatch(/\n +at /)
  })

  it('the home is a file', async () => {
    writeFileSync(world.paths.root, 'a file')
    const { code, stderr } = await standing()
    expect(code).toBe(1)
    expect(stderr).toMatch(/is not a folder/)
  })
})

function makeNewer(): void {
  const newer = new DatabaseSync(world.paths.database)
  newer.exec('PRAGMA user_version = 999')
  newer.close()
}
