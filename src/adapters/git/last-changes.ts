/** Finds the last commits that changed a file, folder or line. Runs nothing, limits texts. */
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { diffLists } from '../../contract/diff.ts'
import { yieldToEventLoop } from '../../core/jobs/yield-to-event-loop.ts'
import type { FileHistory, FindLastChanges } from '../../core/ports/repository.ts'
import { readSmallFile } from '../read-small-file.ts'
import { type CommitObject, isFolderMode, readCommit, readTree } from './commits.ts'
import { compareTrees, lateAfter } from './compare-trees.ts'
import { findGitPlace, readHead } from './git-dir.ts'
import { type GitObjects, openObjects } from './objects.ts'

const largestFileBytes = 2 * 1024 * 1024
const longestSearchMs = 4_000
const mostCommits = 50_000
const mostParents = 64
const mostRenames = 300

export const findLastChanges: FindLastChanges = async (file, options) => {
  try {
    const folder = await realpath(dirname(file)).catch(() => dirname(file))
    const place = await findGitPlace(folder)
    if (place?.root === undefined) return undefined
    const { root, gitDir, commonDir } = place
    const path = relative(root, join(folder, basename(file)))
      .split(sep)
      .join('/')
    const head = (await readHead(gitDir, commonDir)).commit
    const found = { root, commonDir, path }
    if (head === undefined) return { ...found, kind: 'untracked' }
    const objects = openObjects(join(commonDir, 'objects'), { idBytes: head.length / 2 })
    try {
      return { ...found, ...(await search(objects, { root, path, head }, options)) }
    } finally {
      objects.close()
    }
  } catch {
    // It vanished or changed while we read it.
    return undefined
  }
}

type Answer<Kind = FileHistory> = Kind extends unknown
  ? Omit<Kind, 'root' | 'commonDir' | 'path'>
  : never

async function search(
  objects: GitObjects,
  { root, path, head }: { readonly root: string; readonly path: string; readonly head: string },
  { line, limit }: Parameters<FindLastChanges>[1],
): Promise<Answer> {
  const commit = await readCommit(objects, head)
  const trail = commit && (await findTrail(objects, commit.tree, path))
  if (!commit || !trail) return { kind: 'untracked' }
  const present = trail.isFolder
    ? undefined
    : await readSmallFile(join(root, path), { mostBytes: largestFileBytes })
  const committed = await readLines(objects, trail)
  const lines = present && splitLines(present)
  const isUncommitted = !trail.isFolder && (!lines || !isSameText(lines, committed))
  if (line === undefined) {
    const found = await collect(walkChanges(objects, { commit, trail, path }), limit)
    return { ...found, isUncommitted, ...(isUncommitted && lastIn(found)) }
  }
  if (!lines || !committed) return { kind: 'no-text' }
  if (line > lines.length) return { kind: 'past-end', lines: lines.length }
  const at = lineBefore(committed, lines, line - 1)
  if (at === undefined) {
    const found = await collect(walkChanges(objects, { commit, trail, path }), 1)
    return { kind: 'found', changes: [], isUncommitted: true, ...lastIn(found) }
  }
  const changes = walkChanges(objects, { commit, trail, path, line: at })
  return { ...(await collect(changes, 1)), isUncommitted: false }
}

function lastIn({ changes: [last] }: { readonly changes: readonly Change[] }) {
  return last && { lastCommittedAt: last.commit.committedAt }
}

async function collect(changes: AsyncGenerator<Change, CutOff | undefined>, limit: number) {
  const found: Change[] = []
  while (found.length < limit) {
    const { value, done } = await changes.next()
    if (done) return { kind: 'found' as const, changes: found, ...(value && { cutOff: value }) }
    found.push(value)
  }
  return { kind: 'found' as const, changes: found }
}

/** Finds when each file was last changed before a commit, as far as time allows. */
export async function findFormerChanges(
  objects: GitObjects,
  id: string,
  paths: readonly string[],
  isLate: () => boolean,
): Promise<ReadonlyMap<string, Date>> {
  const former = new Map<string, Date>()
  const commit = await readCommit(objects, id)
  const parent = commit?.parents[0] && (await readCommit(objects, commit.parents[0]))
  if (!parent) return former
  for (const path of paths) {
    const trail = await findTrail(objects, parent.tree, path)
    if (!trail || isLate()) continue
    const { value } = await walkChanges(objects, { commit: parent, trail, path }, isLate).next()
    if (value && 'commit' in value) former.set(path, value.commit.committedAt)
  }
  return former
}

type Change = Extract<FileHistory, { kind: 'found' }>['changes'][number]
type CutOff = NonNullable<Extract<FileHistory, { kind: 'found' }>['cutOff']>

/** A file in a commit and, optionally, a line, counted from 0. */
interface FileVersion {
  readonly commit: CommitObject
  readonly trail: Trail
  readonly path: string
  readonly line?: number
}

/** The ids on the path to a file, from the root tree to its content. */
interface Trail {
  readonly ids: readonly string[]
  readonly isFolder: boolean
}

