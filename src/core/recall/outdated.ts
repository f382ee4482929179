/** Finds which hits no longer hold: what they say was superseded or fixed since. */
import type { Memory, ScopeAddress } from '../model/memory.ts'
import type { MemoryReader } from '../ports/memory-store.ts'
import { isStopWord } from '../text/common-words.ts'
import { tokenise } from '../text/tokenise.ts'

export interface Outdated {
  readonly how: 'superseded' | 'fixed'
  /** The memory that holds now. */
  readonly by: string
  readonly text: string
}

interface Statement {
  readonly type: string
  readonly id: string
  /** All that was said in the turn. */
  readonly said: string
}

type Reader = Pick<MemoryReader, 'findMany' | 'learnedFrom' | 'revisions'>

/** @returns what holds now, by the id of the hit */
export async function findOutdated(
  statements: readonly Statement[],
  memories: Reader,
  isReadable: (address: ScopeAddress) => boolean,
): Promise<Map<string, Outdated>> {
  const outdated = new Map<string, Outdated>()
  const idsOf = (type: string) =>
    statements.filter((each) => each.type === type).map(({ id }) => id)
  const saidBy = new Map(statements.map(({ id, said }) => [id, said]))
  const note = (id: string, now: Memory) => {
    if (!isReadable(now)) return
    const how = now.kind === 'fix' ? 'fixed' : 'superseded'
    outdated.set(id, { how, by: now.id, text: now.content })
  }
  for (const memory of await memories.findMany(idsOf('memory'))) {
    const now = await successorOf(memory, memories)
    if (now) note(memory.id, now)
  }
  for (const { turnId, memory } of await memories.learnedFrom(idsOf('turn'))) {
    const now = (await successorOf(memory, memories)) ?? memory
    const former = [memory, ...(await formerVersions(memory, memories))]
    const said = saidBy.get(turnId) ?? ''
    if (former.some(({ content }) => saysOnlyFormer(said, content, now.content))) note(turnId, now)
  }
  return outdated
}

const mostSteps = 10

/** @returns undefined while it is valid, or if nothing took its place */
async function successorOf(memory: Memory, memories: Reader): Promise<Memory | undefined> {
  let now = memory
  for (let step = 0; step < mostSteps && now.supersededBy !== undefined; step++) {
    const [next] = await memories.findMany([now.supersededBy])
    if (!next) break
    now = next
  }
  return now === memory || now.validTo !== undefined ? undefined : now
}

async function formerVersions(memory: Memory, memories: Reader): Promise<Memory[]> {
  if (memory.version === 1) return []
  return (await memories.revisions(memory.id)).map((revision) => revision.memory)
}

/** A turn may be a source of both versions, so its own words decide. */
function saysOnlyFormer(said: string, former: string, now: string): boolean {
  const [inTurn, before, after] = [wordsOf(said), wordsOf(former), wordsOf(now)]
  const saysLost = [...before].some((word) => !after.has(word) && inTurn.has(word))
  const lacksGained = [...after].some((word) => !before.has(word) && !inTurn.has(word))
  return saysLost && lacksGained
}

function wordsOf(text: string): Set<string> {
  return new Set(tokenise(text).filter((term) => !isStopWord(term)))
}
