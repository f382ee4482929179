/** Parses commits and trees, but only the parts we need. */
import type { Commit } from '../../core/ports/repository.ts'
import type { GitObjects } from './objects.ts'

export interface CommitObject extends Commit {
  readonly tree: string
}

export interface TreeEntry {
  readonly id: string
  readonly mode: number
}

export type Tree = ReadonlyMap<string, TreeEntry>

export const isFolderMode = (mode: number) => mode === 0o040000
export const isSubmoduleMode = (mode: number) => mode === 0o160000

export async function readCommit(
  objects: GitObjects,
  id: string,
): Promise<CommitObject | undefined> {
  const found = await objects.read(id)
  return found?.kind === 'commit' ? parseCommit(id, found.content) : undefined
}

/** Some tools put whole logs into a message. */
const mostMessageBytes = 64 * 1024

function parseCommit(id: string, content: Buffer): CommitObject | undefined {
  const end = content.indexOf('\n\n')
  const headEnd = end < 0 ? content.length : end
  const [first = '', ...rest] = content.toString('latin1', 0, headEnd).split('\n')
  const [, tree] = /^tree ([0-9a-f]+)$/.exec(first) ?? []
  if (tree === undefined) return undefined
  const last = rest.findIndex((line) => !line.startsWith('parent '))
  const parents = rest.slice(0, last < 0 ? rest.length : last)
  const headerOf = (name: string) => {
    const line = rest.find((one) => one.startsWith(`${name} `)) ?? ''
    return line.slice(name.length + 1)
  }
  const encoding = headerOf('encoding')
  const author = parsePerson(headerOf('author'), encoding)
  const message = content.subarray(headEnd + 2, headEnd + 2 + mostMessageBytes)
  return {
    id,
    tree,
    parents: parents.map((line) => line.slice('parent '.length)),
    author: { name: author.name, email: author.email },
    authoredAt: author.at,
    committedAt: parsePerson(headerOf('committer'), encoding).at,
    message: decode(message, encoding),
  }
}

/** Parses `Ada Lovelace <ada@example.com> 1700000000 +0100`. Nothing in it is verified. */
function parsePerson(line: string, encoding: string): { name: string; email: string; at: Date } {
  const [, name = '', email = ''] = /^(.*?) ?<([^>]*)>/.exec(line) ?? []
  const [, seconds = '0'] = / (\d{1,12}) [+-]\d{4}$/.exec(line) ?? []
  const text = (part: string) => decode(Buffer.from(part, 'latin1'), encoding).trim()
  return { name: text(name), email: text(email), at: new Date(Number(seconds) * 1_000) }
}

function decode(bytes: Buffer, encoding: string): string {
  if (encoding === '') return bytes.toString('utf8')
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

/** @returns undefined if the tree is missing or damaged; the empty tree has no entries */
export async function readTree(
  objects: GitObjects,
  id: string | undefined,
): Promise<Tree | undefined> {
  if (id === undefined) return new Map()
  const found = await objects.read(id)
  return found?.kind === 'tree' ? parseTree(found.content, id.length / 2) : undefined
}

/** Entries are `mode name NUL id`, without separators. */
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

/** Finds the entry of a path such as `src/a.ts` below a tree. */
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