/** Newest first. Follows merges to where the content comes from, and files that were moved. */
async function* walkChanges(
  objects: GitObjects,
  start: FileVersion,
  isLate = lateAfter(longestSearchMs),
): AsyncGenerator<Change, CutOff | undefined> {
  const waiting = [start]
  const seen = new Set<string>()
  let oldest = start.commit
  while (waiting.length > 0) {
    await yieldToEventLoop()
    if (isLate() || seen.size > mostCommits) {
      return { commits: seen.size, reached: oldest.committedAt }
    }
    const version = takeNewest(waiting)
    oldest = version.commit
    const { parents } = oldest
    const former = await versionsBefore(objects, version)
    if (former === 'cut-off') return { commits: seen.size + 1, reached: oldest.committedAt }
    const origin = former.find((one) => isUnchanged(one, version))
    const isMerge = parents.length > 1 && version.line === undefined
    const next = origin ? [origin] : isMerge ? former : await sameLine(objects, version, former)
    // Only lines show what a merge changed itself.
    const isChanged = !origin && !isMerge && (version.line === undefined || next.length === 0)
    if (isChanged) yield { commit: version.commit, path: version.path }
    if (isChanged && version.line !== undefined) return undefined
    for (const one of next) {
      const name = `${one.commit.id} ${one.path}`
      if (!seen.has(name)) waiting.push(one)
      seen.add(name)
    }
  }
  return undefined
}

function takeNewest(waiting: FileVersion[]): FileVersion {
  const dates = waiting.map(({ commit }) => commit.committedAt.getTime())
  return waiting.splice(dates.indexOf(Math.max(...dates)), 1)[0] as FileVersion
}

const isUnchanged = (one: FileVersion, other: FileVersion) =>
  one.path === other.path && one.trail.ids.at(-1) === other.trail.ids.at(-1)

/** The file in each parent that has it. */
async function versionsBefore(
  objects: GitObjects,
  version: FileVersion,
): Promise<FileVersion[] | 'cut-off'> {
  const versions: FileVersion[] = []
  for (const id of version.commit.parents.slice(0, mostParents)) {
    const commit = await readCommit(objects, id)
    if (!commit) return 'cut-off'
    const trail = await findTrail(objects, commit.tree, version.path, version.trail)
    if (trail) versions.push({ ...version, commit, trail })
    else versions.push(...(await findMoved(objects, version, commit)))
  }
  return versions
}

/** Finds where a file was before it moved: the same content, or the only file of that name. */
async function findMoved(
  objects: GitObjects,
  version: FileVersion,
  commit: CommitObject,
): Promise<FileVersion[]> {
  const limits = { mostPaths: mostRenames }
  const changes = await compareTrees(objects, commit.tree, version.commit.tree, limits)
  const gone = changes.filter(({ is }) => is === undefined)
  const named = gone.filter(({ path }) => basename(path) === basename(version.path))
  const moved =
    gone.find(({ was }) => was?.id === version.trail.ids.at(-1)) ??
    (named.length === 1 ? named[0] : undefined)
  const trail = moved && (await findTrail(objects, commit.tree, moved.path))
  return trail ? [{ ...version, commit, trail, path: moved.path }] : []
}

/** Without a line, returns every parent; with one, the first that has it. */
async function sameLine(
  objects: GitObjects,
  version: FileVersion,
  former: readonly FileVersion[],
): Promise<readonly FileVersion[]> {
  if (version.line === undefined) return former
  const after = await readLines(objects, version.trail)
  for (const one of former) {
    const before = await readLines(objects, one.trail)
    const line = before && after && lineBefore(before, after, version.line)
    if (line !== undefined) return [{ ...one, line }]
  }
  return []
}

/** Where a line was before; undefined if it is new. */
function lineBefore(
  before: readonly string[],
  after: readonly string[],
  line: number,
): number | undefined {
  const last = diffLists(before, after).findLast(({ afterStart }) => afterStart <= line)
  if (last && line < last.afterEnd) return undefined
  return last ? line - last.afterEnd + last.beforeEnd : line
}

/** @param known the trail in another commit; once an id is the same, so is the rest */
async function findTrail(
  objects: GitObjects,
  tree: string,
  path: string,
  known?: Trail,
): Promise<Trail | undefined> {
  const ids = [tree]
  let isFolder = true
  for (const [depth, name] of (path === '' ? [] : path.split('/')).entries()) {
    if (known && known.ids[depth] === ids[depth]) return known
    const entry = isFolder ? (await readTree(objects, ids[depth]))?.get(name) : undefined
    if (!entry) return undefined
    isFolder = isFolderMode(entry.mode)
    ids.push(entry.id)
  }
  return { ids, isFolder }
}

/** Undefined if it is not text. */
async function readLines(objects: GitObjects, { ids }: Trail): Promise<string[] | undefined> {
  const found = await objects.read(ids.at(-1) ?? '')
  return found?.kind === 'blob' && found.content.length <= largestFileBytes
    ? splitLines(found.content)
    : undefined
}

/** A checkout may use other line endings than the repository. */
function splitLines(content: Buffer): string[] | undefined {
  if (content.subarray(0, 8_000).includes(0)) return undefined
  const lines = content.toString('utf8').split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

const isSameText = (lines: readonly string[], others: readonly string[] | undefined) =>
  lines.length === others?.length && lines.every((line, at) => line === others[at])
