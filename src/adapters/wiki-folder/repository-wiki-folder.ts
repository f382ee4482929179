/** A repository's wiki folder. Never follows links that came with the repository. */
import { constants, rmSync } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { ThroughlineError } from '../../contract/errors.ts'
import { memoryKinds } from '../../contract/vocabulary.ts'
import type {
  RepositoryWikiChoices,
  RepositoryWikiFolder,
  RepositoryWikiStates,
} from '../../core/ports/wiki.ts'
import { makeFolder, writeFileAtomically } from '../../home/write-files.ts'
import { projectFileMode, projectFolderMode } from '../project-modes.ts'
import { type Disk, diskWith } from './disk.ts'
import { listPages } from './pages.ts'
import { openWikiFolder } from './wiki-folder.ts'
import { readStateFile } from './wiki-states.ts'

/** Git keeps lines of both branches; the next build puts them in order. */
const attributes = '* merge=union\n'

/** @param root the real path of the work tree's top folder */
export function openRepositoryWiki(
  root: string,
  disk: Disk = diskWith({ file: projectFileMode, folder: projectFolderMode }),
): RepositoryWikiFolder {
  const folder = join(root, '.throughline', 'wiki')
  const pages = openWikiFolder(folder, disk)

  async function fault(): Promise<string | undefined> {
    for (const each of [root, dirname(folder), folder]) {
      const found = await lstat(each).catch(() => undefined)
      if (found ? found.isDirectory() : each !== root) continue
      const what = found ? 'is a link or not a folder' : 'is gone'
      return each === folder ? `${what} and is left alone` : `is left alone: ${each} ${what}`
    }
    return undefined
  }

  async function refuseFault(): Promise<void> {
    const found = await fault()
    if (found !== undefined) throw new ThroughlineError('conflict', `${folder} ${found}`)
  }

  const guarded =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await refuseFault()
      return work(...args)
    }

  return {
    location: folder,
    fault,
    list: guarded(pages.list),
    odd: guarded(async () => (await listPages(folder)).odd),
    isIgnored: async () => (await lstat(join(dirname(folder), '.gitignore')).catch(() => 0)) !== 0,
    read: guarded(pages.read),
    write: guarded(async (path, text, known) => {
      const fingerprint = await pages.write(path, text, known)
      await addAttributes(join(folder, '.gitattributes'))
      return fingerprint
    }),
    remove: guarded(pages.remove),
    append: guarded(pages.append),
    removeEmptyFolders: guarded(pages.removeEmptyFolders),
    settle: pages.settle,
  }
}

/** Never overwrites an existing file. */
async function addAttributes(file: string): Promise<void> {
  const { O_CREAT, O_EXCL, O_WRONLY } = constants
  const handle = await open(file, O_CREAT | O_EXCL | O_WRONLY, projectFileMode).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  if (!handle) return
  try {
    await handle.writeFile(attributes)
  } finally {
    await handle.close()
  }
}

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

/** @param folder contains the states of all wikis */
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
