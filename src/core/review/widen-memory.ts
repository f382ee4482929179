/** Makes a memory global and closes those of projects that say the same. */
import {
  keyOf,
  passSources,
  sharedLabels,
  supersedeWith,
} from '../consolidation/absorb-memories.ts'
import { differing, labelTags } from '../memory/merge.ts'
import { approvedTrust, confirm } from '../memory/standing.ts'
import { isValid, type Memory } from '../model/memory.ts'
import type { Proposal } from '../model/proposal.ts'
import type { MemoryTransaction } from '../ports/memory-store.ts'
import type { IdSource } from '../ports/runtime.ts'

const everywhere = { scope: 'global', scopeId: '' } as const

/** @param said other words that the user chose. @returns the global memory */
export async function widenMemory(
  tx: MemoryTransaction,
  memory: Memory,
  { wanted, evidence }: Proposal,
  { ids, at, said }: { ids: IdSource; at: string; said: Partial<Memory> },
): Promise<Memory> {
  const others = (await tx.findMany(evidence)).filter(
    (other) => isValid(other) && other.scope !== 'global' && other.id !== memory.id,
  )
  const formers = [memory, ...others]
  const kind = wanted.kind ?? memory.kind
  const trust = approvedTrust({ ...memory, author: undefined }, said.contentHash !== undefined)
  const values = { ...said, ...confirm(memory, 'reviewed'), kind, trust } as const
  const known = await tx.findByHash(everywhere, said.contentHash ?? memory.contentHash)
  const labels = sharedLabels(memory, others)
  const global = known
    ? await tx.update(known.id, differing(known, values), at)
    : await insert(tx, {
        ...{ ...memory, ...everywhere, ...labels, ...values },
        id: ids.next(),
        key: await freeKey(tx, keyOf(formers)),
        source: 'manual',
        tags: labelTags(labels.tags, 'manual', memory.source),
        pinned: formers.some(({ pinned }) => pinned),
        ...{ validFrom: at, confirmedAt: at, createdAt: at, updatedAt: at, version: 1 },
        ...{ useCount: 0, lastUsedAt: undefined },
      })
  await supersedeWith({ tx, at }, global, formers)
  await passSources({ tx, at }, global, formers)
  for (const { id } of formers) {
    await tx.addLink({ from: global.id, relation: 'derived-from', to: id, createdAt: at })
  }
  return global
}

async function insert(tx: MemoryTransaction, memory: Memory): Promise<Memory> {
  await tx.insert(memory)
  return memory
}

/** A key that means something else everywhere stays behind. */
async function freeKey(
  tx: MemoryTransaction,
  key: string | undefined,
): Promise<string | undefined> {
  return key !== undefined && (await tx.findByKey(everywhere, key)) ? undefined : key
}
