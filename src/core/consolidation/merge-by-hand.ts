/** Merges two memories by hand, recorded as a consolidation so that it can be undone. */
import { ThroughlineError } from '../../contract/errors.ts'
import { correctMemory, refuseSuperseded } from '../memory/change-memory.ts'
import { findById } from '../memory/find-memory.ts'
import type { DraftPorts } from '../memory/new-memory.ts'
import { isSameAddress, type Memory } from '../model/memory.ts'
import { joinLabels, keyOf, passSources, supersedeWith } from './absorb-memories.ts'
import { type ConsolidationPorts, toRecord } from './consolidate.ts'

export type HandMergePorts = ConsolidationPorts & DraftPorts

export interface HandMerge {
  readonly from: string
  readonly into: string
  /** New content of the kept memory, if any. */
  readonly content?: string | undefined
}

/** @throws ThroughlineError `not-found`, `conflict`, `invalid-input` */
export async function mergeByHand(
  { from, into, content }: HandMerge,
  ports: HandMergePorts,
): Promise<{ id: string; memory: Memory }> {
  const at = ports.clock.now().toISOString()
  return ports.transaction(async ({ consolidations: account, memories: tx }) => {
    const [kept, other] = [await findById(tx, into), await findById(tx, from)]
    refuseUnfit(kept, other)
    const writing = { tx, at }
    // First, because the kept memory may take over its key and content.
    const closed = await supersedeWith(writing, kept, [other])
    const correction = {
      content,
      trust: 'user' as const,
      ...joinLabels(kept, [other]),
      newKey: (isSameAddress(kept, other) ? keyOf([kept, other]) : kept.key) ?? '',
      pinned: kept.pinned || other.pinned,
    }
    const memory = await correctMemory(tx, kept, correction, ports, at)
    await passSources(writing, kept, [other])
    await tx.addLink({ from: kept.id, relation: 'supersedes', to: other.id, createdAt: at })
    const id = ports.ids.next()
    await account.insert({
      id,
      projectId: kept.scope === 'project' ? kept.scopeId : undefined,
      at,
      actions: [toRecord({ kind: 'merge', memory, before: kept.version, closed })],
      undoneAt: undefined,
    })
    return { id, memory }
  })
}

/** The kept memory must apply wherever the other did. */
function refuseUnfit(kept: Memory, other: Memory): void {
  if (kept.id === other.id) {
    throw new ThroughlineError('invalid-input', 'a memory cannot be merged into itself')
  }
  refuseSuperseded(kept)
  refuseSuperseded(other)
  if (kept.scope === 'global' || isSameAddress(kept, other)) return
  throw new ThroughlineError('conflict', 'the memories belong to different scopes', {
    hint: 'move one of them first',
  })
}
