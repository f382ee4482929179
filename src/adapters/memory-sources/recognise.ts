/** Finds out which tool wrote a file or folder if the user names only the path. */
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type HistoryPlace, isSkipped } from '../../core/ports/history-source.ts'
import type { ForeignMemorySource, MemoryItem } from '../../core/ports/memory-source.ts'
import { listsIn } from './record-source.ts'

export interface RecognisedStore {
  readonly source: ForeignMemorySource
  readonly items: readonly MemoryItem[]
}

/**
 * @param sources those that accept any file of a format come last
 * @returns an empty list if no tool can read it
 * @throws the most common error if no tool can read the file
 */
export async function recogniseStores(
  sources: readonly ForeignMemorySource[],
  path: string,
  { userHome, env }: Pick<HistoryPlace, 'userHome' | 'env'>,
): Promise<RecognisedStore[]> {
  const place = { userHome, env, folders: [path] }
  if ((await stat(path)).isDirectory()) {
    const ofProject = await findAll(sources.filter(isInProjects), place, path)
    if (ofProject.length > 0) return ofProject
    return findReadable(
      sources.filter(({ name }) => name !== 'basic-memory' || path.includes(name)),
      { ...place, path },
    )
  }
  const name = basename(path)
  const able = await sourcesOf(sources, path)
  const [likely, others] = [true, false].map((isOwn) =>
    able.filter((source) => (source.isStore?.(name) ?? false) === isOwn),
  )
  return findReadable([...(likely ?? []), ...(others ?? [])], { ...place, path })
}

/** Tools that keep their files in a project or in the folder the user names. */
const isInProjects = ({ name }: ForeignMemorySource) => Object.hasOwn(foldersOf, name)

/** How such a tool gets the project: in a list of folders, or as the path. */
const foldersOf: Readonly<Record<string, 'folders' | 'path'>> = {
  rules: 'path',
  'memory-bank': 'folders',
  'claude-memory-compiler': 'folders',
  'claude-code-memory': 'path',
}

async function findAll(
  sources: readonly ForeignMemorySource[],
  place: HistoryPlace,
  path: string,
): Promise<RecognisedStore[]> {
  const found: RecognisedStore[] = []
  for (const source of sources) {
    const isNamed = foldersOf[source.name] === 'path'
    const items = await source.discover(isNamed ? { ...place, path } : place)
    if (items.length > 0) found.push({ source, items })
  }
  return found
}

/** Narrows by extension, then by the lists inside; otherwise every tool would read the whole file. */
async function sourcesOf(
  sources: readonly ForeignMemorySource[],
  path: string,
): Promise<ForeignMemorySource[]> {
  const file = basename(path)
  const named = (...names: readonly string[]) => sources.filter(({ name }) => names.includes(name))
  if (/\.jsonl$/i.test(file)) return named('server-memory', 'jsonl')
  if (isMarkdown(file)) return named('rules')
  if (!/\.(?:json|af|db|sqlite3?)$/i.test(file)) return []
  // The server's graph is a JSON lines file with this name.
  const graphs = named('server-memory').filter((source) => source.isStore?.(file))
  try {
    const lists = await listsIn(path)
    return [...graphs, ...sources.filter((source) => source.lists?.some((list) => lists.has(list)))]
  } catch (error) {
    if (graphs.length === 0) throw error
    return graphs
  }
}

const isMarkdown = (file: string) =>
  /\.(?:md|mdc|markdown)$/i.test(file) || /^\.(?:cursor|cline|windsurf)rules$/.test(file)

/** The first tool that finds a memory in a file gets it. */
async function findReadable(
  sources: readonly ForeignMemorySource[],
  place: HistoryPlace,
): Promise<RecognisedStore[]> {
  const found: RecognisedStore[] = []
  const taken = new Set<string>()
  const reasons = new Map<string, number>()
  for (const source of sources) {
    const items: MemoryItem[] = []
    for (const item of await source.discover(place)) {
      if (taken.has(item.path)) continue
      const reason = await findObstacle(source, item)
      if (reason !== undefined) {
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
        continue
      }
      taken.add(item.path)
      items.push(item)
    }
    if (items.length > 0) found.push({ source, items })
  }
  if (found.length > 0) return found
  const [usual] = [...reasons].sort(([, a], [, b]) => b - a)
  if (usual) throw new Error(usual[0])
  return []
}

/** @returns why the file has no memories, or undefined if it has some */
async function findObstacle(
  source: ForeignMemorySource,
  item: MemoryItem,
): Promise<string | undefined> {
  try {
    let skipped: string | undefined
    for await (const part of source.read(item)) {
      if (!isSkipped(part)) return undefined
      skipped ??= part.skipped
    }
    return skipped ?? 'no memory in it'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
