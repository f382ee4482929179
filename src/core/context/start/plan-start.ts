/** Context for a session that starts, resumes or was compacted. */

import { defaultHalfLives } from '../../../contract/vocabulary.ts'
import type { ContextRequest } from '../../model/context.ts'
import { isSameAddress, type Memory } from '../../model/memory.ts'
import type { LastDigest } from '../../ports/history.ts'
import { sharedBranches } from '../../recall/ranking/priors.ts'
import { addOrExplain, type Block, lineFromMemory, type NewLine } from '../block/block.ts'
import { joinDisputed } from '../disputes.ts'
import { distinct, type Evidence, evidenceOf } from '../evidence/evidence.ts'
import { findSharing, type SharedEvidence } from '../evidence/shared-evidence.ts'
import {
  type ContextPorts,
  type ContextSettings,
  isInjectable,
  type Situation,
  staleAmong,
} from '../situation.ts'
import { findLastSession, isResumed, lastSessionLines } from './last-session.ts'
import { type RankedMemory, rankForStart } from './rank-for-start.ts'

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
  const foremost = await ports.memories.foremost(situation.addresses, mostCandidates)
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
  const shownCounts = await injections.shownCounts(ids, request.projectId)
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
/** Not about the current work; fewer if only a program learned them. */
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

/** The rest is left for memories about the work. */
const shareOfBlock = 2 / 3

function isRuleOrPinned({ kind, pinned }: Memory): boolean {
  return kind === 'rule' || pinned
}

/** Rules and pinned memories are given whatever the work is about. */
function addRulesAndPins(block: Block, memories: readonly Memory[]): void {
  for (const memory of memories.filter(isRuleOrPinned).toSorted(byWeight)) {
    const line =
      memory.kind === 'rule'
        ? lineFromMemory(memory, 'rules', `rule for ${placeNames[memory.scope]}`)
        : lineFromMemory(memory, 'pinned', 'pinned')
    if (!block.add(line, shareOfBlock)) {
      block.leaveOut({ ...line, reason: 'no room next to other rules and pinned memories' })
    }
  }
}

const placeNames: Readonly<Record<Memory['scope'], string>> = {
  session: 'this session',
  project: 'this project',
  global: 'all projects',
  agent: 'this agent',
}

const nearest: readonly Memory['scope'][] = ['session', 'project', 'agent', 'global']

function byWeight(one: Memory, other: Memory): number {
  return (
    Number(other.kind === 'rule') - Number(one.kind === 'rule') ||
    nearest.indexOf(one.scope) - nearest.indexOf(other.scope) ||
    Number(other.pinned) - Number(one.pinned) ||
    other.importance - one.importance ||
    (one.id < other.id ? -1 : 1)
  )
}

/** Of the foremost, and of those that match the current work. */
const mostCandidates = 40

interface Candidates {
  readonly memories: readonly Memory[]
  /** What each shares with the current work; by memory id. */
  readonly shared: ReadonlyMap<string, SharedEvidence>
}

/**
 * Finds memories for the start of a session: rules, important, new and matching ones.
 * @param last the session that this one continues
 */
async function findStartCandidates(
  situation: Situation,
  last: LastDigest | undefined,
  ports: ContextPorts,
): Promise<Candidates> {
  const { request, addresses, now, shown } = situation
  const foremost = await ports.memories.foremost(addresses, mostCandidates)
  const filter = { types: ['memory'], scopes: addresses, validNow: now.toISOString() } as const
  const sharing = await findSharing(
    startEvidence(request, last),
    { ...filter, withoutCandidates: true },
    request.projectId,
    ports,
  )
  const found = sharing.filter(({ amount }) => amount >= 6.5)
  const shared = new Map(found.slice(0, mostCandidates).map((each) => [each.document.id, each]))
  const lacking = new Set([...shared.keys(), ...shown.memoryIds])
  for (const { id } of foremost) lacking.delete(id)
  const isInReach = (memory: Memory) => addresses.some((address) => isSameAddress(memory, address))
  const others = await ports.memories.findMany([...lacking])
  return {
    memories: [...foremost, ...others.filter(isInReach)].sort((a, b) => (a.id < b.id ? -1 : 1)),
    shared,
  }
}

const mostFiles = 15
const mostOpen = 6

/** From the branch, the files being worked on, and what the last session was asked and left open. */
function startEvidence(
  { branch, files }: Pick<ContextRequest, 'branch' | 'files'>,
  last: LastDigest | undefined,
): Evidence[] {
  const requests = last?.digest.steps.flatMap(({ request }) => request ?? []) ?? []
  const changed = last?.digest.filesChanged.map(({ path }) => path) ?? []
  const texts = [
    branch === undefined || sharedBranches.has(branch) ? '' : branch.replace(/[/_-]+/g, ' '),
    ...files.slice(0, mostFiles),
    ...changed.slice(-mostFiles),
    ...(last?.digest.open ?? []).slice(0, mostOpen).map(({ text }) => text),
    requests.at(-1) ?? '',
  ]
  return distinct(texts.flatMap(evidenceOf))
}
