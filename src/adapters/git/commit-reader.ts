/** Reads which commits a repository really has: an id counts only with the content it stands for. */
import { join } from 'node:path'
import { yieldToEventLoop } from '../../core/jobs/yield-to-event-loop.ts'
import type { CommitReader } from '../../core/ports/repository.ts'
import { parseCommit } from './commits.ts'
import { type GitObjects, openObjects } from './objects.ts'
import { objectId } from './work-tree.ts'

/** About 10,000 commits; of a longer history, the oldest one reached serves as well. */
const longestWalkMs = 250

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
    const found = await objects.read(id)
    const commit = found?.kind === 'commit' ? parseCommit(found.content) : undefined
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
