/** Finds pairs of memories at one address that say almost the same, or the opposite. */
import { rankWords, type Stated } from '../consolidation/group-statements.ts'
import { addressOf, compareWorth, type Said } from '../consolidation/run.ts'
import type { MemoryMeanings } from '../embedding/compare-memories.ts'
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import {
  affirm,
  areOpposed,
  type NormalisedStatement,
  normaliseStatement,
  termsIn,
} from '../memory/normalise-statement.ts'
import { compareRead, isSameSet, type StatementRelation, sameness } from '../memory/sameness.ts'
import { isValid, type Memory } from '../model/memory.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { Likeness, MemoryFacts, NearPair } from '../ports/review-store.ts'

type Memories = Pick<MemoryStore, 'findMany'>

/**
 * Pairs each memory with the first earlier one that says almost the same in other words. If one
 * affirms what the other denies, they are near but not a repetition.
 * @param facts last changed first
 */
export async function compareMeanings(
  facts: readonly MemoryFacts[],
  meanings: MemoryMeanings,
  memories: Memories,
): Promise<NearPair[]> {
  const known = new Set(meanings.ids)
  const compared = facts.filter(({ id }) => known.has(id))
  const pairs: [MemoryFacts, MemoryFacts][] = []
  for (const ofOne of Map.groupBy(compared, addressOf).values()) {
    for (const [at, later] of ofOne.entries()) {
      await yieldToEventLoop()
      const earlier = ofOne.slice(0, at).find(({ id }) => meanings.isRepeated(id, later.id))
      if (earlier) pairs.push([earlier, later])
    }
  }
  const said = new Map(
    (await readSaid(pairs.flat(), memories)).map((each) => [each.memory.id, each]),
  )
  return pairs.flatMap(([{ id: one }, { id: other }]) => {
    const [a, b] = [said.get(one), said.get(other)]
    const isRepetition = a && b && !areOpposed(a.statement, b.statement)
    return isRepetition ? [{ one, other, likeness: 'meaning' as const }] : []
  })
}

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

/** Comparisons per memory, starting with those that share its rarest words. */
const mostCompared = 200

interface Comparable extends Stated {
  readonly memory: Pick<Memory, 'id' | 'content'>
}

interface Termed {
  readonly said: Comparable
  readonly affirmed: NormalisedStatement
  /** As numbers, rarest first. */
  readonly terms: readonly number[]
}

/** Pairs each memory with the first earlier one that is near, among those that share a rare word. */
export async function findNearDuplicates(ordered: readonly Comparable[]): Promise<NearPair[]> {
  const found: NearPair[] = []
  const byTerm = new Map<number, Termed[]>()
  for await (const item of rankTerms(ordered)) {
    const telling = item.terms.slice(0, tellingCount(item.terms.length))
    const near = findFirst(item, telling, byTerm)
    for (const term of telling) {
      const holders = byTerm.get(term) ?? []
      if (holders.push(item) === 1) byTerm.set(term, holders)
    }
    if (near) found.push(near)
  }
  return found
}

async function* rankTerms(ordered: readonly Comparable[]): AsyncGenerator<Termed> {
  const read: { said: Comparable; affirmed: NormalisedStatement; terms: string[] }[] = []
  for (const said of ordered) {
    await yieldToEventLoop()
    const affirmed = affirm(said.statement)
    read.push({ said, affirmed, terms: termsIn(affirmed) })
  }
  const rank = rankWords(read.map(({ terms }) => terms))
  for (const { terms, ...item } of read) {
    await yieldToEventLoop()
    yield { ...item, terms: rank(terms) }
  }
}

function findFirst(
  item: Termed,
  telling: readonly number[],
  byTerm: ReadonlyMap<number, readonly Termed[]>,
): NearPair | undefined {
  let compared = 0
  for (const term of telling) {
    for (const former of byTerm.get(term) ?? []) {
      if (compared === mostCompared) return undefined
      compared += 1
      const likeness = compare(former, item)
      if (likeness) return { one: former.said.memory.id, other: item.said.memory.id, likeness }
    }
  }
  return undefined
}

function compare(a: Termed, b: Termed): Likeness | undefined {
  const shared = sharedPart(a.terms, b.terms)
  if (shared < sameness.reviewed) return undefined
  const verdict = compareSaid(a.said, b.said)
  if (verdict !== 'different') return verdict
  const areNamesSame = isSameSet(a.affirmed.anchors, b.affirmed.anchors)
  if (areNamesSame && shared >= sameness.nearDuplicate) {
    return areOpposed(a.said.statement, b.said.statement) || areContrary(a.affirmed, b.affirmed)
      ? 'opposite'
      : 'words'
  }
  return isSameSet(a.affirmed.words, b.affirmed.words) ? 'values' : undefined
}

/** Stemmed. */
const contraries = [
  ...['befor after', 'first last', 'abov below', 'public privat', 'sync async', 'mor less'],
  ...['minimum maximum', 'min max', 'open clos', 'start stop', 'add remov', 'increas decreas'],
].map((pair) => pair.split(' '))

/** Whether one says "before" and the other "after". */
function areContrary({ words: a }: NormalisedStatement, { words: b }: NormalisedStatement) {
  return contraries.some(([one = '', other = '']) => {
    const [inA, inB] = [a, b].map((words) => [words.includes(one), words.includes(other)])
    return inA?.join() !== inB?.join() && inA?.[0] !== inA?.[1] && inB?.[0] !== inB?.[1]
  })
}

function compareSaid(a: Comparable, b: Comparable): StatementRelation {
  return a.memory.content === b.memory.content ? 'same' : compareRead(a.statement, b.statement)
}

/** The share of all terms that both contain. */
function sharedPart(a: readonly number[], b: readonly number[]): number {
  if (Math.min(a.length, b.length) < sameness.reviewed * Math.max(a.length, b.length)) return 0
  let [shared, inA, inB] = [0, 0, 0]
  while (inA < a.length && inB < b.length) {
    const difference = (a[inA] ?? 0) - (b[inB] ?? 0)
    if (difference === 0) shared += 1
    if (difference <= 0) inA += 1
    if (difference >= 0) inB += 1
  }
  return shared / (a.length + b.length - shared)
}

/** Two sets that share enough must share one of this many of their rarest terms. */
function tellingCount(terms: number): number {
  return terms - Math.ceil(terms * sameness.reviewed) + 1
}
