/** Context for a session that starts, resumes or was compacted. */
import { reviewKey } from '../../memory/dropped-candidates.ts'
import { areOpposed, normaliseStatement } from '../../memory/normalise-statement.ts'
import type { Failing } from '../../memory/untrue/failing.ts'
import { findUntrueOrChanged } from '../../memory/untrue/find-untrue.ts'
import { isSameAddress, type Memory, shortId } from '../../model/memory.ts'
import type { IndexedDocument } from '../../ports/search-index.ts'
import { addOrExplain, type Block, lineFromMemory, type NewLine } from '../block/block.ts'
import { joinDisputed } from '../disputes.ts'
import { type ContextPorts, isInjectable, type Situation } from '../situation.ts'
import { findLastSession, lastSessionLines } from './last-session.ts'
import { createNearness, findNearWork } from './near-work.ts'
import {
  countLines,
  type Placed,
  placeMemories,
  type Repeats,
  type Room,
} from './place-memories.ts'
import { type RankedMemory, rankForStart } from './rank-for-start.ts'

/** Of memories and of the last session together. */
const mostLines = 8
/** Memories about one subject share a line. */
const mostMemories = 18

/** For a subagent, whose rules and own memories all count. */
const mostOfSubagent = 40

/** So many rules, important and new memories are considered, and as many near the work. */
const mostConsidered = 40

export async function addStart(
  block: Block,
  situation: Situation,
  ports: ContextPorts,
): Promise<void> {
  const isCompacted = situation.request.source === 'compact'
  const all = await ports.memories.countValid(situation.addresses)
  // Keeps room for it.
  block.conclude(restLine(all))
  const found = await findStartMemories(situation, ports)
  const wanted = isCompacted ? found.filter(isRuleOrPinned) : found
  const ranking = await rank(block, wanted, situation, ports)
  const last = isCompacted ? undefined : await findLastSession(situation, ports)
  const summary = last ? lastSessionLines(last) : []
  // A branch of its own is one piece of work. On a shared one the summary gets what room is left.
  const reserved = last?.isOwnBranch ? Math.min(1, summary.length) : 0
  const most = { lines: mostLines - reserved, memories: mostMemories }
  const { lines, memories } = addRanked(block, ranking, situation, most)
  for (const line of summary.slice(0, mostLines - lines)) block.add(line)
  block.conclude(all > memories ? restLine(all - memories) : undefined)
}

/** A subagent gets the rules, and otherwise only memories of its own scope. */
export async function addSubagentStart(
  block: Block,
  situation: Situation,
  ports: ContextPorts,
): Promise<void> {
  const foremost = await ports.memories.foremost(situation.addresses, mostConsidered)
  const wanted = foremost.filter(({ kind, scope }) => kind === 'rule' || scope === 'agent')
  const ranking = await rank(block, wanted, situation, ports)
  addRanked(block, ranking, situation, { lines: mostOfSubagent, memories: mostOfSubagent })
}

const isRuleOrPinned = ({ kind, pinned }: Memory) => kind === 'rule' || pinned

async function findStartMemories(
  { request, addresses, now }: Situation,
  ports: ContextPorts,
): Promise<Memory[]> {
  const foremost = await ports.memories.foremost(addresses, mostConsidered)
  const filter = {
    ...{ types: ['memory'] as const, scopes: addresses, withoutCandidates: true },
    validNow: now.toISOString(),
  }
  const near = new Set(await findNearWork(request, filter, ports, mostConsidered))
  for (const { id } of foremost) near.delete(id)
  const others = near.size === 0 ? [] : await ports.memories.findMany([...near])
  const isInReach = (memory: Memory) => addresses.some((address) => isSameAddress(memory, address))
  return [...foremost, ...others.filter(isInReach)]
}

interface Ranking {
  readonly ranked: readonly RankedMemory[]
  /** Of the memories, as far as they are indexed. */
  readonly documents: readonly IndexedDocument[]
  readonly repeats: Repeats
}

async function rank(
  block: Block,
  found: readonly Memory[],
  situation: Situation,
  ports: ContextPorts,
): Promise<Ranking> {
  const doubtful = await findUntrueOrChanged(found, situation.request.root, ports)
  const injectable = pickInjectable(block, found, situation, doubtful)
  const memories = await joinDisputed(injectable, situation, ports)
  const ids = memories.map(({ id }) => id)
  const counts = await ports.injections.shownCounts(ids, situation.request.projectId)
  const documents = await ports.search.find(ids.map((id) => ({ type: 'memory', id })))
  const nearness = createNearness(situation.request, documents)
  const ranked = rankForStart(memories, (memory) => ({
    near: nearness(memory),
    counts: counts.get(memory.id),
    doubt: doubtful.get(memory.id)?.why,
  }))
  return { ranked, documents, repeats: await findRepeated(ids, ports) }
}

