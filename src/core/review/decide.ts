/** Applies a decision to an item: accept, keep, merge or drop. Each can be undone. */
import { ThroughlineError } from '../../contract/errors.ts'
import { normaliseLine } from '../../contract/memory-text.ts'
import type { OutputOf } from '../../contract/operations/index.ts'
import { mergeInto } from '../consolidation/absorb-memories.ts'
import { toRecord } from '../consolidation/consolidate.ts'
import { forgetMemory } from '../memory/forget-memory.ts'
import type { Memory } from '../model/memory.ts'
import type { MemoryTransaction } from '../ports/memory-store.ts'
import type { AppliedChange, ReviewDecision } from '../ports/review-store.ts'
import { decideCandidate } from './decide-candidate.ts'
import { decideProposal } from './decide-proposal.ts'
import { readItems, readQueue } from './read-queue.ts'
import {
  type DecidePorts,
  refuseChanged,
  refuseUnoffered,
  type WantedDecision,
} from './wanted-decision.ts'

/** @throws ThroughlineError `not-found`; `conflict` if a memory changed; `invalid-input` */
export async function applyDecision(
  wanted: WantedDecision,
  ports: DecidePorts,
): Promise<ReviewDecision> {
  const queue = await readQueue(undefined, ports)
  const found = queue.filter(({ key }) => key === wanted.key)
  const [item] = await readItems(found, ports)
  if (!item) {
    throw new ThroughlineError('not-found', `the review queue has no item "${wanted.key}"`, {
      hint: 'it was decided or changed since; throughline review --list shows what is left',
    })
  }
  refuseUnoffered(wanted, item.kind)
  if (item.proposal) return decideProposal({ ...item, proposal: item.proposal }, wanted, ports)
  if (item.kind === 'candidate') return decideCandidate(item, wanted, ports)
  const [goes, stays] = choose(item.memories, wanted.stays)
  const at = ports.clock.now().toISOString()
  return ports.transaction(async ({ reviews, memories: tx }) => {
    await refuseChanged(tx, item.memories)
    const isRenewed = wanted.decision === 'keep' && item.memories.length === 1
    const made = {
      id: ports.ids.next(),
      key: item.key,
      kind: item.kind,
      decision: wanted.decision,
      memoryIds: item.memories.map(({ id }) => id),
      dropped: wanted.decision === 'drop' ? goes.id : undefined,
      applied: wanted.decision === 'merge' ? await merge(tx, goes, stays, at) : undefined,
      because: wanted.because && ports.redactor.redact(normaliseLine(wanted.because)),
      renewedFrom: isRenewed ? (goes.lastUsedAt ?? '') : undefined,
      at,
    }
    if (made.dropped !== undefined) await forgetMemory(tx, goes.id, at, { now: false })
    await reviews.insertDecision(made)
    if (isRenewed) await tx.setLastUse(goes.id, at)
    if (made.decision === 'keep' && made.kind === 'stale') await reviews.acceptFiles(goes.id)
    return made
  })
}

/** A memory alone is the one that goes. */
function choose(memories: readonly Memory[], staysId: string | undefined): [Memory, Memory?] {
  const [first, second] = memories
  if (first === undefined) throw new RangeError('an item without a memory')
  if (staysId !== undefined && !memories.some(({ id }) => id === staysId)) {
    throw new ThroughlineError('invalid-input', `memory "${staysId}" is not part of this item`)
  }
  if (second === undefined) return [first]
  return staysId === second.id ? [first, second] : [second, first]
}

async function merge(
  tx: MemoryTransaction,
  goes: Memory,
  stays: Memory | undefined,
  at: string,
): Promise<AppliedChange> {
  if (!stays) {
    throw new ThroughlineError('invalid-input', 'a single memory cannot be merged', {
      hint: 'keep it or drop it',
    })
  }
  const had = await tx.sources(stays.id)
  const action = await mergeInto({ tx, at }, stays, [goes], 'by review')
  const has = (await tx.sources(stays.id)).filter(
    ({ type, ref }) => !had.some((source) => source.type === type && source.ref === ref),
  )
  return { action: toRecord(action), sources: has }
}

// Decides about all waiting memories of a teammate: approves the person, or drops the memories.

export interface AuthorPorts extends DecidePorts {
  /** Absent where there are no teammates. */
  readonly approvePerson?: ((named: string) => Promise<unknown>) | undefined
}

interface WantedForAuthor {
  /** A name, or an id. */
  readonly author: string
  readonly decision: 'keep' | 'drop'
}

/** Suspicious memories stay when the author is approved: those are looked at one by one. */
export async function decideAuthor(
  { author: named, decision }: WantedForAuthor,
  ports: AuthorPorts,
): Promise<OutputOf<'decideAuthor'>> {
  const before = await waitingOf(named, ports)
  const [first] = before
  const author = first?.memories[0]?.author
  if (!author || !ports.approvePerson) {
    throw new ThroughlineError('not-found', `nothing from "${named}" is waiting for review`, {
      hint: 'throughline review --list shows what does',
    })
  }
  if (before.some(({ memories }) => memories[0]?.author?.id !== author.id)) {
    throw new ThroughlineError('conflict', `several people are called "${named}"`, {
      hint: 'name the id, which throughline team approve lists',
    })
  }
  if (decision === 'keep') await ports.approvePerson(author.id)
  else for (const item of before) await decideCandidate(item, { key: item.key, decision }, ports)
  const left = (await waitingOf(author.id, ports)).length
  return { author, decision, decided: before.length - left, left }
}

async function waitingOf(named: string, ports: DecidePorts) {
  const queue = await readQueue(undefined, ports)
  const wanted = named.toLowerCase()
  const theirs = queue.filter(({ kind, memories: [memory] }) => {
    const { id, name } = memory?.author ?? {}
    return kind === 'candidate' && (id === named || name?.toLowerCase() === wanted)
  })
  return readItems(theirs, ports)
}
