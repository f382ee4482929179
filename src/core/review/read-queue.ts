/** What is to be reviewed, computed from what is stored. */
import { reviewKinds } from '../../contract/vocabulary.ts'
import type { Memory } from '../memory/memory.ts'
import { readStatement } from '../memory/statement.ts'
import type { Clock } from '../ports/clock.ts'
import type { ConsolidationStore } from '../ports/consolidation-store.ts'
import type { Hash } from '../ports/hash.ts'
import type { InjectionStore } from '../ports/injection-store.ts'
import type { MemoryReader } from '../ports/memory-store.ts'
import type { ReviewStore } from '../ports/review-store.ts'
import { findDoubtful } from './find-doubtful.ts'
import { findPairs } from './find-pairs.ts'
import { compareChange, type ReviewItem, toItem } from './review-item.ts'

export interface QueuePorts {
  readonly memories: Pick<MemoryReader, 'list'>
  readonly consolidations: Pick<ConsolidationStore, 'places'>
  readonly injections: Pick<InjectionStore, 'standings'>
  readonly reviews: ReviewStore
  readonly clock: Clock
  readonly hash: Hash
}

/** Those changed last. Of more, the rest comes up once these are done. */
const mostLookedAt = 10_000

/** The most pressing kind first, then what was changed last. */
export async function readQueue(
  projectId: string | undefined,
  ports: QueuePorts,
): Promise<ReviewItem[]> {
  const { reviews, injections, clock, hash } = ports
  const memories = await readMemories(projectId, ports)
  const said = memories.map((memory) => ({ memory, statement: readStatement(memory.content) }))
  const known = {
    changedFiles: await reviews.changedFiles(),
    standings: await injections.standings(memories.map(({ id }) => id)),
    now: clock.now(),
  }
  const pairs = findPairs(said, await reviews.contradictions())
  const decided = await reviews.decidedKeys()
  return [...pairs, ...findDoubtful(memories, known)]
    .sort(compareChange)
    .sort((one, other) => reviewKinds.indexOf(one.kind) - reviewKinds.indexOf(other.kind))
    .map((finding) => toItem(finding, hash))
    .filter(({ key }) => !decided.has(key))
}

/** Of a project: its own memories and those of its sessions. */
async function readMemories(
  projectId: string | undefined,
  { memories, consolidations }: QueuePorts,
): Promise<Memory[]> {
  const page = { limit: mostLookedAt, offset: 0 }
  if (projectId === undefined) return (await memories.list({ addresses: 'all' }, page)).memories
  const places = await consolidations.places()
  const found: Memory[] = []
  for (const place of places.filter((each) => each.projectId === projectId)) {
    found.push(...(await memories.list({ addresses: [place] }, page)).memories)
  }
  return found.slice(0, mostLookedAt)
}
