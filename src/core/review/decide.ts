/** Applies a decision to an item: accept, keep, merge or drop. Each can be undone. */
import { ThroughlineError } from '../../contract/errors.ts'
import { normaliseLine } from '../../contract/memory-text.ts'
import type { InputOf, OutputOf } from '../../contract/operations/index.ts'
import { mergeInto } from '../consolidation/absorb-memories.ts'
import { toRecord } from '../consolidation/consolidate.ts'
import { refuseTaken } from '../memory/change-memory.ts'
import { rememberDropped } from '../memory/dropped-candidates.ts'
import { forgetMemory } from '../memory/forget-memory.ts'
import { differing } from '../memory/merge.ts'
import { cleanContent } from '../memory/new-memory.ts'
import { approvedTrust, confirm } from '../memory/standing.ts'
import type { Memory } from '../model/memory.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { AppliedChange, ReviewDecision } from '../ports/review-store.ts'
import { decideProposal } from './decide-proposal.ts'
import { readItems, readQueue } from './read-queue.ts'
import { trackChanges } from './track-changes.ts'
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
    if (made.dropped !== undefined)
      await forgetMemory(tx, goes.id, at, { now: false, dropsGuard: true })
    await reviews.insertDecision(made)
    if (isRenewed) await tx.setLastUse(goes.id, at)
    if (made.decision === 'keep' && made.kind === 'unmerged') {
      await tx.addSources(goes.id, [theUser])
    }
    return made
  })
}

/** Keeping what a deleted branch taught says that it is true without the branch. */
export const theUser = { type: 'manual', ref: '' } as const

/** A single memory is the one to remove. */
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
  tx: MemoryStore,
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

export interface AuthorPorts extends DecidePorts {
  /** Undefined if there are no teammates. */
  readonly approvePerson?: ((named: string) => Promise<unknown>) | undefined
}

/**
 * Approves a teammate, by name or id, or drops all their waiting memories. Suspicious memories stay
 * after an approval: they are reviewed one by one.
 */
export async function decideAuthor(
  { author: named, decision }: InputOf<'decideAuthor'>,
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

/** Keeps a candidate as the user's memory, reworded if a text is given, or drops it. */
export async function decideCandidate(
  { key, memories: [candidate] }: { readonly key: string; readonly memories: readonly Memory[] },
  { decision, content, as }: WantedDecision,
  ports: DecidePorts,
): Promise<ReviewDecision> {
  if (!candidate) throw new RangeError('an item without a memory')
  if (decision === 'merge') {
    const hint = 'keep it or drop it'
    throw new ThroughlineError('invalid-input', 'a candidate cannot be merged', { hint })
  }
  const at = ports.clock.now().toISOString()
  return ports.transaction(async ({ reviews, extractions, memories }) => {
    await refuseChanged(memories, [candidate])
    const { tx, applied } = trackChanges(memories)
    if (decision === 'drop') {
      await rememberDropped(extractions, candidate, ports.hash)
      await forgetMemory(memories, candidate.id, at, { now: false })
    } else {
      await keep(tx, candidate, { content, as }, ports, at)
    }
    const made = {
      ...({ id: ports.ids.next(), key, kind: 'candidate', decision, at } as const),
      memoryIds: [candidate.id],
      dropped: decision === 'drop' ? candidate.id : undefined,
      applied: decision === 'drop' ? undefined : await applied(candidate.id),
    }
    await reviews.insertDecision(made)
    return made
  })
}

/** Keeping a candidate makes it the user's word. */
async function keep(
  tx: MemoryStore,
  candidate: Memory,
  { content, as = candidate.kind }: Pick<WantedDecision, 'content' | 'as'>,
  ports: DecidePorts,
  at: string,
): Promise<void> {
  const change = differing(candidate, {
    kind: as,
    ...(content === undefined
      ? {}
      : { ...cleanContent(content, candidate.key, ports), author: null }),
    ...confirm(candidate, 'reviewed'),
    trust: approvedTrust(candidate, content !== undefined),
  })
  await refuseTaken(tx, candidate, change)
  await tx.update(candidate.id, change, at)
}
