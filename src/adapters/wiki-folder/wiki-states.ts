/** The state of each wiki as `<id>.json` in a folder of its own, and `<id>.announced.json` during a build. */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { memoryKinds } from '../../contract/vocabulary.ts'
import type { WikiStates } from '../../core/ports/wiki-states.ts'
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

  return {
    async read(wiki) {
      const stored = await readJson(fileOf(wiki), state)
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

async function readJson<Value>(
  file: string,
  schema: z.ZodType<Value>,
): Promise<{ value: Value | undefined; movedAside?: string }> {
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
