/** Exports and imports of bundles that are killed in the middle. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { bundleTables } from '../../src/adapters/sqlite/bundle/bundle-tables.ts'
import { makeSampleHome } from '../support/homes/sample-home.ts'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { runCli } from '../support/processes/cli.ts'

const program = fileURLToPath(new URL('../../bin/throughline.js', import.meta.url))

let here: World
beforeEach(async () => {
  here = makeWorld()
  await makeSampleHome(here)
  addRows(50_000)
})

function makeWorld(): World {
  const world = createWorld()
  onTestFinished(() => world.close())
  return world
}

/** So many that there is time to kill what reads or writes them. */
function addRows(count: number): void {
  const database = new DatabaseSync(here.paths.database)
  database.exec(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    INSERT INTO deleted_history SELECT randomblob(32), '2026-01-02T03:04:05.000Z' FROM numbers`)
  database.close()
}

const rowsOf = (world: World, table: string) =>
  existsSync(world.paths.database)
    ? Number(world.rows(`SELECT count(*) AS n FROM ${table}`)[0]?.n)
    : 0

function start(world: World, ...args: string[]): ChildProcess {
  const options = { cwd: world.project, env: world.env, stdio: 'ignore' } as const
  const child = spawn(process.execPath, [program, ...args], options)
  world.watch(child)
  return child
}

async function killWhen(child: ChildProcess, what: string, probe: () => boolean): Promise<void> {
  await waitFor(what, probe, 30_000)
  child.kill('SIGKILL')
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
}

it('an export that is killed leaves the former file as it was, or none', async () => {
  const folder = here.path('backups')
  mkdirSync(folder)
  const file = join(folder, 'all.tlb')
  const parts = () => readdirSync(folder).filter((name) => name.endsWith('.part'))
  const isUnderWay = () => parts().some((name) => statSync(join(folder, name)).size > 0)

  await killWhen(start(here, 'export', file), 'half a file', isUnderWay)
  expect(existsSync(file)).toBe(false)
  const left = parts().length

  writeFileSync(file, 'the former one')
  await killWhen(start(here, 'export', file), 'half a file', () => parts().length > left)
  expect(readFileSync(file, 'utf8')).toBe('the former one')
})

it('an import that is killed several times ends as one that ran through', async () => {
  const [there, clean] = [makeWorld(), makeWorld()]
  const file = here.path('all.tlb')
  await runCli(here, ['export', file])
  for (const [table, least] of [
    ['memories', 1],
    ['deleted_history', 1],
    ['deleted_history', 10_000],
  ] as const) {
    const isUnderWay = () => rowsOf(there, table) >= least
    await killWhen(start(there, 'import', file), `${least} rows of ${table}`, isUnderWay)
  }
  expect(rowsOf(there, 'deleted_history')).toBeLessThan(50_000)
  expect(await runCli(there, ['import', file])).toMatchObject({ code: 0, stderr: '' })
  await runCli(clean, ['import', file])
  const tables = ['projects', 'memories', 'memory_revisions', 'memory_tombstones', 'memory_sources']
  for (const table of [...tables, ...bundleTables.map(({ name }) => name)]) {
    const all = `SELECT * FROM ${table} ORDER BY 1, 2`
    expect(there.rows(all), table).toEqual(clean.rows(all))
  }
  expect(there.rows('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
})
