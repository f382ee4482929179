/**
 * Writes a home with a released program, for the test that upgrades it with every later one:
 * test/fixtures/releases/NAME/home.tar.gz. Run it at each release and commit the file.
 *
 *     node scripts/release-fixture.ts NAME [folder of the program]
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  fixtureMemories,
  fixtureSettings,
  playFixtureSessions,
} from '../test/support/homes/release-fixture.ts'
import { createWorld, makeClone, waitFor } from '../test/support/homes/world.ts'

const [name = '', folder = join(import.meta.dirname, '..')] = process.argv.slice(2)
if (!/^[0-9a-z][0-9a-z.-]*$/.test(name)) {
  process.stderr.write('usage: node scripts/release-fixture.ts NAME [folder of the program]\n')
  process.exit(2)
}
const program = join(resolve(folder), 'bin', 'throughline.js')
const world = createWorld()
try {
  for (const [key, value] of Object.entries(fixtureSettings)) run(['config', 'set', key, value])
  run(['start'])
  storeMemories()
  playFixtureSessions(world, (event, payload) =>
    run(['hook', 'claude-code', event], { input: JSON.stringify(payload) }),
  )
  await settle()
  useWhatWasLearned()
  await settle()
  run(['stop'])
  // Every setting of this version by its name, so that none can be renamed unnoticed.
  writeFileSync(world.paths.config, run(['config', 'list', '--json']))
  pack()
} finally {
  await world.close()
}

interface Options {
  readonly input?: string
  readonly cwd?: string
}

/** A command that an older program does not have is left out and named. */
function run(args: readonly string[], { input = '', cwd = world.project }: Options = {}): string {
  const options = { cwd, env: world.env, input, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options)
  if (status === 0) return stdout
  if (!/unknown command/i.test(stderr)) throw new Error(`${args.join(' ')}: ${stderr}`)
  process.stderr.write(`left out: ${args[0]}\n`)
  return ''
}

function storeMemories(): void {
  for (const { content, options } of fixtureMemories) run(['remember', content, ...options])
  run(['edit', 'release-branch', '--content', 'Releases are cut from the branch stable'])
  run(['forget', 'old-proxy'])
  run(['pin', 'colours'])
  const other = makeClone(newFolder('gadgets'), 'https://github.com/acme/gadgets.git')
  run(['remember', 'Gadgets are numbered from 100'], { cwd: other })
  run(['projects', 'merge', 'gadgets', 'widgets'])
}

/** What a user does after something was learned. */
function useWhatWasLearned(): void {
  run(['extract'])
  run(['consolidate'])
  run(['wiki', 'build', '--all'])
  run(['sync', '--folder', newFolder('shared')])
}

function newFolder(called: string): string {
  mkdirSync(world.path(called))
  return world.path(called)
}

/** Nothing is left in the spool, and no job is due. */
async function settle(): Promise<void> {
  const due = `SELECT count(*) AS n FROM jobs
    WHERE status = 'running' OR (status = 'pending' AND run_after < ?)`
  await waitFor(
    'the daemon to finish',
    () => {
      if (readdirSync(world.paths.spool).some((file) => file.endsWith('.spool'))) return false
      return world.rows(due, new Date().toISOString())[0]?.n === 0
    },
    60_000,
  )
}

function pack(): void {
  const database = new DatabaseSync(world.paths.database)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE); VACUUM')
  database.close()
  const target = join(import.meta.dirname, '..', 'test', 'fixtures', 'releases', name)
  mkdirSync(target, { recursive: true })
  const archive = join(target, 'home.tar.gz')
  const kept = ['throughline.db', 'config.json', 'wiki']
  const there = readdirSync(world.paths.root).filter((file) => kept.includes(file))
  const owner = ['--owner=0', '--group=0', '--numeric-owner']
  const tar = ['-czf', archive, ...owner, '-C', world.paths.root, ...there]
  const { status } = spawnSync('tar', tar, { stdio: 'inherit' })
  if (status !== 0) throw new Error('tar failed')
  process.stdout.write(`${archive}\n`)
}
