/** Checks whether the files that memories name have changed. */
import { reviewKey } from '../memory/dropped-candidates.ts'
import type { Hash } from '../model/content-key.ts'
import type { Memory } from '../model/memory.ts'
import type { ProjectStore } from '../ports/projects.ts'
import type { FindChangesSince } from '../ports/repository.ts'
import type { FileCheck, ReviewStore } from '../ports/review-store.ts'
import type { Clock } from '../ports/runtime.ts'
import { isStale } from './find-doubtful.ts'

export interface CheckPorts {
  readonly reviews: ReviewStore
  readonly projects: Pick<ProjectStore, 'find'>
  readonly findChangesSince: FindChangesSince
  readonly clock: Clock
  readonly hash: Hash
}

/** Each distinct commit takes some milliseconds to read from git's objects. */
const mostAtOnce = 100

/** Checks one batch: the memories whose last check is the longest ago. */
export async function checkFiles(ports: CheckPorts, signal: AbortSignal): Promise<void> {
  await checkMemories(await ports.reviews.anchored(mostAtOnce), ports, signal)
}

export async function checkMemories(
  memories: readonly Memory[],
  ports: CheckPorts,
  signal?: AbortSignal,
): Promise<void> {
  const decided = await ports.reviews.decidedKeys()
  const byCommit = Map.groupBy(memories, ({ scopeId, commit }) => `${scopeId} ${commit}`)
  for (const ofCommit of byCommit.values()) {
    if (signal?.aborted) return
    const checks = await check(ofCommit, ports)
    const judged = checks.map(({ memory, changes }) => {
      const key = reviewKey('stale', [memory], ports.hash)
      return { memory, changes, stale: isStale(memory, changes) && !decided.has(key) }
    })
    await ports.reviews.noteChecks(judged, ports.clock.now().toISOString())
  }
}

/** If the changes cannot be determined, the memory is treated as unchanged. */
async function check(
  memories: readonly Memory[],
  { projects, findChangesSince }: CheckPorts,
): Promise<(Omit<FileCheck, 'stale'> & { readonly memory: Memory })[]> {
  const [first] = memories
  const root = first && (await projects.find(first.scopeId))?.root
  const files = [...new Set(memories.flatMap((memory) => memory.files))]
  const changes =
    root === undefined || first?.commit === undefined
      ? undefined
      : await findChangesSince(root, first.commit, files)
  return memories.map((memory) => ({
    memory,
    changes: (changes ?? []).filter(({ file }) => memory.files.includes(file)),
  }))
}
