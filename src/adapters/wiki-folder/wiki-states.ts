/**
 * The state of each wiki in a folder of its own: `<id>.json`, and `<id>.builds.jsonl` with what later
 * builds changed until it is as long; `<id>.announced.json` during a build.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { StoredWiki, WikiStates } from '../../core/ports/wiki.ts'
import { makeFolder } from '../../home/write-files.ts'
import { readSmallFile } from '../read-small-file.ts'
import { realDisk } from './disk.ts'
import {
  announced,
  type NamedState,
  readBuilds,
  readWholeState,
  writeBuild,
  writeRecord,
  writeWholeState,
} from './state-format.ts'

/** About 200 bytes for each memory. */
const mostBytes = 256 * 1024 * 1024
/** Below, later builds are not worth a whole state. */
const fewBytes = 64 * 1024

/** The writes, so that a test can let each of them fail. */
export interface StateFiles {
  /** Replaces all of it: an interruption leaves the old file. @param pieces of its text */
  write(file: string, pieces: readonly string[]): Promise<void>
  append(file: string, text: string): Promise<void>
}

let writes = 0

/** A sync takes long, so the thread does not wait for it. */
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
  /** Of the files it was read from. */
  readonly files: string
  /** A build can be added to the file of later builds. */
  readonly canGrow: boolean
}

export function openWikiStates(folder: string, files: StateFiles = realStateFiles): WikiStates {
  const fileOf = (wiki: string, ending: string) => join(folder, `${nameOf(wiki)}.${ending}`)
  const filesOf = (wiki: string) => ({
    whole: fileOf(wiki, 'json'),
    builds: fileOf(wiki, 'builds.jsonl'),
    soon: fileOf(wiki, 'announced.json'),
  })
  /** The state that was read or written last. Reading one of 10,000 memories takes 60 ms. */
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
      // A kill may have left half a line.
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

/** Another after every write. */
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

/** @returns undefined if there is no file; nothing of one that cannot be read */
async function readText(file: string): Promise<string | undefined> {
  const bytes = await readSmallFile(file, { mostBytes })
  return bytes || existsSync(file) ? (bytes?.toString('utf8') ?? '') : undefined
}

function moveAside(file: string): string {
  const movedAside = `${file}.corrupt-${new Date().toISOString().replace(/[:.]/g, '-')}`
  if (existsSync(file)) renameSync(file, movedAside)
  return movedAside
}