/** What an older memory says in other words, the newer one is enough for, unless a person kept both. */
async function findRepeated(
  ids: readonly string[],
  { readMeanings, reviews, hash }: ContextPorts,
): Promise<Repeats> {
  const meanings = await readMeanings?.(ids)
  if (!meanings) return () => false
  const decided = await reviews.decidedKeys()
  return (newer, older) =>
    newer.validFrom >= older.validFrom &&
    meanings.isRepeated(newer.id, older.id) &&
    !areOpposed(normaliseStatement(newer.content), normaliseStatement(older.content)) &&
    !decided.has(reviewKey('near-duplicate', [newer, older], hash))
}

function pickInjectable(
  block: Block,
  memories: readonly Memory[],
  { now, promoted }: Situation,
  doubtful: ReadonlyMap<string, Failing>,
): Memory[] {
  return memories.filter((memory) => {
    const leaveOut = (reason: string) => block.leaveOut(lineFromMemory(memory, 'recalled', reason))
    const doubt = doubtful.get(memory.id)
    if (doubt?.isUntrue) {
      leaveOut(doubt.why)
      return false
    }
    const file = promoted.get(memory.id)
    if (file !== undefined) leaveOut(`in ${file}`)
    else if (memory.standing === 'candidate') leaveOut('not confirmed yet')
    else if (memory.trust === 'tool') leaveOut('comes from tool output')
    return file === undefined && isInjectable(memory, now)
  })
}

/**
 * Adds the best, each statement once; those about one subject share a line. At a resume the session
 * still has what it was shown, so that keeps its place and is not repeated.
 * @returns the places taken
 */
function addRanked(
  block: Block,
  { ranked, documents, repeats }: Ranking,
  { request, shown }: Situation,
  most: Room,
): Room {
  const isKnown = ({ memory }: RankedMemory) =>
    request.source === 'resume' && shown.memoryIds.has(memory.id)
  const { placed, left } = placeMemories(ranked, documents, { isKnown, repeats, most })
  for (const each of placed.filter(isKnown)) {
    block.leaveOut({ ...lineOf(each), reason: 'already shown in this session' })
  }
  for (const [each, obstacle] of left) {
    block.leaveOut({ ...lineOf(each), reason: `${obstacle} (${each.reason})` })
  }
  const wanted = placed.filter((each) => !isKnown(each))
  const added = addPlaced(block, wanted)
  const taken = placed.filter((each) => isKnown(each) || added.has(each.memory.id))
  return { lines: countLines(taken), memories: taken.length }
}

/** @returns the ids of those that fit */
function addPlaced(block: Block, placed: readonly Placed[]): ReadonlySet<string> {
  const length = chooseLength(block, placed)
  const added: NewLine[] = []
  for (const [at, each] of placed.entries()) {
    const line = lineOf(each, lengthAt(at, length))
    const isAlone = each.first && !added.some(({ id }) => id === each.first?.memory.id)
    const obstacle = isAlone ? `no room (${each.reason})` : undefined
    if (addOrExplain(block, line, obstacle)) added.push(line)
  }
  return new Set(added.map(({ id }) => id))
}

function lineOf(each: RankedMemory & Partial<Placed>, length?: number): NewLine {
  const { memory, first } = each
  if (!first) return lineFromMemory(memory, each.section, each.reason, length)
  const reason = `${each.reason}; about the same as ${shortId(first.memory.id)}`
  const line = lineFromMemory(memory, first.section, reason, length)
  return { ...line, beside: first.memory.id }
}

/** Long texts are cut before one is left out: the beginning says what it is about. */
const lengths = [320, 280, 240, 220, 200, 180, 160, 150, 140, 130, 120, 110, 100, 90, 80]
/** The first are needed most often, so they keep more. */
const foremost = { count: 5, share: 1.5 }

const lengthAt = (position: number, length: number) =>
  Math.min(lengths[0] ?? length, length * (position < foremost.count ? foremost.share : 1))

/** The longest that fits; found by halving, because each try renders every line. */
function chooseLength(block: Block, placed: readonly Placed[]): number {
  const fits = (length: number) =>
    block.fits(placed.map((each, at) => lineOf(each, lengthAt(at, length))))
  let longest = 0
  let shortest = lengths.length - 1
  while (longest < shortest) {
    const middle = Math.floor((longest + shortest) / 2)
    if (fits(lengths[middle] ?? 0)) shortest = middle
    else longest = middle + 1
  }
  return lengths[longest] ?? 0
}

/** An agent does not ask for what it does not expect. */
const restLine = (more: number) =>
  `${more} more ${more === 1 ? 'memory' : 'memories'} here: memory_recall with the task in a few words.`
