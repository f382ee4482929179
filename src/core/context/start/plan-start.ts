/** Context for a session that starts, resumes or was compacted. */
import { defaultHalfLives } from '../../model/half-life.ts'
import type { Memory } from '../../model/memory.ts'
import { addOrExplain, type Block, lineFromMemory, type NewLine } from '../block/block.ts'
import { joinDisputed } from '../disputes.ts'
import {
  type ContextPorts,
  type ContextSettings,
  isInjectable,
  type Situation,
} from '../situation.ts'
import { staleAmong } from '../stale-among.ts'
import { findLastSession, isResumed, lastSessionLines } from './last-session.ts'
import { type RankedMemory, rankForStart } from './rank-for-start.ts'
import { addRulesAndPins, isRuleOrPinned } from './rules-and-pins.ts'
import { type Candidates, findStartCandidates, mostLookedAt } from './start-candidates.ts'

export async function addStart(
  block: Block,
  situation: Situation,
  ports: ContextPorts,
): Promise<void> {
  const last = await findLastSession(situation, ports)
  const candidates = await findStartCandidates(situation, last, ports)
  const injectable = pickInjectable(block, candidates.memories, situation)
  const memories = await joinDisputed(injectable, situation, ports)
  addRulesAndPins(block, memories)
  if (last) for (const line of lastSessionLines(last)) block.add(line)
  const others = memories.filter((memory) => !isRuleOrPinned(memory))
  addWithinScopes(block, await rank(others, candidates, situation, ports), situation)
}

/** A subagent gets all rules, and otherwise only memories of its own scope. */
export async function addSubagentStart(
  block: Block,
  situation: Situation,
  ports: ContextPorts,
): Promise<void> {
  const foremost = await ports.memories.foremost(situation.addresses, mostLookedAt)
  const wanted = foremost.filter(({ kind, scope }) => kind === 'rule' || scope === 'agent')
  const injectable = pickInjectable(block, wanted, situation)
  const memories = await joinDisputed(injectable, situation, ports)
  addRulesAndPins(block, memories)
  const others = memories.filter((memory) => !isRuleOrPinned(memory))
  const nothingShared = { memories: others, shared: new Map() }
  addWithinScopes(block, await rank(others, nothingShared, situation, ports), situation)
}

function pickInjectable(block: Block, memories: readonly Memory[], situation: Situation): Memory[] {
  const { now, shown, promoted } = situation
  return memories.filter((memory) => {
    const leaveOut = (reason: string) => block.leaveOut(lineFromMemory(memory, 'recalled', reason))
    const file = promoted.get(memory.id)
    const isRepeated = isResumed(situation) && shown.memoryIds.has(memory.id)
    if (isRepeated) leaveOut('already shown in this session')
    else if (file !== undefined) leaveOut(`in ${file}`)
    else if (memory.standing === 'candidate') leaveOut('not confirmed yet')
    else if (memory.trust === 'tool') leaveOut('comes from tool output')
    return !isRepeated && file === undefined && isInjectable(memory, now)
  })
}

async function rank(
  memories: readonly Memory[],
  { shared }: Candidates,
  { request, now, shown, settings: { halfLives = defaultHalfLives } }: Situation,
  { search, injections }: ContextPorts,
): Promise<RankedMemory[]> {
  const ids = memories.map(({ id }) => id)
  const shownCounts = await injections.shownCounts(ids)
  const stale = await staleAmong(ids, search)
  const knownOf = ({ id }: Memory) => ({
    shared: shared.get(id),
    counts: shownCounts.get(id),
    isStale: stale.has(id),
    wasShown: request.source === 'compact' && shown.memoryIds.has(id),
  })
  return rankForStart(memories, knownOf, { now, halfLives, files: request.files })
}

/** Without rules and pinned memories. */
const mostMemories = 6
/** That are not about the work; fewer if only a program stands for them. */
const mostOthers = 3
const mostHeard = 2

/** Each scope has its own limits, within those of the block. */
function addWithinScopes(
  block: Block,
  ranked: readonly RankedMemory[],
  { settings }: Situation,
): void {
  const added: NewLine[] = []
  let others = 0
  for (const { memory, section, reason, isAbout, isOnlyHeard, obstacle } of ranked) {
    const line = lineFromMemory(memory, section, reason)
    const isTooMany = !isAbout && others >= (isOnlyHeard ? mostHeard : mostOthers)
    const tooMany = isTooMany ? 'not about the current work' : obstacleTo(line, added, settings)
    if (!addOrExplain(block, line, obstacle ?? tooMany)) continue
    added.push(line)
    if (!isAbout) others += 1
  }
}

function obstacleTo(
  { section, text }: NewLine,
  added: readonly NewLine[],
  { entriesPerScope, charactersPerScope }: ContextSettings,
): string | undefined {
  if (added.length >= mostMemories) return `${added.length} memories rank higher`
  const beside = added.filter((other) => other.section === section)
  if (beside.length >= entriesPerScope) return `${beside.length} of its scope rank higher`
  const characters = beside.reduce((sum, other) => sum + other.text.length, text.length)
  return characters > charactersPerScope ? 'no room within its scope' : undefined
}
