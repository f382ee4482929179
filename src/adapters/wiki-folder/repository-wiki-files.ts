/** Which projects keep their wiki in a repository, and what their last builds left: files of the home. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { memoryKinds } from '../../contract/vocabulary.ts'
import type { RepositoryWikiChoices, RepositoryWikiStates } from '../../core/ports/wiki.ts'
import { makeFolder, writeFileAtomically } from '../../home/write-files.ts'
import { readStateFile } from './read-state-file.ts'

const choices = z.record(z.string(), z.string())

const state = z.object({
  location: z.string(),
  cursor: z.string(),
  builtAt: z.string(),
  pages: z.int(),
  statements: z.record(
    z.string(),
    z.object({
      page: z.string(),
      text: z.string(),
      content: z.string(),
      kind: z.enum(memoryKinds),
    }),
  ),
  held: z.record(z.string(), z.string()),
  problems: z.array(z.object({ path: z.string(), what: z.string() })),
})

/** @param folder of all states of wikis */
export function openRepositoryWikiChoices(folder: string): RepositoryWikiChoices {
  const file = join(folder, 'repositories.json')
  const list = async () => (await readStateFile(file, choices)) ?? {}
  return {
    list,
    async choose(projectId, root) {
      const { [projectId]: _, ...others } = await list()
      makeFolder(folder)
      const chosen = root === undefined ? others : { ...others, [projectId]: root }
      writeFileAtomically(file, `${JSON.stringify(chosen, null, 2)}\n`)
    },
  }
}

export function openRepositoryWikiStates(folder: string): RepositoryWikiStates {
  const fileOf = (wiki: string) => join(folder, `${wiki.replace(/[^\w-]/g, '_')}.repository.json`)
  return {
    read: (wiki) => readStateFile(fileOf(wiki), state),
    async write(wiki, value) {
      makeFolder(folder)
      writeFileAtomically(fileOf(wiki), JSON.stringify(value))
    },
    async remove(wiki) {
      rmSync(fileOf(wiki), { force: true })
    },
  }
}
