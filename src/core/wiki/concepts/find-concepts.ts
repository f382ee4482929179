/**
 * The concepts of a wiki and the home of each memory, from what memories share. One memory more or
 * less changes only concepts that share a term with it, and homes next to them.
 */
import type { Steps } from '../../jobs/yield-to-event-loop.ts'
import { byStrength, type Concept, choosePages } from './choose-pages.ts'
import { type ConceptIndex, isPhraseWith, type TermEntry } from './concept-index.ts'
import { type Term, type TermType, termKey } from './terms.ts'

export interface Concepts {
  /** Those that are the home of enough memories, by key. */
  readonly byKey: ReadonlyMap<string, Concept>
  /** By memory, its concepts, home first. Memories without any are missing. */
  readonly ofMemory: ReadonlyMap<string, readonly string[]>
}

const mostAliases = 8

/** What the project calls something itself is worth more than where it is. */
const typeStrength: Readonly<Record<TermType, number>> = {
  identifier: 5,
  phrase: 5,
  part: 5,
  tag: 5,
  name: 4,
  tool: 4,
  file: 3,
  folder: 2,
  noun: 2,
  // Names nothing, unless it is written like a name wherever it stands.
  word: Number.NEGATIVE_INFINITY,
}

/** By the power of two of the number of memories: a page of about ten statements reads best. */
const sizeStrength = [0, 1, 3, 4, 3, 0, -2, -3]

/** @param excluded keys of terms that name the project itself */
export function* findConcepts(
  index: ConceptIndex,
  excluded?: ReadonlySet<string>,
): Steps<Concepts> {
  const all = yield* gatherConcepts(index, excluded)
  const ofMemory = yield* conceptsOfMemories(all, index)
  const pages = yield* choosePages(ofMemory)
  const kept = new Map<string, readonly string[]>()
  for (const [id, concepts] of ofMemory) {
    const keys: string[] = []
    for (const concept of concepts) if (pages.has(concept)) keys.push(concept.key)
    if (keys.length > 0) kept.set(id, keys)
    yield
  }
  return {
    byKey: new Map([...pages].map((concept) => [concept.key, concept])),
    ofMemory: kept,
  }
}

/**
 * All concepts that could have a page. Terms that are twins, directly or through others, are one
 * concept: the strongest names it, the others are aliases.
 */
export function* gatherConcepts(
  index: ConceptIndex,
  excluded: ReadonlySet<string> = new Set(),
): Steps<Concept[]> {
  yield* index.settle()
  const concepts: Concept[] = []
  const recall = recallConcepts(index)
  const taken = new Set(excluded)
  for (const entry of index.candidates()) if (isOfProject(entry, excluded)) taken.add(entry.key)
  for (const { key } of index.candidates()) {
    if (taken.has(key)) continue
    taken.add(key)
    const keys = [key]
    for (const each of keys) {
      for (const twin of index.twins(each)) {
        if (!taken.has(twin)) keys.push(twin)
        taken.add(twin)
      }
    }
    const concept = recall(keys.flatMap((each) => index.entry(each) ?? []))
    if (concept.strength > 0) concepts.push(concept)
    yield
  }
  return concepts
}

/** Its name in any spelling, and the folder of that name, in which everything is. */
function isOfProject({ key, members }: TermEntry, names: ReadonlySet<string>): boolean {
  const letters = key.replaceAll(' ', '')
  if (names.has(letters)) return true
  // Stems of `tnyOffice` are not the stem of `tnyoffice`. Few terms begin like the project.
  const isNear = [...names].some((name) => name.startsWith(letters.slice(0, 2)))
  if (isNear && [...members.values()].some((term) => names.has(asOneWord(term)))) return true
  return names.has(key.slice(key.lastIndexOf(' ') + 1)) && isOften('folder', members)
}

const asOneWord = ({ name }: Term) => termKey(name.replace(/[\W_]/g, '').toLowerCase(), 'word')

interface MadeConcept {
  readonly concept: Concept
  readonly entries: readonly TermEntry[]
  /** The latest version of its terms. */
  readonly version: number
}

/** By index and first term, the concept as it was last made, and from which terms. */
const made = new WeakMap<ConceptIndex, Map<string, MadeConcept>>()

/** Makes a concept only if one of its terms changed, so that another memory costs little. */
function recallConcepts(index: ConceptIndex): (entries: readonly TermEntry[]) => Concept {
  const known = made.get(index) ?? new Map<string, MadeConcept>()
  made.set(index, known)
  return (entries) => {
    const first = entries[0]?.key ?? ''
    const last = known.get(first)
    const version = entries.reduce((latest, entry) => Math.max(latest, entry.version), 0)
    const isSame = last?.version === version && last.entries.length === entries.length
    if (isSame && entries.every((entry, n) => entry === last.entries[n])) return last.concept
    const concept = toConcept(entries)
    known.set(first, { concept, entries, version })
    return concept
  }
}

