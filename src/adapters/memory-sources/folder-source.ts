/**
 * Tools that keep memories in folders of Markdown files. A folder is one item: a memory that is no
 * longer in any of its files was deleted.
 */
import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { type HistoryPlace, isSkipped, type SkippedPart } from '../../core/ports/history-source.ts'
import type {
  ForeignMemorySource,
  ForeignPlace,
  ImportedMemory,
  MemoryItem,
} from '../../core/ports/memory-source.ts'
import { type FoundFile, findFiles, readSmallText } from '../foreign-files/files.ts'
import { readLeftOut } from './markdown.ts'
import { withoutOwnBlocks } from './own-blocks.ts'

interface FolderTool extends Omit<ForeignMemorySource, 'discover' | 'read'> {
  /** The folders in which the tool keeps its files, and what is known about each. */
  folders(place: HistoryPlace): FolderPlace[] | Promise<FolderPlace[]>
  /** @param name relative to the folder, with slashes */
  isWanted(name: string): boolean
  memories?(file: TextFile, folder: MemoryItem): Iterable<Part>
  /** For files that an agent reads as they are: where they apply. */
  placeOf?(folder: MemoryItem): ForeignPlace
  /** For tools whose files only make sense together. */
  readAll?(files: AsyncIterable<TextFile | SkippedPart>): AsyncIterable<Part>
}

type Part = ImportedMemory | SkippedPart

interface FolderPlace extends Pick<MemoryItem, 'path' | 'project' | 'folders'> {}

export function createFolderSource(tool: FolderTool): ForeignMemorySource {
  const { folders, isWanted, memories, placeOf, readAll, ...names } = tool
  return {
    ...names,
    async discover(place) {
      const items: MemoryItem[] = []
      for (const { path, ...rest } of await folders(place)) {
        const files = await filesIn(path, isWanted)
        if (files.length > 0) items.push(toFolderItem(path, files, rest))
      }
      return items
    },
    async *read(item) {
      const files = readTexts(item.path, isWanted)
      if (readAll) return yield* readAll(files)
      for await (const file of files) {
        if (isSkipped(file)) {
          yield file
          continue
        }
        const parts = [...(memories?.(file, item) ?? [])]
        yield* inFile(file.path, parts)
        if (placeOf) yield* inFile(file.path, leftOut(file, parts, placeOf(item)))
      }
    },
  }
}

function* leftOut(
  { name, whole, changedAt }: TextFile,
  parts: readonly Part[],
  place: ForeignPlace,
): Generator<ImportedMemory> {
  const stated = parts.flatMap((part) => (isSkipped(part) ? [] : [part.content]))
  for (const [at, { text: content, line }] of [...readLeftOut(whole, stated)].entries()) {
    yield {
      ...{ id: `${name} left out ${at}`, origin: `${name} line ${line}`, line, content, place },
      ...{ kind: 'fact', author: 'other', createdAt: changedAt, isOnlyAudited: 'no-memory' },
    }
  }
}

/** Adds the file name to each part. */
export function* inFile(file: string, parts: Iterable<Part>): Generator<Part> {
  for (const part of parts) yield isSkipped(part) ? part : { ...part, file }
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
  /** Relative to the folder, with slashes. */
  readonly name: string
  readonly text: string
  /** With what we wrote into it. */
  readonly whole: string
  readonly changedAt: string
}

async function* readTexts(
  folder: string,
  isWanted: (name: string) => boolean,
): AsyncGenerator<TextFile | SkippedPart> {
  for (const { path, modifiedMs } of await filesIn(folder, isWanted)) {
    const text = await readSmallText(path)
    const changedAt = new Date(modifiedMs).toISOString()
    if (text === undefined) yield { skipped: 'file over 4 MB, or no longer there' }
    else {
      const name = nameIn(folder, path)
      yield { path, name, text: withoutOwnBlocks(text), whole: text, changedAt }
    }
  }
}

const nameIn = (folder: string, path: string) => relative(folder, path).replaceAll('\\', '/')

const depth = 12

async function filesIn(folder: string, isWanted: (name: string) => boolean): Promise<FoundFile[]> {
  const files = await findFiles(
    folder,
    (path) => path.endsWith('.md') && isWanted(nameIn(folder, path)),
    depth,
  )
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}
