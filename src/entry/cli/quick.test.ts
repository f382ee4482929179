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
import { sessionPayloads } from '../../../test/support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../../../test/support/homes/spool-files.ts'
import { createWorld, type World } from '../../../test/support/homes/world.ts'
import { runCli } from '../../../test/support/processes/cli.ts'
import { followImports } from '../../../test/support/source/import-graph.ts'
import { configSchema } from '../../contract/config.ts'
import { runQuickly } from './quick.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

async function remember(): Promise<void> {
  const memories = [
    ['We deploy with flyctl from the release branch'],
    ['Deploy never on Fridays', '--scope', 'global', '--kind', 'rule'],
    ['The \u001b[31mred\u001b[0m build is flaky on Mondays', '--file', 'src/build.ts'],
    ['Der Übersetzungsdienst 翻訳 läuft auf Port 8080 👍', '--kind', 'fact'],
  ]
  for (const args of memories) await runCli(world, ['remember', ...args])
}

async function quick(args: readonly string[], env: Record<string, string> = {}, cwd?: string) {
  return run(['recall', ...args], env, cwd)
}

async function run(args: readonly string[], env: Record<string, string> = {}, cwd?: string) {
  const answer = await runQuickly(args, {
    env: { ...world.env, ...env },
    userHome: world.userHome,
    cwd: cwd ?? world.project,
    isTerminal: false,
  })
  return { isAnswered: answer !== undefined, stdout: answer?.output ?? '' }
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

const leaves = { isAnswered: false, stdout: '' }

describe('a quick recall without the daemon', () => {
  test('prints what the command prints', async () => {
    await remember()
    for (const line of plainQuestions) {
      const args = line.split(' ')
      const { stdout } = await runCli(world, ['recall', ...args])
      expect([line, await quick(args)]).toEqual([line, { isAnswered: true, stdout }])
    }
  })

  test('leaves to the command what is not plain', async () => {
    await remember()
    for (const line of otherQuestions) {
      expect([line, await quick(line.split(' '))]).toEqual([line, leaves])
    }
    for (const args of [[], [' '], ['deploy', '--scope', ''], ['x'.repeat(4_001)]]) {
      expect(await quick(args)).toEqual(leaves)
    }
  })

  test('finds the same from a folder of no project', async () => {
    await remember()
    const { stdout } = await runCli(world, ['recall', 'deploy'], { cwd: '/' })
    expect(await quick(['deploy'], {}, '/')).toEqual({ isAnswered: true, stdout })
  })

  test('looks where the user named a project, though a daemon runs', async () => {
    const env = { THROUGHLINE_PROJECT: 'web shop' }
    await remember()
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
    await remember()
    expect(await quick(['deploy'], { THROUGHLINE_ENABLED: 'no' })).toEqual(leaves)
    world.writeConfig({ disabledProjects: ['github.com/acme/widgets'] })
    expect(await quick(['deploy'])).toEqual(leaves)
    writeFileSync(world.paths.config, '{ "log": ')
    expect(await quick(['deploy'])).toEqual(leaves)
  })

  test('is not slowed down by settings that have nothing to do with it', async () => {
    await remember()
    world.writeConfig({ extraction: { mode: 'off' }, log: { level: 'warn' } })
    const { stdout } = await runCli(world, ['recall', 'deploy'])
    expect(await quick(['deploy'])).toEqual({ isAnswered: true, stdout })
  })

  test('leaves it to the command to take in what waits', async () => {
    await remember()
    writeFileSync(join(world.paths.spool, 'a.spool'), 'something')
    expect(await quick(['deploy'])).toEqual(leaves)
  })

  test('leaves it to the command to index what was captured', async () => {
    await remember()
    inDatabase('UPDATE change_cursors SET sequence = 0')
    expect(await quick(['deploy'])).toEqual(leaves)
  })

  test.each([
    ['of another version', () => inDatabase('PRAGMA user_version = 99')],
    ['that is empty', () => truncateSync(world.paths.database)],
    ['that is damaged', () => writeFileSync(world.paths.database, 'no database at all'.repeat(99))],
  ])('leaves a database alone %s', async (_, change) => {
    await remember()
    change()
    const before = readFileSync(world.paths.database)
    expect(await quick(['deploy'])).toEqual(leaves)
    expect(readFileSync(world.paths.database).equals(before)).toBe(true)
  })

  test('leaves it to the command to wait for a locked database', async () => {
    await remember()
    const holder = new DatabaseSync(world.paths.database)
    onTestFinished(() => holder.close())
    holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    expect(await quick(['deploy'])).toEqual(leaves)
  })

  test('knows a daemon that died by its run file', async () => {
    await remember()
    mkdirSync(world.paths.run, { recursive: true })
    const dead = { pid: 2 ** 22 + 1, port: 1, token: 'token' }
    writeFileSync(world.paths.runFile, JSON.stringify(dead))
    expect(await quick(['deploy'])).toMatchObject({ isAnswered: true })
  })

  test('takes a configuration that leads nowhere for settings', async () => {
    await remember()
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

describe('every command that only reads', () => {
  test('prints the same as the whole program, without the daemon', async () => {
    const { session, turn, event, memory } = await fill()
    const reads = [
      ...['list', 'list --json', 'list --scope global', 'list --all --limit 1', 'list --offset 1'],
      ...['list --forgotten', 'list --tag Build', 'list --kind Project', 'list --pinned --json'],
      ...[`show ${memory}`, `show ${memory} --json --history`, 'show editor --sources --history'],
      ...[`show ${turn}`, `show ${event} --json`, `show ${session}`],
      ...['sessions', 'sessions --json', 'sessions --status active', `sessions ${session}`],
      ...[`sessions ${session} --json`, 'sessions --host claude-code --limit 1'],
      ...[`timeline ${turn}`, `timeline ${turn} --before 0 --json`],
      ...['context', 'context --json', 'context --prompt deploy --explain', 'context stats'],
      ...['context stats --json --days 7', 'status', 'status --json'],
      ...['review', 'review --list --kind stale', 'review --json'],
      ...['cost', 'cost --by model --json', 'jobs', 'jobs list --status done', 'jobs list --json'],
      ...['projects', 'projects list --json', 'projects show widgets', 'consolidate list'],
      ...['subscribers', 'subscribers log', 'subscribers list --json'],
      ...['config', 'config list --json', 'config get hook.deadlineMs', 'config path'],
    ]
    for (const line of reads) {
      const args = line.split(' ')
      const { stdout, code } = await runCli(world, args)
      expect([line, code]).toEqual([line, 0])
      expect([line, await run(args)]).toEqual([line, { isAnswered: true, stdout }])
    }
  })

  test('reviews the same after it stored which memories are nearly the same', async () => {
    await remember()
    for (const port of ['8080', '9090']) {
      const content = `The staging server listens on port ${port}`
      await runCli(world, ['remember', content, '--scope', 'global'])
    }
    const first = await run(['review'])
    expect(first.stdout).toContain('near-duplicate')
    const database = new DatabaseSync(world.paths.database, { readOnly: true })
    onTestFinished(() => database.close())
    expect(database.prepare('SELECT pairs FROM near_pairs').get()?.pairs).toContain('values')
    expect(await run(['review'])).toEqual(first)
  })

  test('is left to the whole program where it fails or changes something', async () => {
    await remember()
    const others = [
      ...[
        'show nothing-of-the-sort',
        'sessions unknown',
        'projects show unknown',
        'list --limit 0',
      ],
      ...[
        'jobs retry',
        'review undo',
        'consolidate',
        'consolidate undo',
        'config set enabled true',
      ],
      ...['sessions --host claud-code', 'list --jsn', 'list --help', 'cost --by colour', 'statsu'],
    ]
    for (const line of others) {
      expect([line, await run(line.split(' '))]).toEqual([line, leaves])
    }
  })
})

/** Memories, and a session with a turn, a tool event and what was learned from it. */
async function fill() {
  await remember()
  await runCli(world, [
    'remember',
    'I use two spaces',
    '--key',
    'editor',
    '--pin',
    '--tags',
    'build',
  ])
  const { start, prompt, toolUse, stop } = sessionPayloads('s1', world.project)
  const events = [
    ['SessionStart', start()],
    ['UserPromptSubmit', prompt(1, 'Paint the fence green.')],
    ['PostToolUse', toolUse(1, 'fence')],
    ['Stop', stop(1, 'The fence is green.')],
  ] as const
  for (const [event, payload] of events) writeSpoolFile(world.paths.spool, { event }, payload)
  await runCli(world, ['recall', 'fence'])
  const { sessions } = await json('sessions', '--json')
  const session = sessions[0].id as string
  const { timeline } = await json('sessions', session, '--json')
  const { memories } = await json('list', '--json')
  const [first] = timeline
  return { session, turn: first.id, event: first.toolEvents[0].id, memory: memories[0].id }
}

async function json(...args: string[]) {
  return JSON.parse((await runCli(world, args)).stdout)
}
