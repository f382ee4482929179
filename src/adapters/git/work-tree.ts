/** Whether files of a work tree match the index. Git would run filters, so this runs nothing. */
import { lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { readSmallFile } from '../read-small-file.ts'
import type { IndexEntry } from './index-file.ts'

const linkMode = 0o120000
const mostHashedBytes = 1024 * 1024

/**
 * `touched`: its size is the staged one but its time differs, or is so recent that it may have
 * changed since. Only its content can tell.
 */
export type FileState = 'same' | 'touched' | 'changed' | 'missing'

/** @param indexMtimeMs when the index was written; files as recent may have changed since */
export function stateOf(root: string, entry: IndexEntry, indexMtimeMs: number): FileState {
  const found = statOf(`${root}/${entry.path}`)
  if (!found) return 'missing'
  const isLink = entry.mode === linkMode
  if (!(isLink ? found.isSymbolicLink() : found.isFile())) return 'changed'
  if (found.size % 2 ** 32 !== entry.size) return 'changed'
  const stagedMs = entry.mtimeSeconds * 1_000 + entry.mtimeNanoseconds / 1e6
  const isSameTime =
    Math.floor(found.mtimeMs / 1_000) === entry.mtimeSeconds &&
    (entry.mtimeNanoseconds === 0 || Math.abs(found.mtimeMs - stagedMs) < 0.001)
  return isSameTime && stagedMs < indexMtimeMs ? 'same' : 'touched'
}

/** Compares the bytes on disk, so a file changed by a filter counts as changed. */
export async function hasStagedContent(root: string, entry: IndexEntry): Promise<boolean> {
  const content = await readSmallFile(join(root, entry.path), { mostBytes: mostHashedBytes })
  return content !== undefined && objectId('blob', content, entry.id.length / 2) === entry.id
}

export function objectId(kind: string, content: Buffer, idBytes: number): string {
  // Loaded here: it takes 6 ms.
  const { createHash } = process.getBuiltinModule('node:crypto')
  const hash = createHash(idBytes === 20 ? 'sha1' : 'sha256')
  return hash.update(`${kind} ${content.length}\0`).update(content).digest('hex')
}

/** A NUL, or a part that is empty, `.` or `..`. */
const notInside = /\0|(?:^|\/)\.{0,2}(?:\/|$)/

/** Whether an index entry names a file inside the work tree; anyone may have written the index. */
export function isInside(path: string): boolean {
  return !notInside.test(path)
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // A folder on the path is now a file.
    return undefined
  }
}
