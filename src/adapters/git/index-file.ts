/** Git's index: the files of a work tree as staged, with their size and time on disk. */

import { readSmallFile } from '../read-small-file.ts'

export interface IndexEntry {
  readonly path: string
  readonly id: string
  readonly mode: number
  readonly mtimeSeconds: number
  readonly mtimeNanoseconds: number
  readonly size: number
  /** Above 0 while a merge has conflicts. */
  readonly stage: number
  /** Git ignores changes of the file: outside a sparse checkout, or by the user's choice. */
  readonly isUnwatched: boolean
}

export interface IndexFile {
  /** Sorted by the bytes of their paths. */
  readonly entries: readonly IndexEntry[]
  /** Known trees of folders, by path with a trailing slash. */
  readonly trees: ReadonlyMap<string, string>
}

const entryBytes = 42 // Not including the id.
/** A path repeats the start of the previous one, so a small file can expand to any size. */
const mostPathCharacters = 64 * 1024 * 1024

/** About 300,000 files. */
const mostIndexBytes = 32 * 1024 * 1024

/** @returns undefined if the index is missing, too large, damaged, or split into files */
export async function readIndex(file: string, idBytes: number): Promise<IndexFile | undefined> {
  const bytes = await readSmallFile(file, { mostBytes: mostIndexBytes })
  return bytes && parseIndex(bytes, idBytes)
}

/** @returns undefined if it is not an index, or keeps a part of itself elsewhere */
function parseIndex(bytes: Buffer, idBytes: number): IndexFile | undefined {
  if (bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined
  const version = bytes.readUInt32BE(4)
  if (version < 2 || version > 4) return undefined
  const entries: IndexEntry[] = []
  let at = 12
  let path = ''
  let characters = 0
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    if (at + entryBytes + idBytes > bytes.length) return undefined
    const flags = bytes.readUInt16BE(at + 40 + idBytes)
    const isExtended = version > 2 && (flags & 0x4000) !== 0
    const extra = isExtended ? bytes.readUInt16BE(at + 42 + idBytes) : 0
    const nameAt = at + 42 + idBytes + (isExtended ? 2 : 0)
    const name = version === 4 ? compressedName(bytes, nameAt, path) : plainName(bytes, at, nameAt)
    if (!name) return undefined
    path = name.path
    characters += path.length
    if (characters > mostPathCharacters) return undefined
    entries.push({
      path,
      id: bytes.toString('hex', at + 40, at + 40 + idBytes),
      mode: bytes.readUInt32BE(at + 24),
      mtimeSeconds: bytes.readUInt32BE(at + 8),
      mtimeNanoseconds: bytes.readUInt32BE(at + 12),
      size: bytes.readUInt32BE(at + 36),
      stage: (flags >> 12) & 3,
      isUnwatched: (flags & 0x8000) !== 0 || (extra & 0x4000) !== 0,
    })
    at = name.end
  }
  return readExtensions(bytes, at, idBytes, entries)
}

/** Padded with NULs to a multiple of eight. */
function plainName(bytes: Buffer, start: number, nameAt: number) {
  const end = bytes.indexOf(0, nameAt)
  if (end < 0) return undefined
  const length = end - start
  return { path: bytes.toString('utf8', nameAt, end), end: start + length + 8 - (length % 8) }
}

/** How much to cut from the previous path, and what to append. */
function compressedName(bytes: Buffer, nameAt: number, before: string) {
  let at = nameAt
  let dropped = (bytes[at] ?? 0) & 0x7f
  while ((bytes[at] ?? 0) & 0x80 && at < nameAt + 5) {
    at += 1
    dropped = (dropped + 1) * 128 + ((bytes[at] ?? 0) & 0x7f)
  }
  const end = bytes.indexOf(0, at + 1)
  const kept = Buffer.from(before)
  if (end < 0 || dropped > kept.length) return undefined
  const path = Buffer.concat([kept.subarray(0, kept.length - dropped), bytes.subarray(at + 1, end)])
  return { path: path.toString('utf8'), end: end + 1 }
}

function readExtensions(
  bytes: Buffer,
  start: number,
  idBytes: number,
  entries: readonly IndexEntry[],
): IndexFile | undefined {
  let trees: ReadonlyMap<string, string> = new Map()
  for (let at = start; at + 8 <= bytes.length - idBytes; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const end = at + 8 + bytes.readUInt32BE(at + 4)
    // The rest of a split index is in another file.
    if (name === 'link') return undefined
    if (name === 'TREE') trees = readTrees(bytes.subarray(at + 8, end), idBytes)
    at = end
  }
  return { entries, trees }
}

/** `name NUL count of entries SPACE count of folders NEWLINE [id]`, subfolders after their parent. */
function readTrees(bytes: Buffer, idBytes: number): Map<string, string> {
  const trees = new Map<string, string>()
  const open: { path: string; left: number }[] = []
  for (let at = 0; at < bytes.length; ) {
    const nul = bytes.indexOf(0, at)
    const end = bytes.indexOf(0x0a, nul)
    if (nul < 0 || end < 0) break
    const name = bytes.toString('utf8', at, nul)
    const [entries = '', folders = ''] = bytes.toString('latin1', nul + 1, end).split(' ')
    while (open.at(-1)?.left === 0) open.pop()
    const parent = open.at(-1)
    if (parent) parent.left -= 1
    const path = parent ? `${parent.path}${name}/` : ''
    open.push({ path, left: Number(folders) })
    at = end + 1
    if (Number(entries) < 0) continue
    trees.set(path, bytes.toString('hex', at, at + idBytes))
    at += idBytes
  }
  return trees
}
