/** Reads a repository's branches, and what its logs remember about deleted ones. */
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sharedBranches } from '../../core/model/branch.ts'
import { withRegularFile } from '../read-small-file.ts'
import { commitOf, mostPackedBytes, mostRefBytes, readText } from './git-dir.ts'

export interface Branches {
  /** The tips of a branch: here, and as last seen on each remote. */
  tipsOf(branch: string): readonly string[]
  all(): readonly string[]
  /** The branch that others merge into, from `refs/remotes/origin/HEAD`. */
  readonly byDefault: string | undefined
}

/** Files and folders; the rest is ignored, as if those branches were packed. */
const mostEntries = 5_000

export async function readBranches(commonDir: string): Promise<Branches> {
  const packed = (await readText(join(commonDir, 'packed-refs'), mostPackedBytes)) ?? ''
  const refs = new Map<string, string>()
  for (const [, id = '', ref = ''] of packed.matchAll(packedBranch)) refs.set(ref, id)
  let left = mostEntries
  const read = async (folder: string): Promise<void> => {
    for (const entry of await list(join(commonDir, folder))) {
      if (--left < 0) return
      const ref = `${folder}/${entry.name}`
      if (entry.isDirectory()) await read(ref)
      else if (entry.isFile()) {
        const text = (await readText(join(commonDir, ref), mostRefBytes)) ?? ''
        const { commit } = commitOf(text)
        if (commit !== undefined) refs.set(ref, commit)
      }
    }
  }
  await read('refs/heads')
  await read('refs/remotes')
  const head = await readText(join(commonDir, 'refs/remotes/origin/HEAD'), mostRefBytes)
  const [, byDefault] = /^ref: refs\/remotes\/origin\/(\S+)\s*$/.exec(head ?? '') ?? []
  return {
    byDefault,
    tipsOf: (branch) => [
      ...new Set([...refs].flatMap(([ref, id]) => (nameOf(ref) === branch ? [id] : []))),
    ],
    all: () => [...new Set(refs.values())],
  }
}

const packedBranch = /^([0-9a-f]{40}|[0-9a-f]{64}) (refs\/(?:heads|remotes)\/.+)$/gm

const nameOf = (ref: string) => ref.replace(/^refs\/(?:heads|remotes\/[^/]+)\//, '')

async function list(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => [])
}

/** The tips of the branches that everyone merges into. */
export function sharedTips({ tipsOf, byDefault }: Branches): string[] {
  const names = [...sharedBranches, ...(byDefault === undefined ? [] : [byDefault])]
  return [...new Set(names.flatMap(tipsOf))]
}

/** About 2,000 moves of HEAD. */
const mostLogBytes = 256 * 1024
const mostWorktrees = 50

/**
 * Finds where a branch was when a work tree last left it. Git deletes a branch's log with the
 * branch, but not the log of HEAD.
 */
export async function lastTip(commonDir: string, branch: string): Promise<string | undefined> {
  const worktrees = (await list(join(commonDir, 'worktrees'))).slice(0, mostWorktrees)
  const folders = [commonDir, ...worktrees.map(({ name }) => join(commonDir, 'worktrees', name))]
  const logs = await Promise.all(folders.map((folder) => readEnd(join(folder, 'logs', 'HEAD'))))
  const left = logs.flatMap((log) => {
    const moved = `\tcheckout: moving from ${branch} to `
    const line = log.split('\n').findLast((each) => each.includes(moved)) ?? ''
    const [, tip, time] = /^([0-9a-f]+) .* (\d+) [+-]\d{4}\t/.exec(line) ?? []
    return tip === undefined ? [] : [{ tip, time: Number(time) }]
  })
  return left.toSorted((one, other) => other.time - one.time)[0]?.tip
}

async function readEnd(file: string): Promise<string> {
  const end = withRegularFile(file, {}, async (handle, size) => {
    const length = Math.min(size, mostLogBytes)
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.toString('utf8', 0, bytesRead)
  })
  return (await end.catch(() => undefined)) ?? ''
}
