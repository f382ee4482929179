import {
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createWorld, type World } from '../../../test/support/homes/world.ts'
import { runCli } from '../../../test/support/processes/cli.ts'
import { leaves, rememberSome, runQuick } from '../../../test/support/processes/quick.ts'
import { followImports } from '../../../test/support/source/import-graph.ts'
import { configSchema } from '../../contract/config.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

async function quick(args: readonly string[], env: Record<string, string> = {}, cwd?: string) {
  return runQuick(world, ['recall', ...args], env, cwd)
}

const plainQuestions = [
  'how do we deploy',
  'how do we deploy --json',
  'deploy --json --explain --limit 1',
  'deploy --explain',
  'deploy --offset 1 --limit=1',
  'deploy --offset 7',
  'flaky --type memory --since 2020-01-01',
  'flaky --type memory,turn --until 2020-01-31T12:00:00+02:00',
  'deploy --as-of 2020-01-01',
  'deploy --kind rule',
  'deploy --kind Project',
  'deploy --scope global',
  'deploy --scope project --json',
  'deploy --project github.com/acme/widgets --json',
  'deploy --branch main',
  'flaky --file src/build.ts',
  'deploy --type session',
  'flaky --file ./src/build.ts',
  'deploy --host claude-code',
  'deploy --agent reviewer',
  '翻訳 --json',
  'bersetzungsdien',
  'nothing of the sort',
  'nothing of the sort --weak',
  'nothing of the sort --json',
  '-- --json',
  'deploy --nonsense',
]

const otherQuestions = [
  '--help',
  '-',
  'deploy --limit many',
  'deploy --host claud-code',
  'deploy --limit 0',
  'deploy --limit 101',
  'deploy --scope projet',
  'deploy --type memories',
  'deploy --kind opinion',
  'deploy --since yesterday',
  'deploy --project nobody/knows',
  'deploy --session unknown',
  'deploy --agent reviewer-0b5e',
]

describe('a quick recall without the daemon', () => {
  test('prints what the command prints', async () => {
    await rememberSome(world)
    for (const line of plainQuestions) {
      const args = line.split(' ')
      const { stdout } = await runCli(world, ['recall', ...args])
      expect([line, await quick(args)]).toEqual([line, { isAnswered: true, stdout }])
    }
  })

  test('leaves to the command what is not plain', async () => {
    await rememberSome(world)
    for (const line of otherQuestions) {
      expect([line, await quick(line.split(' '))]).toEqual([line, leaves])
    }
    for (const args of [[], [' '], ['deploy', '--scope', ''], ['x'.repeat(4_001)]]) {
      expect(await quick(args)).toEqual(leaves)
    }
  })

  test('finds the same from a folder of no project', async () => {
    await rememberSome(world)
    const { stdout } = await runCli(world, ['recall', 'deploy'], { cwd: '/' })
    expect(await quick(['deploy'], {}, '/')).toEqual({ isAnswered: true, stdout })
  })

  test('looks where the user named a project, though a daemon runs', async () => {
    const env = { THROUGHLINE_PROJECT: 'web shop' }
    await rememberSome(world)
    await runCli(world, ['remember', 'We deploy the shop by hand'], { env })
    mkdirSync(world.paths.run, { recursive: true })
    const ours = { pid: process.pid, port: 1, token: 'token' }
    writeFileSync(world.paths.runFile, JSON.stringify(ours))
    const { stdout } = await runCli(world, ['recall', 'deploy'], { env })
    expect(stdout).toContain('by hand')
    expect(stdout).not.toContain('flyctl')
    expect(await quick(['deploy'], env)).toEqual({ isAnswered: true, stdout })
  })

  test('makes nothing where nothing is', async () => {
    expect(await quick(['deploy'])).toEqual(leaves)
    expect(existsSync(world.paths.root)).toBe(false)
  })

  test('leaves a home with settings that bear on it to the command', async () => {
    await rememberSome(world)
    expect(await quick(['deploy'], { THROUGHLINE_ENABLED: 'no' })).toEqual(leaves)
    world.writeConfig({ disabledProjects: ['github.com/acme/widgets'] })
    expect(await quick(['deploy'])).toEqual(leaves)
    writeFileSync(world.paths.config, '{ "log": ')
    expect(await quick(['deploy'])).toEqual(leaves)
  })

  test('is not slowed down by settings that have nothing to do with it', async () => {
    await rememberSome(world)
    world.writeConfig({ extraction: { mode: 'off' }, log: { level: 'warn' } })
    const { stdout } = await runCli(world, ['recall', 'deploy'])
    expect(await quick(['deploy'])).toEqual({ isAnswered: true, stdout })
  })

  test('leaves it to the command to take in what waits', async () => {
    await rememberSome(world)
    writeFileSync(join(world.paths.spool, 'a.spool'), 'something')
    expect(await quick(['deploy'])).toEqual(leaves)
  })

  test('leaves it to the command to index what was captured', async () => {
    await rememberSome(world)
    inDatabase('UPDATE change_cursors SET sequence = 0')
    expect(await quick(['deploy'])).toEqual(leaves)
  })

  test.each([
    ['of another version', () => inDatabase('PRAGMA user_version = 99')],
    ['that is empty', () => truncateSync(world.paths.database)],
    ['that is damaged', () => writeFileSync(world.paths.database, 'no database at all'.repeat(99))],
  ])('leaves a database alone %s', async (_, change) => {
    await rememberSome(world)
    change()
    const before = readFileSync(world.paths.database)
    expect(await quick(['deploy'])).toEqual(leaves)
    expect(readFileSync(world.paths.database).equals(before)).toBe(true)
  })

  test('leaves it to the command to wait for a locked database', async () => {
    await rememberSome(world)
    const holder = new DatabaseSync(world.paths.database)
    onTestFinished(() => holder.close())
    holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    expect(await quick(['deploy'])).toEqual(leaves)
  })

  test('knows a daemon that died by its run file', async () => {
    await rememberSome(world)
    mkdirSync(world.paths.run, { recursive: true })
    const dead = { pid: 2 ** 22 + 1, port: 1, token: 'token' }
    writeFileSync(world.paths.runFile, JSON.stringify(dead))
    expect(await quick(['deploy'])).toMatchObject({ isAnswered: true })
  })

  test('takes a configuration that leads nowhere for settings', async () => {
    await rememberSome(world)
    symlinkSync('/nowhere/config.json', world.paths.config)
    expect(await quick(['deploy'])).toEqual(leaves)
  })

  function inDatabase(sql: string): void {
    const database = new DatabaseSync(world.paths.database)
    database.exec(sql)
    database.close()
  }
})

test('without settings nothing is left alone or renamed, and no embedder is asked', () => {
  expect(configSchema.parse({})).toMatchObject({
    enabled: true,
    disabledProjects: [],
    projectMarker: true,
    projectNames: {},
    embeddings: { provider: 'off' },
  })
})

test('a quick command loads no schemas', async () => {
  const plainData = join(import.meta.dirname, '../../contract/plain.ts')
  const { others } = followImports(join(import.meta.dirname, 'quick.ts'), { without: [plainData] })
  expect([...others].filter((name) => !name.startsWith('node:'))).toEqual([])
})
