/** Accepts or drops a proposal. An accepted change becomes the user's word. */
import { ThroughlineError } from '../../contract/errors.ts'
import {
  keyOf,
  passSources,
  sharedLabels,
  supersedeWith,
} from '../consolidation/absorb-memories.ts'
import { refuseTaken } from '../memory/change-memory.ts'
import { forgetMemory } from '../memory/forget-memory.ts'
import { differing, labelTags, type WantedChange } from '../memory/merge.ts'
import { cleanContent, draftMemory } from '../memory/new-memory.ts'
import { approvedTrust, confirm } from '../memory/standing.ts'
import { writeDraft } from '../memory/write-memory.ts'
import { isValid, type Memory } from '../model/memory.ts'
import type { Proposal } from '../model/proposal.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { ReviewDecision } from '../ports/review-store.ts'
import type { IdSource } from '../ports/runtime.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { trackChanges } from './track-changes.ts'
import { type DecidePorts, refuseChanged, type WantedDecision } from './wanted-decision.ts'

type Effect = Pick<ReviewDecision, 'memoryIds' | 'dropped' | 'applied'>

export async function decideProposal(
  { key, proposal, memories }: { key: string; proposal: Proposal; memories: readonly Memory[] },
  { decision, content }: WantedDecision,
  ports: DecidePorts,
): Promise<ReviewDecision> {
  const at = ports.clock.now().toISOString()
  const [memory] = memories
  return ports.transaction(async (tx) => {
    await refuseChanged(tx.memories, memories)
    const effect =
      decision === 'accept'
        ? await accept(tx, { proposal, memory, content, at }, ports)
        : { memoryIds: memories.map(({ id }) => id), dropped: undefined, applied: undefined }
    const made = { id: ports.ids.next(), key, kind: 'proposal', decision, ...effect, at } as const
    await tx.proposals.markDecided(key, at)
    await tx.reviews.insertDecision(made)
    return made
  })
}

interface Accepted {
  readonly proposal: Proposal
  readonly memory: Memory | undefined
  /** The user's own wording. */
  readonly content: string | undefined
  readonly at: string
}

async function accept(
  transaction: StoreTransaction,
  accepted: Accepted,
  ports: DecidePorts,
): Promise<Effect> {
  const { proposal, memory, content, at } = accepted
  const { action } = proposal
  if (content !== undefined && (action === 'forget' || action === 'pin')) {
    throw new ThroughlineError('invalid-input', 'this proposal has no words to change')
  }
  if (action === 'forget' && memory) {
    await forgetMemory(transaction.memories, memory.id, at, { now: false, dropsGuard: true })
    return { memoryIds: [memory.id], dropped: memory.id, applied: undefined }
  }
  const { tx, applied } = trackChanges(transaction.memories)
  const { id } = await (memory === undefined || action === 'store'
    ? store({ ...transaction, memories: tx }, accepted, ports)
    : action === 'widen'
      ? widenMemory(tx, memory, proposal, { ...ports, at, said: reword(accepted, memory, ports) })
      : change(tx, memory, accepted, ports))
  const made = await applied(id)
  const closed = made.action.closed.map((each) => each.id)
  return { memoryIds: [id, ...closed], dropped: undefined, applied: made }
}

async function store(
  transaction: StoreTransaction,
  { proposal, content }: Accepted,
  ports: DecidePorts,
): Promise<Memory> {
  const { scope = 'global', scopeId = '', key, ...values } = proposal.wanted
  const said = { content: content ?? values.content ?? '', key: key ?? undefined }
  const by = { source: 'manual', trust: 'user' } as const
  const draft = draftMemory({ ...values, scope, scopeId, ...said, ...by }, ports)
  return (await writeDraft(transaction, draft, ports)).memory
}

/**
 * Accepting a change makes the memory the user's. Pinning a teammate's or a repository's memory does
 * not, and their new words stay theirs.
 */
async function change(
  tx: MemoryStore,
  memory: Memory,
  accepted: Accepted,
  ports: DecidePorts,
): Promise<Memory> {
  const {
    scope: _,
    scopeId: __,
    sources: ___,
    supersedes: ____,
    ...values
  } = accepted.proposal.wanted
  const wanted = differing(memory, {
    ...values,
    ...reword(accepted, memory, ports),
    ...confirm(memory, 'reviewed'),
    ...ownerAfter(accepted, memory),
    tags: labelTags(values.tags ?? memory.tags, 'manual', memory.source),
  })
  await refuseTaken(tx, memory, wanted)
  return tx.update(memory.id, wanted, accepted.at)
}

function ownerAfter(
  { proposal: { action, wanted }, content }: Accepted,
  memory: Memory,
): Pick<WantedChange, 'trust' | 'author' | 'source'> {
  if (action === 'pin' && approvedTrust(memory, false) !== 'user') return { trust: undefined }
  if (wanted.trust === 'repository' && content === undefined) {
    return wanted.content === undefined
      ? { trust: undefined }
      : { trust: 'repository', author: null, source: 'wiki' }
  }
  if (wanted.author && content === undefined) {
    return { trust: 'teammate', author: wanted.author, source: 'sync' }
  }
  return { trust: 'user', author: null, source: 'manual' }
}

function reword(
  { proposal, content = proposal.wanted.content }: Accepted,
  memory: Memory,
  ports: DecidePorts,
): Partial<Pick<Memory, 'content' | 'contentHash'>> {
  return content === undefined ? {} : cleanContent(content, memory.key, ports)
}

const everywhere = { scope: 'global', scopeId: '' } as const

/**
 * Makes a memory global and closes project memories that say the same.
 * @param said the user's own wording, if any
 * @returns the global memory
 */
async function widenMemory(
  tx: MemoryStore,
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

async function insert(tx: MemoryStore, memory: Memory): Promise<Memory> {
  await tx.insert(memory)
  return memory
}

/** Drops a key that another global memory has. */
async function freeKey(tx: MemoryStore, key: string | undefined): Promise<string | undefined> {
  return key !== undefined && (await tx.findByKey(everywhere, key)) ? undefined : key
}
