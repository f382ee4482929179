/**
 * Makes a candidate a memory when an agent applies it: it found the candidate with one of our tools and
 * then used its words in a command or an edit. Repeating them in an answer applies nothing.
 */
import { isOwnTool } from '../../activity/own-tools.ts'
import { isForeign } from '../../memory/merge.ts'
import { confirm } from '../../memory/standing.ts'
import { textsIn } from '../../model/json.ts'
import { isValid, type Memory } from '../../model/memory.ts'
import type { CapturedTurn, ToolUse } from '../../ports/history.ts'
import type { SearchIndex } from '../../ports/search-index.ts'
import type { StoreTransaction, Transact } from '../../ports/store.ts'
import { findUses, wordsOf } from './find-uses.ts'

export interface ApplyPorts {
  readonly transaction: Transact
  readonly search: Pick<SearchIndex, 'frequencies'>
}

/** Idempotent. */
export async function confirmApplied(
  turn: CapturedTurn,
  tools: readonly ToolUse[],
  { transaction, search }: ApplyPorts,
): Promise<void> {
  const ids = recalledIds(turn)
  if (ids.length === 0 || turn.endedAt === undefined) return
  const at = turn.endedAt
  await transaction(async (tx) => {
    const candidates = (await tx.memories.findMany(ids)).filter(mayBeApplied)
    if (candidates.length === 0) return
    const words = candidates.flatMap(({ content }) => wordsOf(content))
    const frequencies = await search.frequencies([...new Set(words)])
    const uses = findUses(candidates, { answer: '', ...textsOf(turn, tools) }, frequencies)
    for (const { memoryId, use } of uses) {
      const applied = candidates.find(({ id }) => id === memoryId)
      if (applied && use === 'echoed') await confirmOne(tx, applied, at)
    }
  })
}

async function confirmOne({ memories }: StoreTransaction, memory: Memory, at: string) {
  await memories.update(memory.id, confirm(memory, 'applied'), at)
  await memories.countUse([memory.id], at)
}

function mayBeApplied(memory: Memory): boolean {
  return memory.standing === 'candidate' && !isForeign(memory.trust) && isValid(memory)
}

const wholeId = /\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g

function recalledIds({ actions }: CapturedTurn): string[] {
  const own = actions.filter(({ toolName }) => isOwnTool(toolName))
  return [...new Set(own.flatMap(({ output }) => output.match(wholeId) ?? []))]
}

function textsOf(turn: CapturedTurn, tools: readonly ToolUse[]) {
  const others = tools.filter(({ toolName }) => !isOwnTool(toolName))
  const read = turn.actions.filter(({ kind }) => ['read', 'search', 'web'].includes(kind))
  return {
    asked: others.flatMap(({ input }) => textsIn(input)).join('\n'),
    known: [turn.prompt ?? '', ...read.map(({ output }) => output)].join('\n'),
  }
}
