/**
 * The state of each wiki, in one folder: `<id>.json`; `<id>.builds.jsonl` with the changes of later
 * builds, until it is as long; `<id>.announced.json` during a build.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { memoryKinds } from '../../contract/vocabulary.ts'
import { isTurnOver, yieldToEventLoop } from '../../core/jobs/yield-to-event-loop.ts'
import type { StoredWiki, WikiState, WikiStates, WrittenPage } from '../../core/ports/wiki.ts'
import { makeFolder } from '../../home/write-files.ts'
import { readSmallFile } from '../read-small-file.ts'
import { realDisk } from './disk.ts'

/** A memory takes about 200 bytes. */
const mostBytes = 256 * 1024 * 1024
/** Below this size, later builds are not merged into a new whole state. */
const fewBytes = 64 * 1024

/** File writes, so that a test can make each of them fail. */
export interface StateFiles {
  /** Replaces the whole file; an interruption leaves the old one. @param pieces parts of the text */
  write(file: string, pieces: readonly string[]): Promise<void>
  append(file: string, text: string): Promise<void>
}

let writes = 0

/** Asynchronous, because a sync takes long. */
export const realStateFiles: StateFiles = {
  async write(file, pieces) {
    const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.${++writes}.tmp`)
    rmSync(temporary, { force: true })
    await realDisk.create(temporary, pieces)
    await realDisk.rename(temporary, file)
    await realDisk.syncFolder(dirname(file))
  },
  async append(file, text) {
    const isNew = !existsSync(file)
    await realDisk.append(file, text)
    if (isNew) await realDisk.syncFolder(dirname(file))
  },
}

interface StateVersion extends NamedState {
  readonly files: string
  /** Whether a build can be appended to the file of later builds. */
  readonly canGrow: boolean
}

export function openWikiStates(folder: string, files: StateFiles = realStateFiles): WikiStates {
  const fileOf = (wiki: string, ending: string) => join(folder, `${nameOf(wiki)}.${ending}`)
  const filesOf = (wiki: string) => ({
    whole: fileOf(wiki, 'json'),
    builds: fileOf(wiki, 'builds.jsonl'),
    soon: fileOf(wiki, 'announced.json'),
  })
  /** Caches the state last read or written. Reading one with 10,000 memories takes 60 ms. */
  let last: StateVersion | undefined

  async function readState(wiki: string): Promise<Pick<StoredWiki, 'state' | 'movedAside'>> {
    const { whole, builds } = filesOf(wiki)
    const version = versionOf(whole, builds)
    if (last && last.files === version) return { state: last.state }
    last = undefined
    const text = await readText(whole)
    if (text === undefined) return { state: undefined }
    const later = (await readText(builds)) ?? ''
    try {
      const start = readWholeState(text)
      const read = later === '' ? start : readBuilds(start, later)
      // A killed process may have left half a line.
      const canGrow = later === '' || later.endsWith('\n')
      last = { ...read, files: version, canGrow }
      return { state: read.state }
    } catch {
      moveAside(builds)
      return { state: undefined, movedAside: moveAside(whole) }
    }
  }

  function remember(wiki: string, next: NamedState): void {
    const { whole, builds } = filesOf(wiki)
    last = { ...next, files: versionOf(whole, builds), canGrow: true }
  }

  return {
    async read(wiki) {
      const stored = await readState(wiki)
      const { soon } = filesOf(wiki)
      const text = await readText(soon)
      if (text === undefined) return { ...stored, announced: undefined }
      try {
        return { ...stored, announced: announced.parse(JSON.parse(text)) }
      } catch {
        return { movedAside: moveAside(soon), ...stored, announced: undefined }
      }
    },
    async write(wiki, state, { afresh = false } = {}) {
      const { whole, builds, soon } = filesOf(wiki)
      makeFolder(folder)
      const before = last?.files === versionOf(whole, builds) ? last : undefined
      const mayGrow = !afresh && before?.canGrow && sizeOf(builds) <= mostLater(whole)
      if (before && mayGrow) {
        await files.append(builds, writeBuild(before, state))
        remember(wiki, { state, wholeId: before.wholeId })
      } else {
        const next = { state, wholeId: randomUUID() }
        await files.write(whole, await writeWholeState(next))
        rmSync(builds, { force: true })
        remember(wiki, next)
      }
      rmSync(soon, { force: true })
    },
    async announce(wiki, value) {
      makeFolder(folder)
      await files.write(filesOf(wiki).soon, await writeRecord(value))
    },
    async remove(wiki) {
      for (const file of Object.values(filesOf(wiki))) rmSync(file, { force: true })
    },
    async movedAside() {
      if (!existsSync(folder)) return []
      const names = readdirSync(folder).filter((name) => name.includes('.corrupt-'))
      return names.toSorted().map((name) => join(folder, name))
    },
  }
}

/** Ids are UUIDs or `global`. */
const nameOf = (wiki: string) => wiki.replace(/[^\w-]/g, '_')

/** Changes with every write. */
function versionOf(...files: readonly string[]): string {
  return files
    .map((file) => {
      const found = statSync(file, { bigint: true, throwIfNoEntry: false })
      return found ? [file, found.ino, found.mtimeNs, found.size].join(' ') : ''
    })
    .join('\n')
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
const mostLater = (whole: string) => Math.max(fewBytes, sizeOf(whole))

/** @returns undefined if there is no file, an empty text if it cannot be read */
async function readText(file: string): Promise<string | undefined> {
  const bytes = await readSmallFile(file, { mostBytes })
  return bytes || existsSync(file) ? (bytes?.toString('utf8') ?? '') : undefined
}

function moveAside(file: string): string {
  const movedAside = `${file}.corrupt-${new Date().toISOString().replace(/[:.]/g, '-')}`
  if (existsSync(file)) renameSync(file, movedAside)
  return movedAside
}

const block = z.object({
  text: z.string(),
  content: z.string(),
  kind: z.enum(memoryKinds),
  version: z.int(),
  isDoubtful: z.boolean().optional(),
})

const page = z.object({
  hash: z.string(),
  fingerprint: z.string(),
  compiled: z.string(),
  generated: z.array(z.string()),
  blocks: z.record(z.string(), block),
  conflicts: z.array(z.string()),
  hasRefused: z.boolean(),
  hasOwn: z.boolean().optional(),
})

const head = {
  folder: z.string(),
  cursor: z.string(),
  builtAt: z.string(),
  held: z.record(z.string(), z.string()),
  /** Names the whole state a line belongs to: a killed process may leave lines of another. */
  wholeId: z.string().default(''),
}

const whole = z.object({ ...head, pages: z.record(z.string(), page) })

/** Removed pages are null. */
const build = z.object({ ...head, pages: z.record(z.string(), page.nullable()) })

const announced = z.record(z.string(), z.object({ from: page.nullable(), next: page.nullable() }))

interface NamedState {
  readonly state: WikiState
  /** New for every whole state. */
  readonly wholeId: string
}

/** In pieces, like `writeRecord`. */
async function writeWholeState({ state, wholeId }: NamedState): Promise<string[]> {
  const { pages, ...rest } = state
  const head = JSON.stringify({ wholeId, ...rest })
  return [`${head.slice(0, -1)},"pages":`, ...(await writeRecord(pages)), '}']
}

const pieceCharacters = 64 * 1024

/** JSON in pieces with pauses for other work: 10,000 memories take 100 ms. */
async function writeRecord(record: Readonly<Record<string, unknown>>): Promise<string[]> {
  const pieces: string[] = []
  let piece = '{'
  let isFirst = true
  for (const name of Object.keys(record)) {
    piece += `${isFirst ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(record[name])}`
    isFirst = false
    if (piece.length > pieceCharacters) {
      pieces.push(piece)
      piece = ''
    }
    if (isTurnOver()) await yieldToEventLoop()
  }
  return [...pieces, `${piece}}`]
}

/** @throws if the text is not a state */
function readWholeState(text: string): NamedState {
  const { wholeId, ...state } = whole.parse(JSON.parse(text))
  return { state, wholeId }
}

function writeBuild(before: NamedState, { pages: after, ...state }: WikiState): string {
  const pages: Record<string, WrittenPage | null> = {}
  for (const path of Object.keys(after)) {
    const written = after[path]
    if (written && written !== before.state.pages[path]) pages[path] = written
  }
  for (const path of Object.keys(before.state.pages)) if (!after[path]) pages[path] = null
  return `${JSON.stringify({ wholeId: before.wholeId, ...state, pages })}\n`
}

/** @throws if a line is not a build, unless it is the last and unfinished */
function readBuilds({ state, wholeId }: NamedState, text: string): NamedState {
  const pages = new Map(Object.entries(state.pages))
  let last: Omit<WikiState, 'pages'> = state
  for (const line of text.split('\n').slice(0, -1)) {
    const { wholeId: its, pages: changed, ...rest } = build.parse(JSON.parse(line))
    if (its !== wholeId) continue
    for (const [path, written] of Object.entries(changed)) {
      if (written) pages.set(path, written)
      else pages.delete(path)
    }
    last = rest
  }
  return { state: { ...last, pages: Object.fromEntries(pages) }, wholeId }
}

const mostStateBytes = 64 * 1024 * 1024

/** Reads a JSON file of the home. A damaged file is moved aside and treated as missing. */
export async function readStateFile<Value>(
  file: string,
  schema: z.ZodType<Value>,
): Promise<Value | undefined> {
  const bytes = await readSmallFile(file, { mostBytes: mostStateBytes })
  if (!bytes && !existsSync(file)) return undefined
  try {
    return schema.parse(JSON.parse(bytes?.toString('utf8') ?? ''))
  } catch {
    // `wiki status` looks for it here.
    moveAside(file)
    return undefined
  }
}
