/** Answers a tool that is about to run with the rules about its command or the path it changes. */
import { describePattern } from '../../../contract/guard-text.ts'
import { findUntrue, type UntruePorts } from '../../memory/untrue/find-untrue.ts'
import { type ContextPlan, hostSessionOf } from '../../model/context.ts'
import type { HostEvent } from '../../model/host-event.ts'
import { type Memory, rulingKinds, type ScopeAddress } from '../../model/memory.ts'
import type { GuardPattern, GuardStore } from '../../ports/guard-store.ts'
import type { History, ToolUse } from '../../ports/history.ts'
import type { MemoryStore } from '../../ports/memory-store.ts'
import { quoteName } from '../../text/safe-text.ts'
import { addOrExplain, createBlock, lineFromMemory } from '../block/block.ts'
import { type HostMoment, type MomentPorts, recordMoment } from '../host-moment.ts'
import { findPromoted, type PromotedPorts } from '../promoted.ts'
import { addressesFor, isInjectable } from '../situation.ts'
import { findMatch, guardPatternsOf } from './guard.ts'
import { type CallFacts, factsOf } from './tool-patterns.ts'

export interface ToolPorts
  extends MomentPorts,
    PromotedPorts,
    Omit<UntruePorts, 'hash' | 'history'> {
  readonly memories: Pick<MemoryStore, 'list'>
  readonly guards: Pick<GuardStore, 'list'>
  readonly history: Pick<History, 'sessionId' | 'memoriesFrom' | 'learnedAt'>
}

const mostLines = 2
const mostTokens = 250
/** Of each kind, the last changed. */
const mostRead = 500

/** @returns the block; empty if no rule is about it, or the session knows them all */
export async function giveToolRules(moment: HostMoment, ports: ToolPorts): Promise<string> {
  const { event, folder, caller, findPlace, mostCharacters, instructionFiles } = moment
  const use = toolUseOf(event)
  if (!use) return ''
  const place = await findPlace()
  if (place.kind === 'disabled') return ''
  const { projectId, root = folder } = place
  const call = factsOf(use, event.cwd, root)
  const sessionId = await ports.history.sessionId(event.sessionId)
  const addresses = addressesFor({ caller, subagent: undefined, sessionId, projectId })
  const promoted = await findPromoted({ projectId, root, instructionFiles }, ports)
  const { memoryIds } = await ports.injections.shownTo(hostSessionOf(event))
  const own = new Set(sessionId === undefined ? [] : await ports.history.memoriesFrom(sessionId))
  const obstacleTo = (id: string) =>
    promoted.has(id) || memoryIds.has(id) || own.has(id) ? 'known to this session' : undefined
  const { heldBack } = moment
  const question = { call, root, addresses, obstacleTo, mostCharacters, heldBack }
  const plan = await planToolRules(question, ports)
  if (plan.lines.length === 0) return ''
  return recordMoment({ kind: 'tool', projectId, plan }, moment, ports)
}

interface ToolQuestion extends Pick<HostMoment, 'heldBack'> {
  readonly call: CallFacts
  /** The work tree. */
  readonly root: string | undefined
  readonly addresses: readonly ScopeAddress[]
  /** Why a memory must not be given. */
  readonly obstacleTo: (id: string) => string | undefined
  readonly mostCharacters: number
}

export async function planToolRules(
  { call, root, addresses, obstacleTo, mostCharacters, heldBack }: ToolQuestion,
  ports: Pick<ToolPorts, 'memories' | 'guards' | 'clock'> & UntruePorts,
): Promise<ContextPlan> {
  const block = createBlock({ tokens: mostTokens, bytes: mostCharacters }, ports.clock.now(), {
    heldBack,
  })
  const naming = await findNaming(call, addresses, ports)
  // Most calls concern no rule, and then no file is looked at.
  const about = naming.flatMap(({ memory, pattern }) => (pattern ? [memory] : []))
  const untrue = await findUntrue(about, root, ports)
  for (const { memory, pattern, named } of naming) {
    const reason = `about ${quoteName(describePattern(pattern ?? named))}`
    const isFull = block.plan().lines.length === mostLines
    const obstacle =
      (pattern ? undefined : `${reason}, not this call`) ??
      obstacleTo(memory.id) ??
      untrue.get(memory.id) ??
      (isFull ? 'no room' : undefined)
    addOrExplain(block, lineFromMemory(memory, 'tool', reason), obstacle)
  }
  return block.plan()
}

/** Undefined for a subagent's: what a session was given, its subagents have not seen. */
function toolUseOf({ detail, agent }: HostEvent): ToolUse | undefined {
  const isTool = detail.kind === 'before-tool' || detail.kind === 'tool'
  return isTool && !agent ? detail : undefined
}

/** Those about the call, what is forbidden first, then rules, then what matters most; others last. */
async function findNaming(
  call: CallFacts,
  addresses: readonly ScopeAddress[],
  { memories, guards, clock }: Pick<ToolPorts, 'memories' | 'guards' | 'clock'>,
) {
  const now = clock.now()
  const page = { limit: mostRead, offset: 0 }
  const set = new Map((await guards.list()).map((guard) => [guard.memoryId, guard]))
  const found = await Promise.all(
    rulingKinds.map((kind) => memories.list({ addresses, kind, standing: 'memory' }, page)),
  )
  const rank = (pattern: NotedPattern | undefined) =>
    pattern === undefined ? 2 : Number(!pattern.isForbidden)
  return found
    .flatMap(({ memories: kept }) => kept)
    .filter((memory) => isInjectable(memory, now) && set.get(memory.id)?.level !== 'off')
    .flatMap((memory) => {
      const { patterns, exceptions } = set.get(memory.id) ?? noted(memory)
      const [named] = patterns
      const match = findMatch<NotedPattern>({ patterns, exceptions }, call)
      return named ? [{ memory, named, pattern: match?.pattern }] : []
    })
    .sort(
      (one, other) =>
        rank(one.pattern) - rank(other.pattern) ||
        Number(other.memory.kind === 'rule') - Number(one.memory.kind === 'rule') ||
        other.memory.importance - one.memory.importance ||
        (one.memory.id < other.memory.id ? -1 : 1),
    )
}

interface NotedPattern extends GuardPattern {
  readonly isForbidden?: boolean
}

const noted = (memory: Memory) => ({ patterns: guardPatternsOf(memory), exceptions: [] })
