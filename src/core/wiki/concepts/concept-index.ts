/**
 * Terms and the memories that have them, kept up to date one memory at a time. What concepts follow
 * from it depends on the memories alone, not on the order in which they came.
 */
import { conceptTermsOf, type Term, type TermSource } from './terms.ts'

export interface ConceptIndex {
  /** Adds the memory, or replaces what was known of it. @returns whether its terms are others */
  put(id: string, memory: TermSource): boolean
  remove(id: string): void
  /** The keys of a memory's terms, strongest type first. */
  termsOf(id: string): readonly string[]
  ids(): Iterable<string>
  /** Memories with tags among their terms. */
  tagged(): Iterable<string>
  entry(key: string): TermEntry | undefined
  /** Terms that enough memories have for a concept. */
  candidates(): Iterable<TermEntry>
  /** Other candidates that nearly the same memories have. */
  twins(key: string): ReadonlySet<string>
}

export interface TermEntry {
  readonly key: string
  /** By memory, the term as written there. */
  readonly members: ReadonlyMap<string, Term>
  /** Another number after every change. */
  readonly version: number
}

interface WritableEntry extends TermEntry {
  readonly members: Map<string, Term>
  version: number
}

/** Of the memories with a word, as many must say a phrase with it for both to be one. */
const phraseShare = 0.5
const noTwins: ReadonlySet<string> = new Set()
export const leastMembers = 3
/** Of the larger of two sets of memories, as much as both must have in common. */
const twinShare = 0.75

export function createConceptIndex(): ConceptIndex {
  const entries = new Map<string, WritableEntry>()
  const memories = new Map<string, readonly Term[]>()
  const tagged = new Set<string>()
  const twins = new Map<string, Set<string>>()
  /** Terms whose twins are to be looked for again. */
  const changed = new Set<string>()

  let version = 0

  function add(id: string, term: Term): void {
    version += 1
    changed.add(term.key)
    const entry = entries.get(term.key)
    if (!entry) {
      entries.set(term.key, { key: term.key, members: new Map([[id, term]]), version })
      return
    }
    entry.members.set(id, term)
    entry.version = version
  }

  function take(id: string, { key }: Term): void {
    version += 1
    changed.add(key)
    const entry = entries.get(key)
    if (!entry) return
    entry.members.delete(id)
    entry.version = version
    if (entry.members.size === 0) entries.delete(key)
  }

  function remove(id: string): void {
    for (const term of memories.get(id) ?? []) take(id, term)
    memories.delete(id)
    tagged.delete(id)
  }

  function settleTwins(): void {
    for (const key of changed) {
      for (const twin of twins.get(key) ?? []) twins.get(twin)?.delete(key)
      twins.delete(key)
    }
    for (const key of changed) findTwins(key)
    changed.clear()
  }

  function leastShared(key: string, other: string, size: number): number {
    const own = entries.get(key)?.members.size ?? 0
    if (isPhraseWith(key, other)) return phraseShare * own
    if (isPhraseWith(other, key)) return phraseShare * size
    return Math.max(leastMembers, twinShare * Math.max(own, size))
  }

  function findTwins(key: string): void {
    const members = entries.get(key)?.members
    if (!members || members.size < leastMembers) return
    const common = new Map<string, number>()
    for (const id of members.keys())
      for (const { key } of memories.get(id) ?? []) common.set(key, (common.get(key) ?? 0) + 1)
    for (const [other, both] of common) {
      const size = entries.get(other)?.members.size ?? 0
      if (other === key || size < leastMembers || both < leastShared(key, other, size)) continue
      addTo(twins, key, other)
      addTo(twins, other, key)
    }
  }

  return {
    put(id, memory) {
      const terms = conceptTermsOf(memory)
      if (isSameList(memories.get(id), terms)) return false
      remove(id)
      memories.set(id, terms)
      for (const term of terms) add(id, term)
      if (terms.some((term) => term.tagged !== undefined)) tagged.add(id)
      return true
    },
    remove,
    termsOf: (id) => (memories.get(id) ?? []).map(({ key }) => key),
    ids: () => memories.keys(),
    tagged: () => tagged,
    entry: (key) => entries.get(key),
    *candidates() {
      for (const entry of entries.values()) if (entry.members.size >= leastMembers) yield entry
    },
    twins(key) {
      if (changed.size > 0) settleTwins()
      return twins.get(key) ?? noTwins
    },
  }
}

function isSameList(before: readonly Term[] | undefined, now: readonly Term[]): boolean {
  return before?.length === now.length && now.every((term, n) => isSameTerm(before[n], term))
}

function isSameTerm(before: Term | undefined, { name, type, tagged }: Term): boolean {
  return before?.name === name && before.type === type && before.tagged === tagged
}

/** `shadow branch` for `shadow`. */
export function isPhraseWith(word: string, phrase: string): boolean {
  if (word.includes(' ')) return false
  return phrase.startsWith(`${word} `) || phrase.endsWith(` ${word}`)
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set.add(value))
}
