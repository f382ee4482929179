/** Which concepts get a page: those that are the home of enough memories. */
import type { Steps } from '../../jobs/yield-to-event-loop.ts'

export interface Concept {
  readonly key: string
  /** The keys of all its terms, strongest first. */
  readonly terms: readonly string[]
  /** As the project writes it most often. */
  readonly name: string
  /** Names of terms that nearly the same memories have, and other spellings. */
  readonly aliases: readonly string[]
  /** Ids of the memories that mention it, sorted. */
  readonly members: readonly string[]
  readonly strength: number
}

/** The fewest statements worth a page. */
const leastStatements = 3
/** First each memory's strongest concept, then what most of those left over share. */
const rounds = 3

export const byStrength = (a: Concept, b: Concept) =>
  b.strength - a.strength || (a.key < b.key ? -1 : 1)

/**
 * The concepts that are the strongest of enough memories; then, for the memories left over, those
 * that most of them share. A few rounds, not until nothing changes, so that a change of one memory
 * does not reach far.
 */
export function* choosePages(
  ofMemory: ReadonlyMap<string, readonly Concept[]>,
): Steps<ReadonlySet<Concept>> {
  const pages = new Set<Concept>()
  let left = [...ofMemory.values()]
  for (let round = 0; round < rounds; round += 1) {
    const shared = round === 0 ? undefined : yield* countShared(left)
    const votes = new Map<Concept, number>()
    for (const concepts of left) {
      const concept = shared ? mostShared(concepts, shared) : concepts[0]
      if (concept) votes.set(concept, (votes.get(concept) ?? 0) + 1)
      yield
    }
    for (const [concept, count] of votes) if (count >= leastStatements) pages.add(concept)
    left = left.filter((concepts) => !concepts.some((each) => pages.has(each)))
    yield
  }
  yield* dropSmallPages(pages, ofMemory)
  return pages
}

/** Pages that lost statements to stronger ones. The smallest goes first: its statements help others. */
function* dropSmallPages(
  pages: Set<Concept>,
  ofMemory: ReadonlyMap<string, readonly Concept[]>,
): Steps<void> {
  const homeOf = (concepts: readonly Concept[]) => concepts.find((each) => pages.has(each))
  const sizes = new Map([...pages].map((concept) => [concept, 0]))
  const count = (concepts: readonly Concept[], by: number) => {
    const home = homeOf(concepts)
    if (home) sizes.set(home, (sizes.get(home) ?? 0) + by)
  }
  for (const concepts of ofMemory.values()) {
    count(concepts, 1)
    yield
  }
  for (;;) {
    const small = [...sizes].filter(([, size]) => size < leastStatements)
    const [smallest] = small.sort(([a, n], [b, m]) => n - m || byStrength(b, a))
    if (!smallest) return
    const [concept] = smallest
    const moving = concept.members.flatMap((id) => {
      const concepts = ofMemory.get(id) ?? []
      return homeOf(concepts) === concept ? [concepts] : []
    })
    pages.delete(concept)
    sizes.delete(concept)
    for (const concepts of moving) count(concepts, 1)
    yield
  }
}

function* countShared(all: readonly (readonly Concept[])[]): Steps<Map<Concept, number>> {
  const shared = new Map<Concept, number>()
  for (const concepts of all) {
    for (const concept of concepts) shared.set(concept, (shared.get(concept) ?? 0) + 1)
    yield
  }
  return shared
}

/** If several are equally shared, the strongest: concepts are sorted by strength. */
function mostShared(
  concepts: readonly Concept[],
  shared: ReadonlyMap<Concept, number>,
): Concept | undefined {
  let [best, most] = [concepts[0], 0]
  for (const concept of concepts) {
    const count = shared.get(concept) ?? 0
    if (count > most) [best, most] = [concept, count]
  }
  return best
}
