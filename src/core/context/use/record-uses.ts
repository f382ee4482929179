/** Records, once a turn has ended, which of the memories shown to the session it used. */
import type { Action } from '../../model/action.ts'
import { textsIn } from '../../model/json.ts'
import type { CapturedTurn, History, ToolUse } from '../../ports/history.ts'
import type { InjectionStore } from '../../ports/injection-store.ts'
import type { MemoryReader } from '../../ports/memory-store.ts'
import { type ApplyPorts, confirmApplied } from './confirm-applied.ts'
import { findUses, type TurnTexts, wordsOf } from './find-uses.ts'

export interface UsePorts extends ApplyPorts {
  readonly history: Pick<History, 'sessionPlace' | 'turns' | 'turnsOf'>
  readonly injections: Pick<InjectionStore, 'unused' | 'markUsed'>
  readonly memories: Pick<MemoryReader, 'findMany'>
}

/** Idempotent. */
export async function recordUses(turnId: string, ports: UsePorts): Promise<void> {
  const [source] = await ports.history.turns([turnId])
  if (!source) return
  const { sessionId, number } = source
  const session = await ports.history.sessionPlace(sessionId)
  const [turn] = await ports.history.turnsOf(sessionId, { from: number, through: number })
  if (!session || turn?.endedAt === undefined) return
  await confirmApplied(turn, source.tools, ports)
  const shown = await ports.injections.unused(session, turn.endedAt)
  if (shown.length === 0) return
  const memories = await ports.memories.findMany(shown.map(({ memoryId }) => memoryId))
  const words = memories.flatMap(({ content }) => wordsOf(content))
  const frequencies = await ports.search.frequencies([...new Set(words)])
  const uses = findUses(memories, textsOf(turn, source.tools), frequencies)
  if (uses.length > 0) await ports.injections.markUsed(session, uses, turn.endedAt)
}

/** Tools whose output does not come from our memories. */
const reading: readonly Action['kind'][] = ['read', 'search', 'web']

function textsOf(turn: CapturedTurn, tools: readonly ToolUse[]): TurnTexts {
  const read = turn.actions.filter(({ kind }) => reading.includes(kind))
  return {
    answer: turn.answer ?? '',
    asked: tools.flatMap(({ input }) => textsIn(input)).join('\n'),
    known: [turn.prompt ?? '', ...read.map(({ output }) => output)].join('\n'),
  }
}
