/** Decides which of the ranked memories are given, and which of them share a line. */
import { areNearDuplicates, isAboutSame } from '../../memory/sameness.ts'
import { type Memory, shortId } from '../../model/memory.ts'
import type { IndexedDocument } from '../../ports/search-index.ts'
import { isHeard, type RankedMemory } from './rank-for-start.ts'
import { createSubjectLikeness, type SubjectLikeness } from './subject-likeness.ts'

export interface Placed extends RankedMemory {
  /** The memory whose line it shares; undefined if it has a line of its own. */
  readonly first: Placed | undefined
}

export interface Room {
  readonly lines: number
  readonly memories: number
}

/** Whether the newer of two memories is enough. */
export type Repeats = (newer: Memory, older: Memory) => boolean

interface Placing {
  /** Known memories take a place but no line, so none shares it. */
  readonly isKnown: (each: RankedMemory) => boolean
  readonly repeats: Repeats
  readonly most: Room
}

const mostOnLine = 3
/** Without rules and pinned memories. */
const mostOfScope = 14
/** From here on two memories are about one subject; chosen by reading what it joins. */
const sameSubject = 0.12
/** Enough where lines are full before there are enough memories. */
const nearSubject = 0.03

/**
 * The best, each statement once, in their order; where there are more memories than lines, those
 * about one subject share a line.
 * @param documents of the memories, as far as they are indexed
 * @returns also why the others are left out
 */
export function placeMemories(
  ranked: readonly RankedMemory[],
  documents: readonly IndexedDocument[],
  { isKnown, repeats, most }: Placing,
): { readonly placed: readonly Placed[]; readonly left: ReadonlyMap<RankedMemory, string> } {
  // What fits anyway has lines of its own.
  const likeness = ranked.length > most.lines ? createSubjectLikeness(documents) : undefined
  const placed: Placed[] = []
  const left = new Map<RankedMemory, string>()
  const place = (each: RankedMemory, least: number) => {
    const first = likeness && firstAbout(each, placed.filter(isNew), likeness, least)
    const obstacle = obstacleOf(each, first, placed, { repeats, most, likeness })
    if (obstacle === undefined) placed.push({ ...each, first })
    else left.set(each, obstacle)
    return obstacle === undefined
  }
  const isNew = (each: Placed) => !isKnown(each)
  const others = storedBeforeHeard(ranked).filter((each) => !place(each, sameSubject))
  if (likeness) for (const each of others) if (place(each, nearSubject)) left.delete(each)
  return { placed, left }
}

export const countLines = (placed: readonly Placed[]) =>
  placed.filter(({ first }) => first === undefined).length

function obstacleOf(
  { memory, section }: RankedMemory,
  first: Placed | undefined,
  placed: readonly Placed[],
  { repeats, most, likeness }: Omit<Placing, 'isKnown'> & { likeness: SubjectLikeness | undefined },
): string | undefined {
  if (placed.length >= most.memories || (!first && countLines(placed) >= most.lines)) {
    return `${placed.length} rank higher`
  }
  // To compare statements takes longer.
  const mayBeSame = (other: Memory) => (likeness?.(other, memory) ?? 1) >= nearSubject
  const twin = placed
    .map((other) => other.memory)
    .find((other) => (mayBeSame(other) && saysSame(other, memory)) || repeats(other, memory))
  if (twin) return `says nearly the same as ${shortId(twin.id)}`
  const ownSection = first?.section ?? section
  const inScope = placed.filter((other) => (other.first ?? other).section === ownSection).length
  const isFull = isLimited(ownSection) && inScope >= mostOfScope
  return isFull ? `${inScope} of its scope rank higher` : undefined
}

const isLimited = (section: string) => section !== 'rules' && section !== 'pinned'

/** The line it fits on: of the same scope and about the same, and with room. */
function firstAbout(
  { memory }: RankedMemory,
  placed: readonly Placed[],
  likeness: SubjectLikeness,
  least: number,
): Placed | undefined {
  const near = placed
    .filter((each) => each.first === undefined && each.memory.scope === memory.scope)
    .filter((each) => placed.filter(({ first }) => first === each).length < mostOnLine - 1)
    .map((each) => ({ each, likeness: likeness(each.memory, memory) ?? 0 }))
    .sort((one, other) => other.likeness - one.likeness)[0]
  return near && near.likeness >= least ? near.each : undefined
}

/** What an agent or a reader stored takes the place of the words that rules heard of it. */
function storedBeforeHeard(ranked: readonly RankedMemory[]): RankedMemory[] {
  const stored = ranked.filter(({ memory }) => !isHeard(memory))
  const ordered = ranked.flatMap((each) => {
    if (!isHeard(each.memory)) return [each]
    return [...stored.filter(({ memory }) => saysSame(memory, each.memory)), each]
  })
  return [...new Set(ordered)]
}

/** A rule in the user's words and an agent's wording of it share little but their names. */
function saysSame(one: Memory, other: Memory): boolean {
  if (areNearDuplicates(one.content, other.content)) return true
  return isHeard(one) !== isHeard(other) && isAboutSame(one.content, other.content)
}
