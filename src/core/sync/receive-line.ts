/**
 * Brings a line from another machine into the store. Anyone who can write to the folder could have
 * written it, so it is redacted and limited like any text, changes only what is shared, and never
 * counts as the user's word.
 */
import type { BundleLine, BundleMemoryLine, ForgottenLine } from '../../contract/bundle.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import { applyLine, type BundleProgress } from '../bundle/apply-line.ts'
import { mergeMemory } from '../bundle/merge-memory.ts'
import { cleanContent, cleanLabels } from '../memory/new-memory.ts'
import type { Hash } from '../model/content-key.ts'
import type { Redactor } from '../ports/redactor.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { isShared } from './shared-memory.ts'

export interface ReceivePorts {
  readonly redactor: Redactor
  readonly hash: Hash
}

export type ReceiveOutcome = 'added' | 'updated' | 'forgotten' | 'known' | 'refused'

export async function receiveLine(
  line: BundleLine,
  machine: string,
  progress: BundleProgress,
  tx: StoreTransaction,
  ports: ReceivePorts,
): Promise<ReceiveOutcome> {
  switch (line.type) {
    case 'project':
      await applyLine({ ...line, root: undefined, commits: [] }, progress, tx, ports.hash)
      return 'known'
    case 'memory':
      return receiveMemory(line, machine, progress, tx, ports)
    case 'forgotten':
      return receiveForgotten(line, machine, tx)
    default:
      return 'refused'
  }
}

async function receiveMemory(
  given: BundleMemoryLine,
  machine: string,
  { renamed }: BundleProgress,
  tx: StoreTransaction,
  ports: ReceivePorts,
): Promise<ReceiveOutcome> {
  const clean = cleanLine(given, ports)
  if (!clean || !isShared(clean.memory)) return 'refused'
  const { id } = clean.memory
  const here = await tx.memories.find(id)
  if (here && !isShared(here)) return 'refused'
  const received = await tx.sync.received(id)
  const isRestoredThere = received?.machine === machine && received.version === 0
  if (!here && isRestoredThere) await tx.sync.dropTombstone(id)
  const scopeId = renamed.get(clean.memory.scopeId) ?? clean.memory.scopeId
  const memory = {
    ...clean.memory,
    scopeId,
    // Pins and use are each machine's own.
    pinned: here?.pinned ?? false,
    useCount: here?.useCount ?? 0,
    lastUsedAt: here?.lastUsedAt,
  }
  const outcome = await mergeMemory({ ...clean, memory }, tx, ports.hash)
  if (outcome === 'misplaced') return 'refused'
  if (outcome === 'forgotten') return 'known'
  const merged = await tx.memories.find(id)
  if (merged && merged.version === memory.version) {
    await tx.sync.setReceived(id, { machine, version: merged.version })
  }
  return outcome
}

/** @returns undefined if it holds what we would not store */
function cleanLine(line: BundleMemoryLine, ports: ReceivePorts): BundleMemoryLine | undefined {
  const cleanMemory = (memory: BundleMemoryLine['memory']): BundleMemoryLine['memory'] => {
    const { content } = cleanContent(memory.content, memory.key, ports)
    const { tags = [], keywords = [], files = [] } = cleanLabels(memory, ports.redactor)
    return {
      ...{ ...memory, content, tags: [...tags], keywords: [...keywords], files: [...files] },
      source: 'sync',
      trust: memory.trust === 'user' ? 'agent' : memory.trust,
    }
  }
  try {
    return {
      ...line,
      memory: cleanMemory(line.memory),
      // They lead to the other machine's history.
      sources: [],
      revisions: line.revisions.map((each) => ({ ...each, memory: cleanMemory(each.memory) })),
    }
  } catch (error) {
    if (error instanceof ThroughlineError && error.code === 'invalid-input') return undefined
    throw error
  }
}

/** Forgetting beats editing. What is forgotten here by another machine can be restored as usual. */
async function receiveForgotten(
  { archive: _, ...line }: ForgottenLine,
  machine: string,
  tx: StoreTransaction,
): Promise<ReceiveOutcome> {
  const here = await tx.memories.find(line.id)
  if (here ? !isShared(here) : !isShared({ ...line, standing: 'memory' })) return 'refused'
  if (await tx.memories.findForgotten(line.id)) return 'known'
  if (here) await tx.memories.forget(line.id, line.forgottenAt, { archive: true })
  else await tx.bundles.putForgotten(line)
  await tx.sync.setReceived(line.id, { machine, version: 0 })
  return here ? 'forgotten' : 'known'
}
