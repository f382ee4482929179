/**
 * Terms and the memories that have them, kept up to date one memory at a time. The result depends on
 * the memories alone, not on the order in which they came.
 */
import type { Steps } from '../../jobs/yield-to-event-loop.ts'
import { conceptTermsOf, type Term, type TermSource } from './terms.ts'

export interface ConceptIndex {
  /** Adds the memory, or replaces its terms. @returns whether they changed */
  put(id: string, memory: TermSource): boolean
  remove(id: string): void
  /** The keys of a memory's terms, strongest type first. */
  termsOf(id: string): readonly string[]
  /** Undefined for a term that fewer than two memories have. */
  entry(key: string): TermEntry | undefined
  /** Terms that enough memories have for a concept. */
  candidates(): Iterable<TermEntry>
  /** Finds the twins of terms that changed. */
  settle(): Steps<void>
  /** Other candidates that nearly the same memories have. Only valid after `settle`. */
  twins(key: string): ReadonlySet<string>
}

export interface TermEntry {
  readonly key: string
  /** By memory id, the term as written in it. */
  readonly members: ReadonlyMap<string, Term>
  /** Another number after every change. */
  readonly version: number
}

interface WritableEntry extends TermEntry {
  readonly members: Map<string, Term>
  version: number
  /** Scratch space of `findTwins`: how many memories this term shares with the other. */
  shared: number
}

/** A word and a phrase with it are twins if this share of the word's memories has the phrase. */
const phraseShare = 0.5
const noTwins: ReadonlySet<string> = new Set()
const leastMembers = 3
/** Two terms are twins if they share this part of the larger one's memories. */
const twinShare = 0.75

export function createConceptIndex(): ConceptIndex {
  const entries = new Map<string, WritableEntry>()
  /** By term, the only memory that has it. Most terms occur once, and an entry takes 300 bytes. */
  const lone = new Map<string, string>()
  const memories = new Map<string, readonly Term[]>()
  const twins = new Map<string, Set<string>>()
  /** Terms whose twins must be found again. */
  const changed = new Set<string>()
  let version = 0

  function add(id: string, term: Term): void {
    const { key } = term
    const entry = entries.get(key) ?? entryWith(lone.get(key), key)
    if (!entry) {
      lone.set(key, id)
      return
    }
    entry.members.set(id, term)
    touch(entry)
  }

  function entryWith(other: string | undefined, key: string): WritableEntry | undefined {
    const term = memories.get(other ?? '')?.find((each) => each.key === key)
    if (other === undefined || !term) return undefined
    const entry = { key, members: new Map([[other, term]]), version, shared: 0 }
    lone.delete(key)
    entries.set(key, entry)
    return entry
  }

  function take(id: string, key: string): void {
    const entry = entries.get(key)
    if (!entry) {
      lone.delete(key)
      return
    }
    touch(entry)
    entry.members.delete(id)
    if (entry.members.size === 0) entries.delete(key)
  }

  /** Called before a memory is taken and after one is added. */
  function touch(entry: WritableEntry): void {
    version += 1
    entry.version = version
    if (entry.members.size >= leastMembers) changed.add(entry.key)
  }

  function remove(id: string): void {
    for (const { key } of memories.get(id) ?? []) take(id, key)
    memories.delete(id)
  }

  function* settle(): Steps<void> {
    for (const key of changed) {
      for (const twin of twins.get(key) ?? []) twins.get(twin)?.delete(key)
      twins.delete(key)
    }
    for (const key of changed) {
      const entry = entries.get(key)
      if (!entry || entry.members.size < leastMembers) continue
      findTwins(entry)
      yield
    }
    changed.clear()
  }

  function findTwins(own: WritableEntry): void {
    const others: WritableEntry[] = []
    for (const id of own.members.keys()) {
      for (const { key } of memories.get(id) ?? []) {
        const other = entries.get(key)
        if (!other) continue
        if (other.shared === 0) others.push(other)
        other.shared += 1
      }
    }
    for (const other of others) {
      const { shared } = other
      other.shared = 0
      const fewer = Math.min(own.members.size, other.members.size)
      // Before their names are compared, which takes longer.
      if (other === own || fewer < leastMembers || shared < phraseShare * fewer) continue
      if (shared < leastShared(own, other)) continue
      addTo(twins, own.key, other.key)
      addTo(twins, other.key, own.key)
    }
  }

  return {
    put(id, memory) {
      const terms = conceptTermsOf(memory)
      if (isSameList(memories.get(id), terms)) return false
      remove(id)
      for (const term of terms) add(id, term)
      memories.set(id, terms)
      return true
    },
    remove,
    termsOf: (id) => (memories.get(id) ?? []).map(({ key }) => key),
    entry: (key) => entries.get(key),
    *candidates() {
      for (const entry of entries.values()) if (entry.members.size >= leastMembers) yield entry
    },
    settle,
    twins: (key) => twins.get(key) ?? noTwins,
  }
}

function leastShared(one: TermEntry, other: TermEntry): number {
  const [own, size] = [one.members.size, other.members.size]
  if (isPhraseWith(one.key, other.key)) return phraseShare * own
  if (isPhraseWith(other.key, one.key)) return phraseShare * size
  return Math.max(leastMembers, twinShare * Math.max(own, size))
}

function isSameList(before: readonly Term[] | undefined, now: readonly Term[]): boolean {
  return before?.length === now.length && now.every((term, n) => isSameTerm(before[n], term))
}

const isSameTerm = (before: Term | undefined, { name, type, place, tagged }: Term) =>
  before?.name === name &&
  before.type === type &&
  before.place === place &&
  before.tagged === tagged

/** True for `shadow` and `shadow branch`. */
export function isPhraseWith(word: string, phrase: string): boolean {
  if (word.includes(' ')) return false
  return phrase.startsWith(`${word} `) || phrase.endsWith(` ${word}`)
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set.add(value))
}
