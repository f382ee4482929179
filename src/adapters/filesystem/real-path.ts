/** Real paths, even of folders that no longer exist. */
import { realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { isFolderPath } from '../../core/model/folder-path.ts'

/**
 * Resolves symbolic links and, on case-insensitive systems, uses the spelling on disk. For a
 * missing folder: the real path of its nearest ancestor plus the rest as given.
 */
export async function realPath(folder: string): Promise<{ path: string; exists: boolean }> {
  if (!isAbsolute(folder) || !isFolderPath(folder)) return { path: folder, exists: false }
  const path = resolve(folder)
  try {
    return { path: await realpath(path), exists: true }
  } catch {
    const parent = dirname(path)
    if (parent === path) return { path, exists: false }
    return { path: join((await realPath(parent)).path, basename(path)), exists: false }
  }
}
