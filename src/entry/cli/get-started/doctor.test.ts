import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sessionPayloads } from '../../../../test/support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../../../../test/support/homes/spool-files.ts'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'
import { openLocal } from '../../../compose/local.ts'
import type { HealthCheck } from '../../../core/health/health-check.ts'
import { restartIndex } from '../../../core/indexing/index-changes.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})

afterEach(() => world.close())

async function doctor(): Promise<{ code: number; checks: HealthCheck[] }> {
  const { code, stdout } = await runCli(world, ['doctor', '--json'])
  return { code, ...JSON.parse(stdout) }
}

const about = (checks: HealthCheck[], subject: string) =>
  checks.filter((each) => each.subject === subject)

async function drain(): Promise<void> {
  const { root } = world.paths
  const local = await openLocal({ root, userHome: world.userHome, env: {} })
  await local.drain(new AbortController().signal)
  local.close()
}

it('gives agents that are not installed a neutral mark, and sums up', async () => {
  mkdirSync(join(world.userHome, '.claude'))
  await runCli(world, ['setup', '--yes'])
  const { code, stdout } = await runCli(world, ['doctor', '--all'], { cwd: world.userHome })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^- Cursor: not installed$/m)
  expect(stdout.match(/^- Claude Code: hooks in ~\/\.claude\/settings\.json$/gm)).toHaveLength(1)
  expect(stdout).toMatch(/^✓ queue: nothing waiting$/m)
  expect(stdout).not.toMatch(/spool|\bjobs?\b|judge|heuristic/)
  expect(stdout).toMatch(
    /\n\nNo problem found\.\nNot heard since it was connected: Claude Code\. Start a session\.\n$/,
  )
})

it('shows times by the clock of this machine', async () => {
  const { start } = sessionPayloads('s1', world.project)
  mkdirSync(join(world.userHome, '.claude'))
  await runCli(world, ['setup', '--yes'])
  writeSpoolFile(world.paths.spool, { event: 'SessionStart', cwd: world.project }, start())
  await drain()
  const { stdout } = await runCli(world, ['doctor', '--all'])
  expect(stdout).toMatch(/^✓ Claude Code: last event \d{4}-\d\d-\d\d \d\d:\d\d$/m)
})

it('shows problems only, and counts the rest', async () => {
  const { stdout } = await runCli(world, ['doctor'])
  expect(stdout).not.toContain('✓')
  expect(stdout).toMatch(/^! hook: not installed/)
  expect(stdout).toMatch(/\n\d+ checks without a problem: throughline doctor --all\n$/)
})

it('an agent counts as connected once its hook was heard, not by its imported history', async () => {
  await runCli(world, ['setup', '--host', 'claude-code', '--yes'])
  const ofAgent = async () => about((await doctor()).checks, 'Claude Code')
  const unheard = { state: 'none', detail: 'connected, but not heard since' }
  expect(await ofAgent()).toContainEqual(expect.objectContaining(unheard))
  const { prompt } = sessionPayloads('s1', world.project)
  writeSpoolFile(
    world.paths.spool,
    { event: 'UserPromptSubmit', cwd: world.project },
    prompt(1, 'Hello there'),
  )
  await drain()
  expect((await ofAgent()).map(({ state }) => state)).not.toContain('none')
  const database = new DatabaseSync(world.paths.database)
  database.exec("UPDATE events SET name = 'imported'")
  database.close()
  expect(await ofAgent()).toContainEqual(expect.objectContaining(unheard))
})

it('finds nothing wrong with a new home', async () => {
  const { code, stdout } = await runCli(world, ['doctor', '--all'])
  expect(code).toBe(0)
  expect(stdout).not.toContain('✗')
  expect(stdout).toMatch(/^✓ database: sound$/m)
  expect(stdout).toMatch(/^! hook: not installed\n {4}throughline setup$/m)
})

it('finds nothing wrong after setup', async () => {
  await runCli(world, ['setup', '--host', 'claude-code', '--yes'])
  const { code, checks } = await doctor()
  expect(code).toBe(0)
  expect(checks.map(({ state }) => state)).not.toContain('warn')
})

it('reports what the search index lacks, as after an interrupted rebuild', async () => {
  await runCli(world, ['remember', 'The port is 4173'])
  const { root } = world.paths
  const local = await openLocal({ root, userHome: world.userHome, env: {} })
  await local.store.transaction(restartIndex)
  local.close()
  const { checks } = await doctor()
  expect(about(checks, 'search index')).toMatchObject([{ detail: 'sound, 0 documents, 1 waiting' }])
})

