/** Real paths, also of folders that are gone. */
import { realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'

/**
 * Symlinks resolved, and on file systems that ignore case the spelling on disk. Of a folder that
 * does not exist: the real path of its nearest ancestor, and the rest as it was given.
 */
export async function realPath(folder: string): Promise<{ path: string; exists: boolean }> {
  if (!isAbsolute(folder)) return { path: folder, exists: false }
  const path = resolve(folder)
  try {
    return { path: await realpath(path), exists: true }
  } catch {
    const parent = dirname(path)
    if (parent === path) return { path, exists: false }
    return { path: join((await realPath(parent)).path, basename(path)), exists: false }
  }
}
