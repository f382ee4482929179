/** A text that `delete --matching` erases is in no file and in no row, whatever kind of row had it. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { packJson, unpackJson } from '../../src/adapters/sqlite/history/payloads.ts'
import { openLocal } from '../../src/compose/local.ts'
import { operations } from '../../src/contract/operations/index.ts'
import { parseInput } from '../../src/contract/parse-input.ts'
import type { Json } from '../../src/core/model/json.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { filesWith } from '../support/homes/files-with.ts'
import { releases, tablesOf, unpackHome } from '../support/homes/released-home.ts'
import { writeSpoolFile } from '../support/homes/spool-files.ts'
import { createWorld, type World } from '../support/homes/world.ts'
import { runCli } from '../support/processes/cli.ts'

const secret = 'hunter2-"quagga"\\okapi'
/** Without what JSON escapes. */
const mark = 'quagga'

const purge = (world: World) =>
  runCli(world, ['delete', '--matching', '-', '--yes'], { input: `${secret}\n` })

test('every kind of row, page, log and waiting event', async () => {
  const world = unpackHome(releases.toSorted().at(0) ?? '')
  expect(await runCli(world, ['wiki', 'build', '--all'])).toMatchObject({ code: 0 })
  const planted = plantInRows(world)
  expect(planted.length).toBeGreaterThan(50)
  for (const file of [
    ...['logs/daemon.log', 'logs/hook.log.1', 'spool/rejected/1-1.spool.json'],
    ...['wiki/widgets/index.md', 'wiki/widgets/log.md', 'wiki/widgets/daily/2020-01-01.md'],
    ...['wiki/.state/widgets.json.corrupt-1', 'backups/throughline-v3-2026-01-01T00-00-00-000Z.db'],
  ]) {
    const path = join(world.paths.root, file)
    mkdirSync(dirname(path), { recursive: true })
    appendFileSync(path, `${secret}\n`)
  }
  expect(await runCli(world, ['rebuild'])).toMatchObject({ code: 0 })
  expect(rowsWith(world)).toEqual(expect.arrayContaining(planted))

  const { stdout, stderr, code } = await purge(world)

  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  expect(rowsWith(world)).toEqual([])
  const [backup, ...others] = filesWith(world.paths.root, mark)
  expect(others).toEqual([])
  expect(backup).toContain('backups/')
  expect(stdout).toContain(join(world.paths.root, backup ?? ''))
  expect(stdout).toContain('--backups')
  expect(stdout).not.toContain('Other files')
  expect(world.rows('PRAGMA foreign_key_check')).toEqual([])
})

test('the pages that a running daemon builds afterwards', async () => {
  const world = createWorld()
  onTestFinished(() => world.close())
  world.writeConfig({ learning: { rules: false } })
  const payloads = sessionPayloads('leaky', world.project)
  const spool = (event: string, payload: object) =>
    writeSpoolFile(world.paths.spool, { event, cwd: world.project }, payload)
  spool('UserPromptSubmit', payloads.prompt(1, `The word is ${secret}, keep it`))
  spool('Stop', payloads.stop(1, `It is ${secret}. Done.`))
  const daemon = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
  onTestFinished(() => daemon.close())
  await daemon.drain(AbortSignal.timeout(10_000))
  const given = { content: 'The broker listens on port 5672', folder: world.project }
  await daemon.operations.storeMemory(parseInput(operations.storeMemory.input, given))
  const build = () =>
    daemon.operations.buildWiki(parseInput(operations.buildWiki.input, { all: true }))
  await build()
  expect(filesWith(world.paths.wiki, mark)).not.toEqual([])
  const { stdout } = await purge(world)
  expect(stdout).not.toContain('Other files')
  await build()
  expect(filesWith(world.paths.root, mark)).toEqual([])
})

/** Ids, times, numbers, hashes and words of our own vocabulary; rows hold no text in them. */
const holdsNoText =
  /(?:^|_)(?:id|ids|at|hash|version|commit|sequence|day|after|until|since|lease|machine|use|role|proof|origin|from|by)$|^(?:status|state|standing|confirmation|trust|type|kind|scope|action|decision|dropped|made_by|moment|event|relation|outcome|purpose|provider|subject|section|part|project|cause|source|successor|host|valid_to|consumer|cursor|witness|signature|command|basis|pairs|evidence|actions|item|fingerprint|subscriber|words|recent_content|model|only)$/
/** Where a name that is free text elsewhere is one of those. */
const ofTable: Readonly<Record<string, RegExp>> = {
  events: /^(?:key|name)$/,
  proposals: /^key$/,
  team_conflicts: /^proposal_key$/,
  review_decisions: /^key$/,
  spool_receipts: /^name$/,
  sync_files: /^folder$/,
  vectors: /^embedding$/,
  search_documents: /./,
  // Made again by the index.
  search_texts: /./,
  search_files: /./,
  team_outbox: /^text_hash$/,
}
/** Of those that are empty in the home. */
const isJson = /^(?:applied|payload|written_files)$/

/** Puts the text into one row of every column that can have it. @returns their names */
function plantInRows(world: World): string[] {
  const database = new DatabaseSync(world.paths.database)
  const planted: string[] = []
  for (const table of tablesOf(world)) {
    const columns = database.prepare('SELECT * FROM pragma_table_info(?)').all(table)
    const keys = columns.filter(({ pk }) => Number(pk) > 0).map(({ name }) => String(name))
    for (const { name, type } of columns) {
      const column = String(name)
      if (!['TEXT', 'BLOB'].includes(String(type))) continue
      const isText = table === 'team_shadows' && column === 'state'
      if (!isText && (holdsNoText.test(column) || ofTable[table]?.test(column))) continue
      const [row] = database.prepare(`SELECT * FROM ${table} ORDER BY ${keys} LIMIT 1`).all()
      if (!row) continue
      const where = keys.map((key) => `${key} = ?`).join(' AND ')
      database
        .prepare(`UPDATE ${table} SET ${column} = ? WHERE ${where}`)
        .run(withSecret(column, row[column] ?? null), ...keys.map((key) => row[key] ?? null))
      planted.push(`${table}.${column}`)
    }
  }
  database.close()
  return planted
}

function withSecret(column: string, value: unknown) {
  if (value instanceof Uint8Array) return packJson(extend(unpackJson(value)))
  if (typeof value === 'string' && /^[[{]/.test(value)) {
    return JSON.stringify(extend(JSON.parse(value) as Json))
  }
  if (isJson.test(column)) return JSON.stringify([secret])
  return value === null ? secret : `${value} ${secret}`
}

/** Long, so that a payload is compressed. */
function extend(json: Json): Json {
  const text = `${secret} `.repeat(100)
  if (Array.isArray(json)) return [...json, text]
  return typeof json === 'object' ? { ...json, [secret]: text } : [json, text]
}

/** Every column of every table that has the text, in a payload too. */
function rowsWith(world: World): string[] {
  const found: string[] = []
  for (const table of tablesOf(world)) {
    for (const row of world.rows(`SELECT * FROM "${table}"`)) {
      for (const [column, value] of Object.entries(row)) {
        const text = value instanceof Uint8Array ? readBlob(value) : String(value)
        if (text.includes(mark)) found.push(`${table}.${column}`)
      }
    }
  }
  return [...new Set(found)]
}

function readBlob(bytes: Uint8Array): string {
  try {
    return JSON.stringify(unpackJson(bytes))
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}
