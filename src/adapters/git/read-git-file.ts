/** Reads git's files. Unreadable ones are undefined, because broken repositories are common. */
import { readFile, stat } from 'node:fs/promises'

export async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    return undefined
  }
}

export async function entryKind(path: string): Promise<'file' | 'directory' | undefined> {
  try {
    const found = await stat(path)
    if (found.isDirectory()) return 'directory'
    return found.isFile() ? 'file' : undefined
  } catch {
    return undefined
  }
}
