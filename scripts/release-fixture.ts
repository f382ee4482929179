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
  fixtureSettings,
  playFixtureSessions,
  playFixtureSessionsWithModel,
} from '../test/support/homes/release-fixture.ts'
import { letAgentWork } from './release-fixture/agent.ts'
import { openMachine } from './release-fixture/machine.ts'
import { startModels } from './release-fixture/models.ts'
import { joinTeam } from './release-fixture/team.ts'
import {
  decideInReview,
  deleteHistory,
  importMemories,
  meetOtherMachine,
  removeNamedFile,
  storeMemories,
  useWhatWasLearned,
} from './release-fixture/user.ts'

const [name = '', folder = join(import.meta.dirname, '..')] = process.argv.slice(2)
if (!/^[0-9a-z][0-9a-z.-]*$/.test(name)) {
  process.stderr.write('usage: node scripts/release-fixture.ts NAME [folder of the program]\n')
  process.exit(2)
}
const machine = openMachine(join(resolve(folder), 'bin', 'throughline.js'))
const { world, run, send, settle } = machine
const models = await startModels()
try {
  for (const [key, value] of Object.entries(fixtureSettings))
    await run(['config', 'set', key, value])
  await storeMemories(machine)
  await removeNamedFile(machine)
  await run(['start'])
  await playFixtureSessions(world, send)
  await settle()
  await useWhatWasLearned(machine)
  await decideInReview(machine)
  await learnWithModel()
  await letAgentWork(machine)
  await importMemories(machine)
  await deleteHistory(machine)
  await settle()
  await run(['stop'])
  await meetOtherMachine(machine)
  await joinTeam(machine)
  // The model is gone, and its vectors stay.
  await run(['config', 'set', 'embeddings.provider', 'off'])
  // Every setting of this version by its name, so that none can be renamed unnoticed.
  writeFileSync(world.paths.config, await run(['config', 'list', '--json']))
  pack()
} finally {
  models.close()
  await world.close()
}

async function learnWithModel(): Promise<void> {
  await run(['config', 'set', 'models.ollama.url', models.url])
  await run(['config', 'set', 'learning.reader', 'ollama'])
  await run(['embeddings', 'enable', 'ollama', '--url', models.url])
  await playFixtureSessionsWithModel(world, send)
  await settle()
}

function pack(): void {
  const database = new DatabaseSync(world.paths.database)
  interruptDeletion(database)
  nameEmptyTables(database)
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

/** By SQL, because only a process that is killed leaves one, at a moment that cannot be chosen. */
function interruptDeletion(database: DatabaseSync): void {
  database.exec(`INSERT INTO deletions SELECT id, '', 0 FROM sessions
    WHERE host_session_id = 'fixture-doomed'`)
}

/** Each needs a step that fills it, unless the program is too old for that step. */
function nameEmptyTables(database: DatabaseSync): void {
  const names = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
    .all()
  for (const { name: table } of names) {
    const row = database.prepare(`SELECT 1 FROM "${table}" LIMIT 1`).get()
    if (!row) process.stderr.write(`empty: ${table}\n`)
  }
}
