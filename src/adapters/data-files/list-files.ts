/** Regular files of a folder; links are not followed. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

export function listFiles(folder: string, { deep = true } = {}): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return deep ? listFiles(path) : []
    return entry.isFile() ? [path] : []
  })
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
