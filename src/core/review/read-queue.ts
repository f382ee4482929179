/** What is to be reviewed, computed from what is stored. */
import { reviewKinds } from '../../contract/vocabulary.ts'
import { compareText } from '../consolidation/compare-worth.ts'
import type { Said } from '../consolidation/run.ts'
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { normaliseStatement } from '../memory/normalise-statement.ts'
import type { Hash } from '../model/content-key.ts'
import { isValid } from '../model/memory.ts'
import type { Clock } from '../ports/clock.ts'
import type { ConsolidationReader } from '../ports/consolidation-store.ts'
import type { InjectionStore } from '../ports/injection-store.ts'
import type { MemoryReader } from '../ports/memory-store.ts'
import type { ReviewStore } from '../ports/review-store.ts'
import { findDoubtful } from './find-doubtful.ts'
import { findPairs } from './find-pairs.ts'
import { changedAt, type ReviewFinding, type ReviewItem, toItem } from './review-item.ts'

export interface QueuePorts {
  readonly memories: Pick<MemoryReader, 'findMany'>
  readonly consolidations: Pick<ConsolidationReader, 'contradictions'>
  readonly injections: Pick<InjectionStore, 'standings'>
  readonly reviews: ReviewStore
  readonly clock: Clock
  readonly hash: Hash
}

/** Those changed last. Of more, the rest comes up once these are done. */
const mostLookedAt = 10_000
const readAtOnce = 500

/** The most pressing kind first, then what was changed last. */
export async function readQueue(
  projectId: string | undefined,
  ports: QueuePorts,
): Promise<ReviewItem[]> {
  const { reviews, consolidations, injections, clock, hash } = ports
  const said = await readNewest(projectId, ports)
  const memories = said.map(({ memory }) => memory)
  const known = {
    changedFiles: await reviews.changedFiles(),
    standings: await injections.standings(memories.map(({ id }) => id)),
    now: clock.now(),
  }
  const pairs = await findPairs(said, await consolidations.contradictions())
  const decided = await reviews.decidedKeys()
  return inOrder([...pairs, ...findDoubtful(memories, known)])
    .map((finding) => toItem(finding, hash))
    .filter(({ key }) => !decided.has(key))
}

async function readNewest(
  projectId: string | undefined,
  { reviews, memories }: QueuePorts,
): Promise<Said[]> {
  const ids = await reviews.newest(projectId, mostLookedAt)
  const said: Said[] = []
  for (let from = 0; from < ids.length; from += readAtOnce) {
    const page = ids.slice(from, from + readAtOnce)
    const byId = new Map((await memories.findMany(page)).map((memory) => [memory.id, memory]))
    for (const id of page) {
      await yieldToEventLoop()
      const memory = byId.get(id)
      if (memory && isValid(memory))
        said.push({ memory, statement: normaliseStatement(memory.content) })
    }
  }
  return said
}

function inOrder(findings: readonly ReviewFinding[]): ReviewFinding[] {
  return findings
    .map((finding) => ({
      finding,
      kind: reviewKinds.indexOf(finding.kind),
      at: changedAt(finding),
    }))
    .sort((a, b) => a.kind - b.kind || compareText(b.at, a.at))
    .map(({ finding }) => finding)
}
