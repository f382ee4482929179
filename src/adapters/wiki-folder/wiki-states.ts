/** The state of each wiki as `<id>.json` in a folder of its own, and `<id>.announced.json` during a build. */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { memoryKinds } from '../../contract/vocabulary.ts'
import type { WikiState, WikiStates } from '../../core/ports/wiki-states.ts'
import { makeFolder } from '../../home/make-folder.ts'
import { writeFileAtomically } from '../../home/write-atomic.ts'
import { readSmallFile } from '../read-small-file.ts'

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
})

const state = z.object({
  folder: z.string(),
  cursor: z.string(),
  builtAt: z.string(),
  pages: z.record(z.string(), page),
  held: z.record(z.string(), z.string()),
})

const announced = z.record(z.string(), z.object({ from: page.nullable(), next: page.nullable() }))

/** About 200 bytes for each memory. */
const mostBytes = 256 * 1024 * 1024

export type WriteFile = (file: string, text: string) => void

export function openWikiStates(folder: string, write: WriteFile = writeFileAtomically): WikiStates {
  const fileOf = (wiki: string) => join(folder, `${nameOf(wiki)}.json`)
  const announcedOf = (wiki: string) => join(folder, `${nameOf(wiki)}.announced.json`)
  /** The state that was read or written last. Reading one of 10,000 memories takes 60 ms. */
  let last: { readonly version: string; readonly value: WikiState } | undefined

  async function readState(file: string): Promise<ReadJson<WikiState>> {
    const version = versionOf(file)
    if (last && last.version === version) return { value: last.value }
    const stored = await readJson(file, state)
    remember(version, stored.value)
    return stored
  }

  function remember(version: string | undefined, value: WikiState | undefined): void {
    last = version === undefined || value === undefined ? undefined : { version, value }
  }

  return {
    async read(wiki) {
      const stored = await readState(fileOf(wiki))
      const soon = await readJson(announcedOf(wiki), announced)
      const movedAside = stored.movedAside ?? soon.movedAside
      return {
        state: stored.value,
        announced: soon.value,
        ...(movedAside !== undefined && { movedAside }),
      }
    },
    async write(wiki, value) {
      makeFolder(folder)
      write(fileOf(wiki), JSON.stringify(value))
      remember(versionOf(fileOf(wiki)), value)
      rmSync(announcedOf(wiki), { force: true })
    },
    async announce(wiki, value) {
      makeFolder(folder)
      write(announcedOf(wiki), JSON.stringify(value))
    },
    async remove(wiki) {
      for (const file of [fileOf(wiki), announcedOf(wiki)]) rmSync(file, { force: true })
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

/** Another for every file that is renamed into its place. */
function versionOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found && [file, found.ino, found.mtimeNs, found.size].join(' ')
}

interface ReadJson<Value> {
  readonly value: Value | undefined
  readonly movedAside?: string
}

async function readJson<Value>(file: string, schema: z.ZodType<Value>): Promise<ReadJson<Value>> {
  const bytes = await readSmallFile(file, { mostBytes })
  if (!bytes && !existsSync(file)) return { value: undefined }
  try {
    return { value: schema.parse(JSON.parse(bytes?.toString('utf8') ?? '')) }
  } catch {
    const movedAside = `${file}.corrupt-${new Date().toISOString().replace(/[:.]/g, '-')}`
    renameSync(file, movedAside)
    return { value: undefined, movedAside }
  }
}
