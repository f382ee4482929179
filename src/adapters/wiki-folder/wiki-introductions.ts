/** Introductions of each wiki as `<id>.introductions.json`, beside its state. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { WikiIntroductions } from '../../core/ports/wiki.ts'
import { makeFolder, writeFileAtomically } from '../../home/write-files.ts'
import { readStateFile } from './read-state-file.ts'

const introductions = z.record(
  z.string(),
  z.object({
    askedAt: z.iso.datetime(),
    statements: z.string(),
    line: z.string(),
    sources: z.record(z.string(), z.string()),
    refusals: z.int(),
  }),
)

const movedAside = /\.introductions\.json\.corrupt-/

export function openWikiIntroductions(folder: string): WikiIntroductions {
  const fileOf = (wiki: string) =>
    join(folder, `${wiki.replace(/[^\w-]/g, '_')}.introductions.json`)
  return {
    read: async (wiki) => (await readStateFile(fileOf(wiki), introductions)) ?? {},
    async write(wiki, value) {
      if (Object.keys(value).length === 0) {
        rmSync(fileOf(wiki), { force: true })
        return
      }
      makeFolder(folder)
      writeFileAtomically(fileOf(wiki), JSON.stringify(value))
    },
    async removeMovedAside() {
      if (!existsSync(folder)) return
      const damaged = readdirSync(folder).filter((name) => movedAside.test(name))
      for (const name of damaged) rmSync(join(folder, name), { force: true })
    },
  }
}
