/** Finds what a tool keeps: where the user says, or in its usual places. */
import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { MemoryItem } from '../../../core/ports/memory-source.ts'
import { type FoundFile, findFile, findFiles } from '../../foreign-files/files.ts'
import { bytesOf } from '../../foreign-files/foreign-database.ts'

/** @param isWanted which files of a folder that the user names */
export async function locate(
  path: string | undefined,
  usual: readonly string[],
  isWanted: (name: string) => boolean,
): Promise<FoundFile[]> {
  if (path === undefined) return existing(usual)
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true
  return isFolder ? findFiles(path, (each) => isWanted(basename(each))) : existing([path])
}

async function existing(paths: readonly string[]): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  for (const path of new Set(paths)) {
    const file = await findFile(path)
    if (file) found.push(file)
  }
  return found
}

export function toMemoryItem(
  { path, bytes, modifiedMs }: FoundFile,
  rest: Partial<MemoryItem> = {},
): MemoryItem {
  const fingerprint = `${bytes} ${modifiedMs}`
  const changedAt = new Date(modifiedMs).toISOString()
  return { id: path, path, bytes, fingerprint, changedAt, memories: 1, ...rest }
}

/** What a database holds may be in its log alone. */
export function toDatabaseItem(file: FoundFile, memories: number): MemoryItem {
  const log = statSync(`${file.path}-wal`, { throwIfNoEntry: false })
  const modifiedMs = Math.max(file.modifiedMs, log?.mtimeMs ?? 0)
  return toMemoryItem({ ...file, bytes: bytesOf(file.path), modifiedMs }, { memories })
}

export const isDatabase = (path: string) => /\.(?:db|sqlite3?)$/i.test(path)
