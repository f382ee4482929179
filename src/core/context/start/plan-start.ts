/** Context for a session that starts, resumes or was compacted. */
import { areNearDuplicates, isAboutSame } from '../../memory/sameness.ts'
import { isSameAddress, type Memory, shortId } from '../../model/memory.ts'
import { addOrExplain, type Block, lineFromMemory, type NewLine } from '../block/block.ts'
import { joinDisputed } from '../disputes.ts'
import {
  type ContextPorts,
  type ContextSettings,
  isInjectable,
  type Situation,
} from '../situation.ts'
import { findLastSession, lastSessionLines } from './last-session.ts'
import { createNearness, findNearWork } from './near-work.ts'
import { isHeard, type RankedMemory, rankForStart } from './rank-for-start.ts'

/** Of memories and of the last session together. */
const mostLines = 8

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
  const ranked = await rank(block, wanted, situation, ports)
  const last = isCompacted ? undefined : await findLastSession(situation, ports)
  const summary = last ? lastSessionLines(last) : []
  // A branch of its own is one piece of work. On a shared one the summary gets what room is left.
  const reserved = last?.isOwnBranch ? Math.min(1, summary.length) : 0
  const taken = addRanked(block, ranked, situation, mostLines - reserved)
  for (const line of summary.slice(0, mostLines - taken)) block.add(line)
  block.conclude(all > taken ? restLine(all - taken) : undefined)
}

/** A subagent gets the rules, and otherwise only memories of its own scope. */
export async function addSubagentStart(
  block: Block,
  situation: Situation,
  ports: ContextPorts,
): Promise<void> {
  const foremost = await ports.memories.foremost(situation.addresses, mostConsidered)
  const wanted = foremost.filter(({ kind, scope }) => kind === 'rule' || scope === 'agent')
  addRanked(block, await rank(block, wanted, situation, ports), situation, mostOfSubagent)
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

async function rank(
  block: Block,
  found: readonly Memory[],
  situation: Situation,
  ports: ContextPorts,
): Promise<RankedMemory[]> {
  const injectable = pickInjectable(block, found, situation)
  const memories = await joinDisputed(injectable, situation, ports)
  const ids = memories.map(({ id }) => id)
  const counts = await ports.injections.shownCounts(ids, situation.request.projectId)
  const documents = await ports.search.find(ids.map((id) => ({ type: 'memory', id })))
  const stale = new Set(documents.flatMap(({ id, facts }) => (facts.stale ? [id] : [])))
  const nearness = createNearness(situation.request, documents)
  return rankForStart(memories, (memory) => ({
    near: nearness(memory),
    counts: counts.get(memory.id),
    isStale: stale.has(memory.id),
  }))
}

function pickInjectable(
  block: Block,
  memories: readonly Memory[],
  { now, promoted }: Situation,
): Memory[] {
  return memories.filter((memory) => {
    const leaveOut = (reason: string) => block.leaveOut(lineFromMemory(memory, 'recalled', reason))
    const file = promoted.get(memory.id)
    if (file !== undefined) leaveOut(`in ${file}`)
    else if (memory.standing === 'candidate') leaveOut('not confirmed yet')
    else if (memory.trust === 'tool') leaveOut('comes from tool output')
    return file === undefined && isInjectable(memory, now)
  })
}

/**
 * Adds the best, each statement once. At a resume the session still has what it was shown, so that
 * keeps its place and is not repeated. @returns how many places are taken
 */
function addRanked(
  block: Block,
  ranked: readonly RankedMemory[],
  { request, shown, settings }: Situation,
  most: number,
): number {
  const said: Memory[] = []
  const added: NewLine[] = []
  const obstacleTo = ({ memory }: RankedMemory, line: NewLine): string | undefined => {
    if (said.length >= most) return `${most} lines rank higher`
    const twin = said.find((other) => saysSame(other, memory))
    if (twin) return `says nearly the same as ${shortId(twin.id)}`
    return fullScope(line, added, settings)
  }
  const ordered = storedBeforeHeard(ranked)
  const length = chooseLength(block, ordered, most, settings)
  for (const each of ordered) {
    const { memory, section, reason } = each
    const line = lineFromMemory(memory, section, reason, length)
    const obstacle = obstacleTo(each, line)
    if (obstacle !== undefined) block.leaveOut({ ...line, reason: `${obstacle} (${reason})` })
    else if (request.source === 'resume' && shown.memoryIds.has(memory.id)) {
      block.leaveOut({ ...line, reason: 'already shown in this session' })
      said.push(memory)
    } else if (addOrExplain(block, line, undefined)) {
      added.push(line)
      said.push(memory)
    }
  }
  return said.length
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

/** Long lines are cut before one is left out: the beginning says what it is about. */
const lengths = [320, 280, 240, 220, 200, 180, 160, 150, 140]

function chooseLength(
  block: Block,
  ranked: readonly RankedMemory[],
  most: number,
  { entriesPerScope, charactersPerScope }: ContextSettings,
): number | undefined {
  const fits = (length: number) => {
    const lines = ranked
      .slice(0, most)
      .map(({ memory, section, reason }) => lineFromMemory(memory, section, reason, length))
    const charactersOf = (section: NewLine['section']) =>
      charactersIn(lines.filter((line) => line.section === section).slice(0, entriesPerScope))
    const isWithin = ({ section }: NewLine) =>
      !isLimited(section) || charactersOf(section) <= charactersPerScope
    return block.fits(lines) && lines.every(isWithin)
  }
  return lengths.find(fits) ?? lengths.at(-1)
}

/** Each scope has its own limits, besides rules and pinned memories. */
const isLimited = (section: NewLine['section']) => section !== 'rules' && section !== 'pinned'

const charactersIn = (lines: readonly NewLine[]) =>
  lines.reduce((sum, { text }) => sum + text.length, 0)

function fullScope(
  line: NewLine,
  added: readonly NewLine[],
  { entriesPerScope, charactersPerScope }: ContextSettings,
): string | undefined {
  if (!isLimited(line.section)) return undefined
  const beside = added.filter(({ section }) => section === line.section)
  if (beside.length >= entriesPerScope) return `${beside.length} of its scope rank higher`
  const characters = charactersIn([...beside, line])
  return characters > charactersPerScope ? 'no room within its scope' : undefined
}

/** An agent does not ask for what it does not expect. */
const restLine = (more: number) =>
  `${more} more ${more === 1 ? 'memory' : 'memories'} here: memory_recall with the task in a few words.`
