/**
 * When the user takes back what they said just before, what a program learned from that goes into
 * the archive. What a person or an agent stored or confirmed stays.
 */
import { retractsLast } from '../../cues/retraction.ts'
import { forgetMemory } from '../../memory/forget-memory.ts'
import { isValid, type Memory } from '../../model/memory.ts'
import type { CapturedTurn } from '../../ports/history.ts'
import type { MemoryTransaction } from '../../ports/memory-store.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Transact } from '../../ports/store.ts'
import { promptParts } from '../../provenance/prompt-parts.ts'
import { surelyTyped } from '../../provenance/surely-typed.ts'

export interface ClosingPorts {
  readonly transaction: Transact
  readonly clock: Clock
}

/** Idempotent. @param turns of one session, in order */
export async function closeRetracted(
  turns: readonly CapturedTurn[],
  { transaction, clock }: ClosingPorts,
): Promise<void> {
  const retracted = turns.slice(0, -1).filter((turn, at) => isRetracted(turn, turns[at + 1]))
  if (retracted.length === 0) return
  const ids = retracted.map(({ id }) => id)
  await transaction(async ({ memories }) => {
    const at = clock.now().toISOString()
    for (const { memory } of await memories.learnedFrom(ids)) {
      if (await restsOnThese(memory, ids, memories)) {
        await forgetMemory(memories, memory.id, at, { now: false })
      }
    }
  })
}

function isRetracted({ answer = '' }: CapturedTurn, next: CapturedTurn | undefined): boolean {
  if (next?.prompt === undefined || next.origin !== 'user') return false
  return retractsLast(surelyTyped(next.prompt, promptParts(next.prompt, [answer])))
}

async function restsOnThese(
  memory: Memory,
  turnIds: readonly string[],
  memories: MemoryTransaction,
): Promise<boolean> {
  const { source, standing, confirmation, pinned } = memory
  const isOnlyHeard = standing === 'candidate' || confirmation === 'stated'
  if (source !== 'heuristic' || !isOnlyHeard || pinned || !isValid(memory)) return false
  const sources = await memories.sources(memory.id)
  return sources.every(({ type, ref }) => type !== 'turn' || turnIds.includes(ref))
}
