/** A bundle brings everything to another home: ids, history, recall and what can be undone. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { bundleTables } from '../src/adapters/sqlite/bundle/bundle-tables.ts'
import { canonicalJson } from '../src/core/model/json.ts'
import { formatSpoolHeader } from '../src/core/model/spool-file.ts'
import { tablesLeftOut } from './support/core/tables-left-out.ts'
import { makeSampleHome } from './support/homes/sample-home.ts'
import { createWorld, makeClone, type World } from './support/homes/world.ts'
import { runCli } from './support/processes/cli.ts'

let here: World
let there: World
beforeEach(() => {
  here = makeWorld()
  there = makeWorld()
})

function makeWorld(): World {
  const world = createWorld()
  onTestFinished(() => world.close())
  return world
}

const others = ['projects', 'project_commits', 'tool_event_payloads']
const ofMemories = ['memories', 'memory_sources', 'memory_revisions', 'memory_archive']
const tables = [
  ...others,
  ...ofMemories,
  'memory_tombstones',
  ...bundleTables.map(({ name }) => name),
]

const contents = (world: World, names = tables) =>
  Object.fromEntries(
    names.map((table) => {
      const rows = world.rows(`SELECT * FROM ${table}`).map(toText)
      return [table, rows.toSorted()]
    }),
  )
/** Snapshots are JSON, in which the order of members means nothing. */
const toText = ({ snapshot, ...row }: Record<string, unknown>) =>
  canonicalJson({
    ...Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
      ]),
    ),
    ...(typeof snapshot === 'string' && { snapshot: JSON.parse(snapshot) }),
  })

const cli = async (world: World, ...args: string[]) => {
  const run = await runCli(world, args)
  expect(run.stderr).toBe('')
  return run.stdout
}
const bundle = () => here.path('all.tlb')

async function copy(...options: string[]): Promise<string> {
  await cli(here, 'export', ...options, bundle())
  return cli(there, 'import', bundle())
}

const questions = ['deploy', 'tests fail', 'which database', 'atlas', 'why was it changed']
const recall = (world: World) =>
  Promise.all(
    questions.map(async (question) => {
      const found = await cli(world, 'recall', question, '--json', '--explain', '--all')
      return JSON.parse(found)
    }),
  )

describe('into an empty home', () => {
  it('brings every table, and recall to the digit', async () => {
    await makeSampleHome(here)
    await forgetOne(here)
    // The sample writes some rows past the index.
    await cli(here, 'rebuild')
    await copy()
    expect(contents(there)).toEqual(contents(here))
    const aliases = 'SELECT identity, project_id FROM project_aliases'
    expect(there.rows(aliases)).toEqual(here.rows(aliases))
    expect(contents(there).memories?.length).toBeGreaterThan(10)
    expect(await recall(there)).toEqual(await recall(here))
  })

  it('adds nothing the second time', async () => {
    await makeSampleHome(here)
    await copy()
    const before = contents(there)
    const changes = there.rows('SELECT count(*) AS n FROM changes')
    expect(await cli(there, 'import', bundle())).toContain('Nothing new')
    expect(contents(there)).toEqual(before)
    expect(there.rows('SELECT count(*) AS n FROM changes')).toEqual(changes)
  })

  it('brings what can be undone', async () => {
    await makeSampleHome(here)
    const id = await forgetOne(here)
    await copy()
    await cli(there, 'restore', id)
    expect(there.rows('SELECT id FROM memories WHERE id = ?', id)).toHaveLength(1)
  })
})

async function forgetOne(world: World): Promise<string> {
  const [row] = world.rows("SELECT id FROM memories WHERE scope = 'project' ORDER BY id LIMIT 1")
  const id = String(row?.id)
  await cli(world, 'forget', id)
  return id
}

describe('into a home with data', () => {
  const memoriesOf = (world: World) =>
    world.rows('SELECT content FROM memories ORDER BY content').map(({ content }) => content)

  it('keeps both, in the project that both have', async () => {
    await cli(here, 'remember', 'We deploy on Mondays')
    await cli(there, 'remember', 'Widgets are made of brass')
    expect(await copy()).toContain('Added 1 memory')
    expect(memoriesOf(there)).toEqual(['We deploy on Mondays', 'Widgets are made of brass'])
    expect(there.rows('SELECT * FROM projects')).toHaveLength(1)
    expect(await cli(there, 'recall', 'deploy')).toContain('We deploy on Mondays')
  })

  it('takes the later version and keeps the earlier one', async () => {
    await cli(here, 'remember', 'We deploy on Mondays', '--key', 'deploys')
    await copy()
    await cli(here, 'remember', 'We deploy on Fridays', '--key', 'deploys')
    expect(await copy()).toContain('brought up to date')
    expect(memoriesOf(there)).toEqual(['We deploy on Fridays'])
    const [revision] = there.rows('SELECT snapshot FROM memory_revisions')
    expect(String(revision?.snapshot)).toContain('We deploy on Mondays')
  })

  it('brings nothing back that was forgotten here', async () => {
    await cli(here, 'remember', 'We deploy on Mondays')
    await copy()
    const [memory] = there.rows('SELECT id FROM memories')
    await cli(there, 'forget', String(memory?.id))
    expect(await copy()).toContain('1 memory left out: forgotten here')
    expect(memoriesOf(there)).toEqual([])
  })

  it('forgets nothing here that was forgotten there', async () => {
    await cli(here, 'remember', 'We deploy on Mondays')
    await copy()
    await forgetOne(here)
    await copy()
    expect(memoriesOf(there)).toEqual(['We deploy on Mondays'])
  })

  it('updates sessions that continued', async () => {
    await makeSampleHome(here)
    await copy()
    const [open] = here.rows("SELECT host_session_id AS id FROM sessions WHERE status = 'active'")
    const payload = { session_id: open?.id, hook_event_name: 'UserPromptSubmit', prompt: 'Go on' }
    const header = formatSpoolHeader({
      host: 'claude-code',
      event: 'UserPromptSubmit',
      cwd: here.project,
    })
    writeFileSync(join(here.paths.spool, '1-next.spool'), header + JSON.stringify(payload))
    await copy()
    const history = ['sessions', 'turns', 'events', 'tool_events']
    expect(contents(there, history)).toEqual(contents(here, history))
  })
})

