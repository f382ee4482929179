/** Reads memories and compares those of one address with each other. */
import { compareWorth } from '../consolidation/compare-worth.ts'
import { addressOf, type Said } from '../consolidation/run.ts'
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { normaliseStatement } from '../memory/normalise-statement.ts'
import { isValid } from '../model/memory.ts'
import type { MemoryReader } from '../ports/memory-store.ts'
import type { MemoryFacts, NearPair } from '../ports/review-store.ts'
import { findNearDuplicates } from './find-near-duplicates.ts'

type Memories = Pick<MemoryReader, 'findMany'>

const readAtOnce = 500

export async function compareMemories(
  facts: readonly MemoryFacts[],
  memories: Memories,
): Promise<NearPair[]> {
  const said = await readSaid(facts, memories)
  const pairs: NearPair[] = []
  for (const ofOne of Map.groupBy(said, ({ memory }) => addressOf(memory)).values()) {
    pairs.push(...(await findNearDuplicates(ofOne.toSorted(compareWorth))))
  }
  return pairs
}

async function readSaid(facts: readonly MemoryFacts[], memories: Memories): Promise<Said[]> {
  const said: Said[] = []
  for (let from = 0; from < facts.length; from += readAtOnce) {
    const page = facts.slice(from, from + readAtOnce)
    const found = await memories.findMany(page.map(({ id }) => id))
    const byId = new Map(found.filter(isValid).map((memory) => [memory.id, memory]))
    for (const { id } of page) {
      await yieldToEventLoop()
      const memory = byId.get(id)
      if (memory) said.push({ memory, statement: normaliseStatement(memory.content) })
    }
  }
  return said
}