it('shows events that were set aside, and where they are', async () => {
  writeSpoolFile(world.paths.spool, { event: 'Stop' }, '{"broken": ')
  writeSpoolFile(world.paths.spool, { event: 'Stop', host: 'emacs' }, { session_id: 's1' })
  await drain()
  const { code, checks } = await doctor()
  expect(code).toBe(0)
  const rejected = about(checks, 'unreadable')
  expect(rejected[0]).toMatchObject({ state: 'warn', detail: '2 events could not be read' })
  expect(rejected.map(({ detail }) => detail)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/claude-code Stop: the payload is not valid JSON/),
      expect.stringMatching(/emacs Stop: unknown host "emacs"/),
    ]),
  )
  for (const { hint } of rejected.slice(1)) {
    expect(JSON.parse(readFileSync(hint ?? '', 'utf8'))).toHaveProperty('reason')
  }
})

it('notices a hook from another installation', async () => {
  await runCli(world, ['setup', '--host', 'claude-code', '--yes'])
  writeFileSync(world.paths.hook, '#!/bin/sh\n# an older one\n')
  const { checks } = await doctor()
  expect(about(checks, 'hook')).toMatchObject([{ state: 'warn', hint: 'throughline setup' }])
})

it('notices settings of another version', async () => {
  await runCli(world, ['setup', '--host', 'claude-code', '--yes'])
  const file = join(world.userHome, '.claude', 'settings.json')
  const settings = JSON.parse(readFileSync(file, 'utf8'))
  delete settings.hooks.Stop
  writeFileSync(file, JSON.stringify(settings))
  const { checks } = await doctor()
  expect(about(checks, 'Claude Code')[0]).toMatchObject({
    state: 'warn',
    detail: expect.stringContaining('without Stop'),
    hint: 'throughline setup --host claude-code',
  })
})

it('reports a database with damaged pages and fails', async () => {
  const { toolUse } = sessionPayloads('s1', world.project)
  for (let number = 0; number < 200; number++) {
    writeSpoolFile(world.paths.spool, { event: 'PostToolUse' }, toolUse(1, `toolu_${number}`))
  }
  await drain()
  const bytes = readFileSync(world.paths.database)
  bytes.fill(0x55, bytes.length - 3 * 4096)
  writeFileSync(world.paths.database, bytes)
  const { code, checks } = await doctor()
  expect(code).toBe(1)
  const failed = checks.filter(({ state }) => state === 'fail')
  expect(failed).toHaveLength(1)
  expect(failed[0]?.detail).toMatch(/damaged/)
  expect(failed[0]?.hint).toMatch(/\w/)
})

it('reports a file that is no database and was moved aside, until it is removed', async () => {
  mkdirSync(world.paths.root)
  writeFileSync(world.paths.database, 'this is not a database, not at all '.repeat(500))
  const { code, checks } = await doctor()
  expect(code).toBe(1)
  const [aside = ''] = globSync('throughline.db.corrupt-*', { cwd: world.paths.root })
  expect(about(checks, 'database')).toMatchObject([
    { state: 'fail', detail: expect.stringContaining(aside) },
  ])
  const file = join(world.paths.root, aside)
  const later = await doctor()
  expect(later.code).toBe(0)
  expect(about(later.checks, 'database')).toMatchObject([
    {
      state: 'warn',
      detail: `was damaged and moved to ${file}; a new one has everything that could be read from it`,
      hint: expect.stringContaining(world.paths.backups),
    },
  ])
  expect((await runCli(world, ['status'])).stdout).toMatch(
    new RegExp(`^replaced +${file} was damaged`, 'm'),
  )
  rmSync(file)
  expect(about((await doctor()).checks, 'database')).toMatchObject([{ state: 'ok' }])
  expect((await runCli(world, ['status'])).stdout).not.toContain('damaged')
})

it('reports a newer database and continues with the other checks', async () => {
  mkdirSync(world.paths.root)
  const newer = new DatabaseSync(world.paths.database)
  newer.exec('PRAGMA user_version = 999')
  newer.close()
  const { code, checks } = await doctor()
  expect(code).toBe(1)
  expect(checks.find(({ detail }) => detail.includes('schema 999'))).toMatchObject({
    state: 'fail',
    hint: expect.stringContaining('upgrade'),
  })
  expect(checks.map(({ subject }) => subject)).toContain('Claude Code')
})

it('reports a configuration it cannot read', async () => {
  mkdirSync(world.paths.root)
  writeFileSync(world.paths.config, '{')
  const { code, checks } = await doctor()
  expect(code).toBe(1)
  expect(about(checks, 'config')).toMatchObject([{ state: 'fail' }])
  // It keeps the store from being opened as well, which needs no second line.
  expect(about(checks, 'store')).toEqual([])
})

it('an empty database file is a new one', async () => {
  mkdirSync(world.paths.root)
  writeFileSync(world.paths.database, '')
  expect((await doctor()).code).toBe(0)
})
