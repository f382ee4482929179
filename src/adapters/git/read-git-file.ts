/** Reads git's files. Unreadable ones are undefined, because broken repositories are common. */
import { stat } from 'node:fs/promises'
import { readSmallFile } from '../read-small-file.ts'

export async function readText(file: string, mostBytes: number): Promise<string | undefined> {
  return (await readSmallFile(file, { mostBytes }))?.toString('utf8')
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
