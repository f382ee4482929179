/** Reads the files of a folder in the next commit from git's index and objects, without git. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findGitPlace, readHead } from './git-dir.ts'
import { readIndex } from './index-file.ts'
import { openObjects } from './objects.ts'
import { isInside } from './work-tree.ts'

export interface StagedFile {
  /** Relative to the folder. */
  readonly path: string
  /** Undefined for a link, or if it is too large or missing. */
  readonly content: Buffer | undefined
}

const mostFiles = 20_000
const fileModes = [0o100644, 0o100755]

/**
 * @param prefix relative to the top of the work tree, with a trailing slash
 * @param indexFile the index that git names to its hooks (`GIT_INDEX_FILE`), if it is another one
 * @returns undefined if the index cannot be read; empty if there is none
 */
export async function readStagedFiles(
  root: string,
  prefix: string,
  indexFile: string | undefined,
): Promise<StagedFile[] | undefined> {
  const place = await findGitPlace(root)
  if (!place) return []
  const { gitDir, commonDir } = place
  const { commit = '' } = await readHead(gitDir, commonDir)
  const idBytes = commit.length === 64 ? 32 : 20
  const file = indexFile ? resolve(root, indexFile) : join(gitDir, 'index')
  const index = await readIndex(file, idBytes)
  if (!index) return existsSync(file) ? undefined : []
  const entries = index.entries.filter(({ path }) => path.startsWith(prefix))
  if (entries.length > mostFiles) return undefined
  const objects = openObjects(join(commonDir, 'objects'), { idBytes })
  try {
    const files: StagedFile[] = []
    for (const { path, id, mode } of entries.filter((entry) => isInside(entry.path))) {
      const object = fileModes.includes(mode) ? await objects.read(id) : undefined
      const content = object?.kind === 'blob' ? object.content : undefined
      files.push({ path: path.slice(prefix.length), content })
    }
    return files
  } finally {
    objects.close()
  }
}
