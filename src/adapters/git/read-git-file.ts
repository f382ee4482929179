/** Looks at git's files; what cannot be read is undefined, for broken repositories are common. */
import { readFile, stat } from 'node:fs/promises'

export async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    return undefined
  }
}

export async function kindOf(path: string): Promise<'file' | 'directory' | undefined> {
  try {
    const found = await stat(path)
    if (found.isDirectory()) return 'directory'
    return found.isFile() ? 'file' : undefined
  } catch {
    return undefined
  }
}
