/** What commits and trees say, as far as it is needed here. */
import { join } from 'node:path'
import { yieldToEventLoop } from '../../core/jobs/yield-to-event-loop.ts'
import type { CommitReader } from '../../core/ports/repository.ts'
import { type GitObjects, openObjects } from './objects.ts'
import { objectId } from './work-tree.ts'

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

function parseCommit(content: Buffer): Commit | undefined {
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

/** About 10,000 commits; of a longer history, the oldest one reached serves as well. */
const longestWalkMs = 250

/**
 * Tells which commits a repository really has. An id is believed only with the content it names.
 */
export function createCommitReader(): CommitReader {
  return {
    async holdsAny(commonDir, ids) {
      return withObjects(commonDir, ids[0], async (objects) => {
        for (const id of ids) if (await readVerified(objects, id)) return true
        return false
      })
    },
    async oldest(commonDir, head) {
      return withObjects(commonDir, head, async (objects) => {
        const oldest = await walkBack(objects, head)
        return oldest && (await readVerified(objects, oldest)) ? oldest : undefined
      })
    },
  }
}

async function withObjects<Result>(
  commonDir: string,
  id: string | undefined,
  work: (objects: GitObjects) => Promise<Result>,
): Promise<Result | undefined> {
  if (id === undefined) return undefined
  const objects = openObjects(join(commonDir, 'objects'), id.length / 2)
  try {
    return await work(objects)
  } catch {
    // It vanished or changed while we read it.
    return undefined
  } finally {
    objects.close()
  }
}

/** By first parents, as far as there are any: to the root, or to where a shallow clone ends. */
async function walkBack(objects: GitObjects, head: string): Promise<string | undefined> {
  const giveUpAt = performance.now() + longestWalkMs
  let oldest: string | undefined
  for (let id: string | undefined = head; id !== undefined && performance.now() < giveUpAt; ) {
    await yieldToEventLoop()
    const commit = await readCommit(objects, id)
    if (!commit) break
    oldest = id
    id = commit.parents[0]
  }
  return oldest
}

/** Git itself does not check when it reads; an id alone may be known to anybody. */
async function readVerified(objects: GitObjects, id: string): Promise<boolean> {
  const found = await objects.read(id)
  return found?.kind === 'commit' && objectId('commit', found.content, id.length / 2) === id
}