describe('a part', () => {
  it('of one project contains that project alone', async () => {
    await makeSampleHome(here)
    await copy('--project', 'atlas-api')
    const names = there.rows('SELECT name FROM projects').map(({ name }) => name)
    expect(names).toEqual(['atlas-api'])
    expect(there.rows("SELECT id FROM memories WHERE scope <> 'project'")).toEqual([])
    expect(there.rows('SELECT id FROM sessions')).not.toEqual([])
  })

  it('of memories alone contains no sessions', async () => {
    await makeSampleHome(here)
    await copy('--memories')
    expect(there.rows('SELECT id FROM sessions')).toEqual([])
    const memories = ['memories', 'memory_links', 'memory_revisions']
    expect(contents(there, memories)).toEqual(contents(here, memories))
  })

  it('can be redacted with rules that are newer than what is stored', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    await cli(here, 'remember', 'The token of the bot is TOKEN')
    const database = new DatabaseSync(here.paths.database)
    database.exec(`UPDATE memories SET content = replace(content, 'TOKEN', '${secret}')`)
    database.close()
    await copy('--redact')
    expect(JSON.stringify(contents(there))).not.toContain(secret)
    const [memory] = there.rows('SELECT content FROM memories')
    expect(memory?.content).toContain('[redacted:')
  })
})

it('has a place for every table', async () => {
  await cli(here, 'remember', 'We deploy on Mondays')
  const known = new Set([...tables, 'project_aliases', ...Object.keys(tablesLeftOut)])
  const all = here
    .rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .map(({ name }) => String(name))
  expect(all.filter((name) => !known.has(name) && !name.startsWith('search_'))).toEqual([])
})

describe('a bundle that cannot be trusted', () => {
  beforeEach(async () => {
    await cli(here, 'remember', 'We deploy on Mondays')
    await cli(here, 'export', bundle())
    await cli(there, 'remember', 'Widgets are made of brass')
  })

  const refused = async (message: RegExp) => {
    const before = contents(there)
    const run = await runCli(there, ['import', bundle()])
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toMatch(/^throughline: .+\n {2}.+\n$/)
    expect(run.stderr).toMatch(message)
    expect(contents(there)).toEqual(before)
  }
  const rewrite = (change: (text: string) => string) =>
    writeFileSync(
      bundle(),
      zstdCompressSync(change(zstdDecompressSync(readFileSync(bundle())).toString())),
    )

  it('is refused when it is torn', async () => {
    const bytes = readFileSync(bundle())
    // Node 22 ignores that zstd's own four bytes at the end are missing; our checksum has all lines.
    const least = process.versions.node.startsWith('22.') ? 5 : 1
    for (const length of [bytes.length - least, Math.floor(bytes.length / 2), 3]) {
      writeFileSync(bundle(), bytes.subarray(0, length))
      await refused(/damaged|not a bundle/)
    }
  })

  it('is refused when it was changed', async () => {
    rewrite((text) => text.replace('Mondays', 'Fridays'))
    await refused(/its checksum does not match/)
  })

  it('is refused when lines are missing at the end', async () => {
    rewrite((text) => `${text.split('\n').slice(0, -2).join('\n')}\n`)
    await refused(/its end is missing/)
  })

  it('is refused when a newer version wrote it', async () => {
    rewrite((text) => text.replace('"format":1', '"format":2'))
    await refused(/newer version of Throughline/)
  })

  it('is refused when it is something else', async () => {
    writeFileSync(bundle(), 'hello\n')
    await refused(/is not a bundle/)
  })
})

it('keeps apart what only says it is a project known here, until the user merges them', async () => {
  await cli(here, 'remember', 'We deploy on Mondays')
  // The same address with another first commit.
  makeClone(there.project, 'https://github.com/acme/widgets.git', 'another history')
  await cli(there, 'remember', 'Deploy with tools/deploy.sh')
  await cli(there, 'export', bundle())
  for (const _ of ['first', 'again']) await cli(here, 'import', bundle(), '--yes')
  expect(await cli(here, 'list')).not.toContain('tools/deploy.sh')
  const { projects } = JSON.parse(await cli(here, 'projects', 'list', '--json'))
  const apart = projects.filter(({ claims }: { claims?: object }) => claims)
  expect(apart).toMatchObject([{ name: 'widgets (unverified)', claims: { name: 'widgets' } }])
  await cli(here, 'projects', 'merge', apart[0].id, 'widgets')
  expect(await cli(here, 'list')).toContain('tools/deploy.sh')
})
