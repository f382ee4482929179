/** A folder of Markdown files as one item: what is gone from all of them is gone. */
import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { isSkipped, type SkippedPart } from '../../core/ports/history-source.ts'
import type { MemoryItem } from '../../core/ports/memory-source.ts'
import { type FoundFile, findFiles, readSmallText } from '../foreign-files/files.ts'

const depth = 12

/** Undefined if there are no such files. */
export async function findFolder(
  folder: string,
  isWanted: (name: string) => boolean,
  rest: Partial<MemoryItem> = {},
): Promise<MemoryItem | undefined> {
  const files = await filesIn(folder, isWanted)
  return files.length === 0 ? undefined : toFolderItem(folder, files, rest)
}

export function toFolderItem(
  folder: string,
  files: readonly FoundFile[],
  rest: Partial<MemoryItem> = {},
): MemoryItem {
  const state = createHash('sha256')
  for (const { path, bytes, modifiedMs } of files) state.update(`${path} ${bytes} ${modifiedMs}\n`)
  return {
    id: folder,
    path: folder,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    fingerprint: state.digest('hex').slice(0, 32),
    changedAt: new Date(Math.max(...files.map(({ modifiedMs }) => modifiedMs))).toISOString(),
    memories: files.length,
    isWhole: true,
    ...rest,
  }
}

export interface TextFile {
  readonly path: string
  /** Below its folder, with slashes. */
  readonly name: string
  readonly text: string
  readonly changedAt: string
}

export async function* readTexts(
  folder: string,
  isWanted: (name: string) => boolean,
): AsyncGenerator<TextFile | SkippedPart> {
  for (const { path, modifiedMs } of await filesIn(folder, isWanted)) {
    const text = await readSmallText(path)
    const changedAt = new Date(modifiedMs).toISOString()
    if (text === undefined) yield { skipped: 'file over 4 MB, or no longer there' }
    else yield { path, name: nameIn(folder, path), text, changedAt }
  }
}

/** More than anyone reads through, and more than a file of rules or notes has. */
const mostOfFile = 200

/** The first memories of one file. */
export function* firstOfFile<Part extends object>(
  parts: Iterable<Part>,
): Generator<Part | SkippedPart> {
  let taken = 0
  for (const part of parts) {
    if (isSkipped(part)) yield part
    else if (taken < mostOfFile) {
      taken += 1
      yield part
    } else yield { skipped: `statement beyond the first ${mostOfFile} of its file; split the file` }
  }
}

const nameIn = (folder: string, path: string) => relative(folder, path).replaceAll('\\', '/')

async function filesIn(folder: string, isWanted: (name: string) => boolean): Promise<FoundFile[]> {
  const files = await findFiles(
    folder,
    (path) => path.endsWith('.md') && isWanted(nameIn(folder, path)),
    depth,
  )
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}
