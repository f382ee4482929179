/** Finds files without failing over what is missing or may not be read. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { HistoryItem } from '../../core/ports/history-source.ts'

export interface FoundFile {
  readonly path: string
  readonly bytes: number
  readonly modifiedMs: number
}

/** Regular files below a folder, at most `depth` folders down. */
export async function findFiles(
  folder: string,
  isWanted: (path: string) => boolean,
  depth = 4,
): Promise<FoundFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found: FoundFile[] = []
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && depth > 0)
      found.push(...(await findFiles(path, isWanted, depth - 1)))
    if (!entry.isFile() || !isWanted(path)) continue
    const file = await findFile(path)
    if (file) found.push(file)
  }
  return found
}

export async function findFile(path: string): Promise<FoundFile | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return undefined
  return { path, bytes: found.size, modifiedMs: found.mtimeMs }
}

export function toItem(
  { path, bytes, modifiedMs }: FoundFile,
  rest: Partial<HistoryItem> = {},
): HistoryItem {
  const fingerprint = `${bytes} ${modifiedMs}`
  const changedAt = new Date(modifiedMs).toISOString()
  return { id: path, path, bytes, fingerprint, changedAt, sessions: 1, ...rest }
}

/** Earlier ones first; of two that began at once, the one that was changed first. */
export function byBeginning(
  a: { readonly item: HistoryItem; readonly modifiedMs: number },
  b: { readonly item: HistoryItem; readonly modifiedMs: number },
): number {
  const [one, other] = [a.item.startedAt ?? '', b.item.startedAt ?? '']
  if (one !== other) return one < other ? -1 : 1
  return a.modifiedMs - b.modifiedMs || (a.item.path < b.item.path ? -1 : 1)
}

/** Earlier ones first, among sessions of one database. */
export function byStart(a: HistoryItem, b: HistoryItem): number {
  const [one, other] = [a.startedAt ?? '', b.startedAt ?? '']
  return one === other ? (a.id < b.id ? -1 : 1) : one < other ? -1 : 1
}
