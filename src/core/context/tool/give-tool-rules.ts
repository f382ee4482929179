/** Answers a tool that is about to run with the rules about its command or the path it changes. */
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import { hostSessionOf } from '../../model/context.ts'
import type { HostEvent } from '../../model/host-event.ts'
import type { Memory, ScopeAddress } from '../../model/memory.ts'
import type { History, ToolUse } from '../../ports/history.ts'
import type { MemoryStore } from '../../ports/memory-store.ts'
import { quoteName } from '../../text/safe-text.ts'
import { createBlock, lineFromMemory } from '../block/block.ts'
import { type HostMoment, type MomentPorts, recordMoment } from '../host-moment.ts'
import { findPromoted, type PromotedPorts } from '../promoted.ts'
import { addressesFor, isInjectable } from '../situation.ts'
import { describePattern, factsOf, patternAbout, patternsOf } from './tool-patterns.ts'

export interface ToolPorts extends MomentPorts, PromotedPorts {
  readonly memories: Pick<MemoryStore, 'list'>
  readonly history: Pick<History, 'sessionId' | 'memoriesFrom'>
}

const mostLines = 2
const mostTokens = 250
/** Of each kind, the last changed. */
const mostRead = 500

const rulingKinds: readonly MemoryKind[] = ['rule', 'correction', 'preference']

/** Whether it says how to work, so that it is given before a tool that it is about. */
export const isRuling = ({ kind }: Pick<Memory, 'kind'>) => rulingKinds.includes(kind)

/** @returns the block; empty if no rule is about it, or the session knows them all */
export async function giveToolRules(moment: HostMoment, ports: ToolPorts): Promise<string> {
  const { event, folder, caller, findPlace, mostCharacters, instructionFiles } = moment
  const use = toolUseOf(event)
  if (!use) return ''
  const place = await findPlace()
  if (place.kind === 'disabled') return ''
  const { projectId, root = folder } = place
  const call = factsOf(use, event.cwd, root)
  if (call.commands.length + call.paths.length === 0) return ''
  const sessionId = await ports.history.sessionId(event.sessionId)
  const addresses = addressesFor({ caller, subagent: undefined, sessionId, projectId })
  const about = await findAbout(call, addresses, ports)
  if (about.length === 0) return ''
  const promoted = await findPromoted({ projectId, root, instructionFiles }, ports)
  const { memoryIds } = await ports.injections.shownTo(hostSessionOf(event))
  const own = new Set(sessionId === undefined ? [] : await ports.history.memoriesFrom(sessionId))
  const isKnown = (id: string) => promoted.has(id) || memoryIds.has(id) || own.has(id)
  const block = createBlock({ tokens: mostTokens, bytes: mostCharacters }, ports.clock.now())
  for (const { memory, reason } of about.filter((each) => !isKnown(each.memory.id))) {
    if (block.plan().lines.length === mostLines) break
    block.add(lineFromMemory(memory, 'tool', reason))
  }
  const plan = block.plan()
  if (plan.lines.length === 0) return ''
  return recordMoment({ kind: 'tool', projectId, plan }, moment, ports)
}

/** Undefined for a subagent's: what a session was given, its subagents have not seen. */
function toolUseOf({ detail, agent }: HostEvent): ToolUse | undefined {
  const isTool = detail.kind === 'before-tool' || detail.kind === 'tool'
  return isTool && !agent ? detail : undefined
}

/** What is forbidden first, then rules, then what matters most. */
async function findAbout(
  call: ReturnType<typeof factsOf>,
  addresses: readonly ScopeAddress[],
  { memories, clock }: ToolPorts,
) {
  const now = clock.now()
  const page = { limit: mostRead, offset: 0 }
  const found = await Promise.all(
    rulingKinds.map((kind) => memories.list({ addresses, kind, standing: 'memory' }, page)),
  )
  return found
    .flatMap(({ memories: kept }) => kept)
    .filter((memory) => isInjectable(memory, now))
    .flatMap((memory) => {
      const pattern = patternAbout(patternsOf(memory), call)
      if (!pattern) return []
      const reason = `about ${quoteName(describePattern(pattern))}`
      return [{ memory, reason, isForbidden: pattern.stance === 'unwanted' }]
    })
    .sort(
      (one, other) =>
        Number(other.isForbidden) - Number(one.isForbidden) ||
        Number(other.memory.kind === 'rule') - Number(one.memory.kind === 'rule') ||
        other.memory.importance - one.memory.importance ||
        (one.memory.id < other.memory.id ? -1 : 1),
    )
}