function toConcept(entries: readonly TermEntry[]): Concept {
  const ranked = entries
    .map((entry): RankedEntry => ({ ...entry, strength: strengthOf(entry) }))
    .sort((a, b) => b.strength - a.strength || (a.key < b.key ? -1 : 1))
  const named = nameFirst(ranked)
  const words = new Set(named[0]?.key.split(' '))
  // Terms that merely occur in the same memories are not other names for it.
  const variants = named.filter(({ key }) => key.split(' ').some((word) => words.has(word)))
  const [name = '', ...others] = new Set(variants.flatMap(spellingsOf))
  const aliases = others.filter((each) => each.toLowerCase() !== name.toLowerCase())
  const members = new Set(ranked.flatMap((term) => [...term.members.keys()]))
  return {
    key: ranked[0]?.key ?? '',
    terms: ranked.map(({ key }) => key),
    name,
    aliases: aliases.slice(0, mostAliases),
    members: [...members].sort(),
    strength: ranked[0]?.strength ?? 0,
  }
}

interface RankedEntry extends TermEntry {
  readonly strength: number
}

/** Puts a phrase or an identifier before the single word it contains. A folder or a file is neither. */
function nameFirst(ranked: readonly RankedEntry[]): RankedEntry[] {
  const [first, ...others] = ranked
  if (!first) return []
  const phrase = others.find(({ key, members }) => {
    const isName = isOften('phrase', members) || isOften('identifier', members)
    return isName && isPhraseWith(first.key, key)
  })
  return phrase ? [phrase, first, ...others.filter((each) => each !== phrase)] : [first, ...others]
}

interface ConceptLists {
  readonly concepts: ReadonlySet<Concept>
  readonly ofMemory: Map<string, readonly Concept[]>
}

/** By index, what was found last. */
const lists = new WeakMap<ConceptIndex, ConceptLists>()

/**
 * By memory, its concepts, those it is most about first. Only lists with a concept that is new or
 * gone are made again.
 */
function* conceptsOfMemories(
  concepts: readonly Concept[],
  index: ConceptIndex,
): Steps<ReadonlyMap<string, readonly Concept[]>> {
  const now = new Set(concepts)
  const last: ConceptLists = lists.get(index) ?? { concepts: new Set(), ofMemory: new Map() }
  const { concepts: before, ofMemory } = last
  const added = new Map<string, Concept[]>()
  for (const concept of concepts.filter((each) => !before.has(each)).sort(byStrength)) {
    for (const id of concept.members) {
      const known = added.get(id)
      if (known) known.push(concept)
      else added.set(id, [concept])
    }
    yield
  }
  const gone = [...before].filter((concept) => !now.has(concept))
  const others = new Set(gone.flatMap(({ members }) => members))
  for (const id of new Set([...added.keys(), ...others])) {
    const kept = (ofMemory.get(id) ?? []).filter((concept) => now.has(concept))
    const fresh = added.get(id) ?? []
    if (kept.length + fresh.length === 0) ofMemory.delete(id)
    else ofMemory.set(id, inOrder(id, [...kept, ...fresh], index))
    yield
  }
  lists.set(index, { concepts: now, ofMemory })
  return ofMemory
}

/** Those it is tagged with, then those it is most about. */
function inOrder(id: string, concepts: readonly Concept[], index: ConceptIndex): Concept[] {
  const ranked = concepts.map((concept) => {
    const terms = concept.terms.flatMap((term) => index.entry(term)?.members.get(id) ?? [])
    const tagged = Math.min(...terms.map((term) => term.tagged ?? notTagged))
    const weight = concept.strength + Math.max(...terms.map(placeStrengthOf))
    return { concept, tagged, weight }
  })
  ranked.sort(
    (a, b) => a.tagged - b.tagged || b.weight - a.weight || byStrength(a.concept, b.concept),
  )
  return ranked.map(({ concept }) => concept)
}

const notTagged = Number.MAX_SAFE_INTEGER

/** What a memory names first, it is about; what a file that it lists is called after, it rarely is. */
function placeStrengthOf({ place, type }: Term): number {
  if (place !== 'file') return place === 'subject' ? 4 : 2
  return type === 'file' || type === 'folder' ? 0 : -6
}

function strengthOf({ members }: TermEntry): number {
  if (!isSubject(members)) return Number.NEGATIVE_INFINITY
  const size = sizeStrength[Math.min(Math.floor(Math.log2(members.size)), 7)] ?? 0
  const terms = [...members.values()]
  const often = [...new Set(terms.map(({ type }) => type))].filter((type) => isOften(type, members))
  const isName = terms.every(({ name }) => /^\p{Lu}/u.test(name))
  return (
    size + Math.max(...often.map((type) => typeStrength[isName && type === 'word' ? 'name' : type]))
  )
}

/**
 * A file is known by its name. A folder must be named by some memories, not only have files that they
 * list; anything else must be what some memories are about.
 */
function isSubject(members: TermEntry['members']): boolean {
  if (isOften('file', members)) return true
  const isFolder = isOften('folder', members)
  let count = 0
  for (const { place } of members.values()) {
    if (place === 'subject' || (isFolder && place === 'text')) count += 1
  }
  return count >= fewestAbout
}

const fewestAbout = 2

function isOften(wanted: TermType, members: TermEntry['members']): boolean {
  let count = 0
  for (const { type } of members.values()) if (type === wanted) count += 1
  return count * 3 >= members.size
}

/** As people write it, then as it is part of an identifier. */
function spellingsOf({ members }: TermEntry): string[] {
  const whole = [...members.values()].filter(({ type }) => type !== 'part')
  const spellings = countBy(whole.length > 0 ? whole : members.values(), ({ name }) => name)
  const byCount = [...spellings].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  return byCount.map(([name]) => name)
}

function countBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const item of items) {
    const key = keyOf(item)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
