/**
 * A memory stored by an agent replaces candidates on the same subject that a program learned in the
 * same session: the agent knew more and words it better.
 */
import { isOwnWrite } from '../activity/to-action.ts'
import { findSimilar } from '../memory/find-similar.ts'
import { compareStatements, isAboutSame } from '../memory/sameness.ts'
import { isJsonObject } from '../model/json.ts'
import { isSameAddress, isValid, type Memory, type ScopeAddress } from '../model/memory.ts'
import type { History, ToolUse } from '../ports/history.ts'
import type { Clock } from '../ports/runtime.ts'
import type { StoreTransaction, Transact } from '../ports/store.ts'

export interface ReplacePorts {
  readonly history: Pick<History, 'turns'>
  readonly transaction: Transact
  readonly clock: Clock
}

export async function replaceCandidates(
  { sessionId, turnIds }: { readonly sessionId: string; readonly turnIds: readonly string[] },
  address: ScopeAddress,
  { history, transaction, clock }: ReplacePorts,
): Promise<void> {
  const turns = await history.turns(turnIds)
  const contents = turns.flatMap(({ tools }) => tools).flatMap(storedContent)
  if (contents.length === 0) return
  await transaction(async (tx) => {
    const at = clock.now().toISOString()
    for (const content of contents) {
      const stored = await findStored(content, address, tx)
      for (const candidate of stored ? await candidatesOf(sessionId, address, tx) : []) {
        if (stored && isAboutSame(candidate.content, stored.content))
          await supersede(tx, candidate, stored, at)
      }
    }
  })
}

function storedContent({ toolName, input }: ToolUse): string[] {
  const content = isOwnWrite(toolName) && isJsonObject(input) ? input.content : undefined
  return typeof content === 'string' ? [content] : []
}

async function candidatesOf(
  sessionId: string,
  address: ScopeAddress,
  { history, memories }: StoreTransaction,
): Promise<Memory[]> {
  const learned = await memories.findMany(await history.memoriesFrom(sessionId))
  return learned.filter(
    (memory) =>
      memory.standing === 'candidate' && isValid(memory) && isSameAddress(memory, address),
  )
}

async function findStored(
  content: string,
  address: ScopeAddress,
  { memories, search }: StoreTransaction,
): Promise<Memory | undefined> {
  const similar = await findSimilar(content, address, { memories, search })
  return similar.find(
    (memory) =>
      memory.standing === 'memory' &&
      memory.trust !== 'tool' &&
      compareStatements(content, memory.content) === 'same',
  )
}

async function supersede(
  { memories }: StoreTransaction,
  { id: candidate }: Memory,
  { id: stored }: Memory,
  at: string,
): Promise<void> {
  await memories.update(candidate, { supersededBy: stored }, at)
  await memories.addLink({ from: stored, relation: 'supersedes', to: candidate, createdAt: at })
}
