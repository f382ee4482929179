/** What commits and trees say, as far as it is needed here. */
import type { GitObjects } from './objects.ts'

export interface Commit {
  readonly tree: string
  readonly parents: readonly string[]
  /** When it was committed, in seconds since 1970. */
  readonly time: number
}

export interface TreeEntry {
  readonly id: string
  readonly mode: number
}

export type Tree = ReadonlyMap<string, TreeEntry>

export const isFolderMode = (mode: number) => mode === 0o040000
export const isSubmoduleMode = (mode: number) => mode === 0o160000

export async function readCommit(objects: GitObjects, id: string): Promise<Commit | undefined> {
  const found = await objects.read(id)
  return found?.kind === 'commit' ? parseCommit(found.content) : undefined
}

export function parseCommit(content: Buffer): Commit | undefined {
  const end = content.indexOf('\n\n')
  const head = content.toString('latin1', 0, end < 0 ? content.length : end).split('\n')
  const [, tree] = /^tree ([0-9a-f]+)$/.exec(head[0] ?? '') ?? []
  const rest = head.slice(1)
  const last = rest.findIndex((line) => !line.startsWith('parent '))
  const parents = rest.slice(0, last < 0 ? rest.length : last)
  if (tree === undefined) return undefined
  const committer = head.find((line) => line.startsWith('committer ')) ?? ''
  const [, time = '0'] = / (\d+) [+-]\d{4}$/.exec(committer) ?? []
  const ids = parents.map((line) => line.slice('parent '.length))
  return { tree, parents: ids, time: Number(time) }
}

/** @returns undefined if it is missing or damaged; the tree of nothing has no entries */
export async function readTree(
  objects: GitObjects,
  id: string | undefined,
): Promise<Tree | undefined> {
  if (id === undefined) return new Map()
  const found = await objects.read(id)
  return found?.kind === 'tree' ? parseTree(found.content, id.length / 2) : undefined
}

/** `mode name NUL id`, one after another. */
function parseTree(content: Buffer, idBytes: number): Tree {
  const entries = new Map<string, TreeEntry>()
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at)
    const end = content.indexOf(0, space)
    if (space < 0 || end < 0) break
    const mode = Number.parseInt(content.toString('latin1', at, space), 8)
    const next = end + 1 + idBytes
    const id = content.toString('hex', end + 1, next)
    entries.set(content.toString('utf8', space + 1, end), { id, mode })
    at = next
  }
  return entries
}

/** The entry of a path such as `src/a.ts` below a tree. */
export async function findInTree(
  objects: GitObjects,
  treeId: string,
  path: string,
): Promise<TreeEntry | undefined> {
  let entry: TreeEntry | undefined = { id: treeId, mode: 0o040000 }
  for (const name of path.split('/')) {
    if (!entry || !isFolderMode(entry.mode)) return undefined
    entry = (await readTree(objects, entry.id))?.get(name)
  }
  return entry
}
