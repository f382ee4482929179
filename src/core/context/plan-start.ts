/** Context for a session that begins, goes on or was compacted. */
import type { Memory } from '../model/memory.ts'
import type { LastDigest } from '../ports/digest-store.ts'
import type { Block, NewLine } from './block.ts'
import { lineFromMemory } from './block.ts'
import { lastSessionLines } from './last-session.ts'
import { type RankedMemory, rankForStart } from './rank-for-start.ts'
import { addRulesAndPins, isRuleOrPinned } from './rules-and-pins.ts'
import { type ContextPorts, type ContextSettings, isTellable, type Situation } from './situation.ts'
import { type Candidates, findStartCandidates, mostLookedAt } from './start-candidates.ts'

export async function addStart(
  block: Block,
  situation: Situation,
  ports: ContextPorts,
): Promise<void> {
  const last = await findLast(situation, ports)
  const candidates = await findStartCandidates(situation, last, ports)
  const memories = pickTellable(block, candidates.memories, situation)
  addRulesAndPins(block, memories)
  if (last) for (const line of lastSessionLines(last)) block.add(line)
  const others = memories.filter((memory) => !isRuleOrPinned(memory))
  addWithinScopes(block, await rank(others, candidates, situation, ports), situation)
}

/** A subagent gets all rules, and of the rest only what its own scope holds. */
export async function addSubagentStart(
  block: Block,
  situation: Situation,
  ports: ContextPorts,
): Promise<void> {
  const foremost = await ports.memories.foremost(situation.addresses, mostLookedAt)
  const wanted = foremost.filter(({ kind, scope }) => kind === 'rule' || scope === 'agent')
  const memories = pickTellable(block, wanted, situation)
  addRulesAndPins(block, memories)
  const others = memories.filter((memory) => !isRuleOrPinned(memory))
  const nothingShared = { memories: others, shared: new Map() }
  addWithinScopes(block, await rank(others, nothingShared, situation, ports), situation)
}

/** A host that resumes a session still has what it was shown. */
const isResumed = ({ request: { source } }: Situation) => source === 'resume'

async function findLast(
  situation: Situation,
  { digests }: ContextPorts,
): Promise<LastDigest | undefined> {
  const { request, sessionId, shown } = situation
  const isTold = isResumed(situation) && shown.events.has('session-start')
  if (request.projectId === undefined || isTold) return undefined
  return digests.lastOf(request.projectId, sessionId)
}

function pickTellable(block: Block, memories: readonly Memory[], situation: Situation): Memory[] {
  const { now, shown } = situation
  return memories.filter((memory) => {
    const isTwice = isResumed(situation) && shown.memoryIds.has(memory.id)
    if (isTwice) block.leaveOut(leftOut(memory, 'this session was shown it before'))
    else if (memory.trust === 'tool') block.leaveOut(leftOut(memory, 'it came out of a tool'))
    return !isTwice && isTellable(memory, now)
  })
}

const leftOut = (memory: Memory, reason: string) => lineFromMemory(memory, 'recalled', reason)

async function rank(
  memories: readonly Memory[],
  { shared }: Candidates,
  { request, now, shown }: Situation,
  { search, injections }: ContextPorts,
): Promise<RankedMemory[]> {
  const ids = memories.map(({ id }) => id)
  const standings = await injections.standings(ids)
  const documents = await search.find(ids.map((id) => ({ type: 'memory', id })))
  const stale = new Set(documents.filter(({ standing }) => standing.stale).map(({ id }) => id))
  const knownOf = ({ id }: Memory) => ({
    shared: shared.get(id) ?? [],
    standing: standings.get(id),
    isStale: stale.has(id),
    wasShown: request.source === 'compact' && shown.memoryIds.has(id),
  })
  return rankForStart(memories, knownOf, { now, files: request.files })
}

/** Each scope has bounds of its own, within those of the block. */
function addWithinScopes(
  block: Block,
  ranked: readonly RankedMemory[],
  { settings }: Situation,
): void {
  const added: NewLine[] = []
  for (const { memory, section, reason } of ranked) {
    const line = lineFromMemory(memory, section, reason)
    const beside = added.filter((other) => other.section === section)
    const obstacle = obstacleTo(line, beside, settings)
    if (obstacle !== undefined) block.leaveOut({ ...line, reason: obstacle })
    else if (block.add(line)) added.push(line)
    else block.leaveOut({ ...line, reason: 'no room' })
  }
}

function obstacleTo(
  { text }: NewLine,
  beside: readonly NewLine[],
  { entriesPerScope, charactersPerScope }: ContextSettings,
): string | undefined {
  if (beside.length >= entriesPerScope) return `${beside.length} of its scope come before it`
  const characters = beside.reduce((sum, other) => sum + other.text.length, text.length)
  return characters > charactersPerScope ? 'no room within its scope' : undefined
}
