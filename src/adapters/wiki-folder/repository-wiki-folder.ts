/** The wiki folder of a repository. Links that the repository brought along are never followed. */
import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ThroughlineError } from '../../contract/errors.ts'
import type { RepositoryWikiFolder } from '../../core/ports/wiki.ts'
import { projectFileMode, projectFolderMode } from '../project-modes.ts'
import { type Disk, diskWith } from './disk.ts'
import { listPages } from './list-pages.ts'
import { openWikiFolder } from './wiki-folder.ts'

/** Lines of both branches stay; the next build puts them in order. */
const attributes = '* merge=union\n'

/** @param root the top of the work tree, a real path */
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

/** What is there stays, whatever it is. */
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
