/**
 * Tools that keep memories as records: database rows, or lists in an exported JSON file. Each tool
 * is a table of places, lists and columns; this module finds and reads them all.
 */
import { statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { MemoryKind } from '../../contract/vocabulary.ts'
import { isJsonObject, type Json, objectOf, timeOf } from '../../core/model/json.ts'
import type { HistoryPlace, SkippedPart } from '../../core/ports/history-source.ts'
import type {
  ForeignMemorySource,
  ImportedMemory,
  MemoryItem,
} from '../../core/ports/memory-source.ts'
import { type FoundFile, findFile, findFiles, readSmallJson } from '../foreign-files/files.ts'
import {
  bytesOf,
  countRows,
  type ForeignRecord,
  readTables,
  tableNames,
} from '../foreign-files/foreign-database.ts'
import { firstText, joinStatement, kindOf, recordsOf, textsOf } from './statement.ts'

export type Part = ImportedMemory | SkippedPart

/** A database and an export may use different names for a list: the first one that exists is read. */
export interface Records {
  has(list: string): boolean
  each(...lists: readonly string[]): Iterable<ForeignRecord>
  count(...lists: readonly string[]): number
}

export interface RecordTool extends Pick<ForeignMemorySource, 'name' | 'displayName' | 'unit'> {
  /** Where the tool keeps its files. Without it, only the user can say. */
  usual?(place: HistoryPlace): readonly string[] | Promise<readonly string[]>
  /** Selects the files to read in a folder the user names. */
  isStore(name: string): boolean
  /** At least one of these must exist. */
  readonly lists: readonly string[]
  /** Lists whose lengths give the number of memories, if not `lists`. */
  readonly counted?: readonly string[]
  /** The name of the list in an export that is a bare array. */
  readonly bareList?: string
  /** The error for an export without any of the lists. */
  readonly isNot: string | ((exported: ForeignRecord) => string)
  parts(
    records: Records,
    file: { readonly path: string; readonly exported: ForeignRecord },
  ): Iterable<Part> | AsyncIterable<Part>
}

export function createRecordSource({
  usual,
  isStore,
  lists,
  counted = lists,
  bareList,
  isNot,
  parts,
  ...names
}: RecordTool): ForeignMemorySource {
  const namedLists = (exported: Json): ForeignRecord =>
    bareList && Array.isArray(exported) ? { [bareList]: exported } : objectOf(exported)
  return {
    ...names,
    isStore,
    lists: [...lists, ...(bareList === undefined ? [] : [unnamedList])],
    ...(!usual && { needsPath: true }),
    async discover(place) {
      const files = await locate(place.path, (await usual?.(place)) ?? [], isStore)
      return Promise.all(
        files.map(async (file) => {
          if (isDatabase(file.path)) return toDatabaseItem(file, countRows(file.path, ...counted))
          const { count } = recordsIn(namedLists((await readSmallJson(file.path)) ?? null))
          return toMemoryItem(file, {
            memories: counted.reduce((sum, list) => sum + count(list), 0),
          })
        }),
      )
    },
    async *read({ path }) {
      if (isDatabase(path)) {
        yield* readTables(path, lists, ({ has, each, count }) => {
          const find = (given: readonly string[]) => given.find(has) ?? ''
          const records: Records = {
            has,
            each: (...given) => each(find(given)),
            count: (...given) => count(find(given)),
          }
          return parts(records, { path, exported: {} })
        })
        return
      }
      const exported = namedLists(await readExport(path))
      const records = recordsIn(exported)
      if (!lists.some(records.has)) {
        throw new Error(typeof isNot === 'string' ? isNot : isNot(exported))
      }
      yield* parts(records, { path, exported })
    },
  }
}

/** Marks a bare array in `lists`. */
const unnamedList = '[]'

/**
 * Returns the names of the lists in a tool's file, so that only tools that know one read it.
 * @throws if the file is neither a database nor JSON, or too large
 */
export async function listsIn(path: string): Promise<ReadonlySet<string>> {
  if (isDatabase(path)) return new Set(tableNames(path))
  const exported = await readExport(path)
  return new Set(Array.isArray(exported) ? [unnamedList] : Object.keys(objectOf(exported)))
}

/** A list may also be an object: records by id, or lists by name. */
function recordsIn(exported: ForeignRecord): Records {
  const has = (list: string) => Array.isArray(exported[list]) || isJsonObject(exported[list])
  const each = (...lists: readonly string[]): ForeignRecord[] => {
    const list = exported[lists.find(has) ?? '']
    if (Array.isArray(list)) return recordsOf(list)
    return Object.values(objectOf(list)).flatMap((one) =>
      recordsOf(Array.isArray(one) ? one : [one]),
    )
  }
  return { has, each, count: (...lists) => each(...lists).length }
}

/** Which column has which value. Versions rename columns: the first one with a value wins. */
export interface RecordColumns {
  readonly noun: string
  readonly id?: string
  /** The tool reuses ids after a deletion, so the time is part of the id. */
  readonly hasReusedIds?: boolean
  readonly title?: readonly string[]
  readonly text: readonly string[]
  readonly kind?: readonly string[] | MemoryKind
  readonly project?: readonly string[]
  readonly key?: string
  readonly tags?: readonly string[]
  readonly keywords?: readonly string[]
  readonly files?: readonly string[]
  readonly createdAt: readonly string[]
  readonly updatedAt?: readonly string[]
  readonly validFrom?: readonly string[]
  readonly validTo?: readonly string[]
  readonly session?: readonly string[]
  readonly uses?: string
  readonly time?: (value: Json | undefined) => string | undefined
  /** The error for a record without text. */
  readonly empty?: string
}

/** @returns a reader of records; the caller passes what the table cannot express */
export function recordReader(columns: RecordColumns) {
  const { noun, id = 'id', kind = 'fact', time = timeOf, empty = `empty ${noun}` } = columns
  return (
    row: ForeignRecord,
    { facts = [], ...own }: Partial<ImportedMemory> & { readonly facts?: readonly string[] } = {},
  ): Part => {
    const text = (names: readonly string[] = []) => firstText(row, ...names)
    const texts = (names: readonly string[] = []) => names.flatMap((name) => textsOf(row[name]))
    const at = (names: readonly string[] = []) =>
      names.map((name) => time(row[name])).find((found) => found !== undefined)
    const content = joinStatement(text(columns.title), text(columns.text), facts)
    if (content === '') return { skipped: empty }
    const createdAt = at(columns.createdAt)
    const project = text(columns.project)
    return {
      id: columns.hasReusedIds ? `${noun} ${row[id]} ${createdAt}` : String(row[id]),
      origin: `${noun} ${row[id]}`,
      content,
      kind: typeof kind === 'string' ? kind : kindOf(text(kind)),
      author: 'other',
      place: project === undefined ? { kind: 'unknown' } : { kind: 'project', name: project },
      key: columns.key && text([columns.key]),
      tags: texts(columns.tags),
      keywords: texts(columns.keywords),
      files: texts(columns.files),
      createdAt,
      updatedAt: at(columns.updatedAt),
      validFrom: at(columns.validFrom),
      validTo: at(columns.validTo),
      session: text(columns.session),
      uses: countOf(row[columns.uses ?? '']),
      ...own,
    }
  }
}

const countOf = (value: Json | undefined) => (typeof value === 'number' ? value : undefined)

export function* skipAll(times: number, skipped: string): Generator<SkippedPart> {
  for (let at = 0; at < times; at += 1) yield { skipped }
}

export const summaryOfSession = 'summary of a session, which is built from the session itself'

/**
 * Finds a tool's files: where the user says, or in the usual places.
 * @param isWanted selects files in a folder the user names
 */
export async function locate(
  path: string | undefined,
  usual: readonly string[],
  isWanted: (name: string) => boolean,
): Promise<FoundFile[]> {
  if (path === undefined) return existing(usual)
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true
  return isFolder ? findFiles(path, (each) => isWanted(basename(each))) : existing([path])
}

async function existing(paths: readonly string[]): Promise<FoundFile[]> {
  const found = await Promise.all([...new Set(paths)].map((path) => findFile(path)))
  return found.filter((file) => file !== undefined)
}

export function toMemoryItem(
  { path, bytes, modifiedMs }: FoundFile,
  rest: Partial<MemoryItem> = {},
): MemoryItem {
  const fingerprint = `${bytes} ${modifiedMs}`
  const changedAt = new Date(modifiedMs).toISOString()
  return { id: path, path, bytes, fingerprint, changedAt, memories: 1, ...rest }
}

/** The newest rows may be only in the database's write-ahead log. */
export function toDatabaseItem(file: FoundFile, memories: number): MemoryItem {
  const log = statSync(`${file.path}-wal`, { throwIfNoEntry: false })
  const modifiedMs = Math.max(file.modifiedMs, log?.mtimeMs ?? 0)
  return toMemoryItem({ ...file, bytes: bytesOf(file.path), modifiedMs }, { memories })
}

export const isDatabase = (path: string) => /\.(?:db|sqlite3?)$/i.test(path)

/** Parsing needs several times as much memory. */
const mostBytes = 256 * 1024 * 1024

/** @throws if the export is too large or not JSON */
async function readExport(path: string): Promise<Json> {
  const { size } = await stat(path)
  if (size > mostBytes) {
    throw new Error(`${Math.round(size / 1024 / 1024)} MB is over the limit of 256 MB`)
  }
  const text = await readFile(path, 'utf8')
  try {
    return JSON.parse(text) as Json
  } catch {
    throw new Error('not JSON, or cut off in the middle')
  }
}
