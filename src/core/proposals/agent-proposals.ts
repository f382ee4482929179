/**
 * What an agent proposes: a write that it may not make by itself. Agents may not change global
 * memories, those of other projects or teammates, or what a user said or confirmed.
 */

import type { StorePlan, WriteGuard } from '../memory/write-memory.ts'
import type { Hash } from '../model/content-key.ts'
import type { Memory } from '../model/memory.ts'
import type { ProposedValues } from '../model/proposal.ts'
import type { MemoryChange } from '../ports/memory-store.ts'
import { type NewProposal, proposalKey } from './propose.ts'

type Change = Pick<NewProposal, 'action' | 'key' | 'wanted'> & {
  readonly memory: Memory | undefined
}

/** @param pinned whether the call also asked for a pin */
export function toChange(planned: PlannedWrite, pinned: boolean | undefined, hash: Hash): Change {
  const also = pinned === undefined ? {} : { pinned }
  switch (planned.action) {
    case 'store':
      return toStore(planned.plan, also, hash)
    case 'update': {
      const { memory, change } = planned
      const { contentHash: _, host: __, supersededBy: ___, source: ____, ...values } = change
      const wanted = { ...values, commit: values.commit ?? undefined, ...also }
      const parts = [memory.id, memory.contentHash, wanted]
      return { action: 'update', key: proposalKey('update', parts, hash), memory, wanted }
    }
    case 'forget': {
      const { memory } = planned
      const parts = [memory.id, memory.contentHash]
      return { action: 'forget', key: proposalKey('forget', parts, hash), memory, wanted: {} }
    }
  }
}

export function toPinChange(memory: Memory, pinned: boolean, hash: Hash): Change {
  const parts = [memory.id, memory.contentHash, pinned]
  return { action: 'pin', key: proposalKey('pin', parts, hash), memory, wanted: { pinned } }
}

function toStore(
  { draft, known, replaced }: StorePlan,
  also: Pick<ProposedValues, 'pinned'>,
  hash: Hash,
): Change {
  const memory = replaced ?? known?.memory
  const { scope, scopeId, content, contentHash, key, kind } = draft
  const { tags, keywords, importance, files, commit, trust, sources } = draft
  const supersedes = replaced?.id
  const given = { key, kind, tags, keywords, importance, files, commit, supersedes }
  const wanted = { scope, scopeId, content, trust, sources, ...withValue(given), ...also }
  const parts = [scope, scopeId, contentHash, key, kind, memory?.id, also.pinned]
  return { action: 'store', key: proposalKey('store', parts, hash), memory, wanted }
}

/** Drops undefined members. */
function withValue<T extends object>(given: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Name in keyof T]?: NonNullable<T[Name]> }
}

/** A write that needs the user's decision. */
export type PlannedWrite =
  | { readonly action: 'store'; readonly plan: StorePlan }
  | { readonly action: 'update'; readonly memory: Memory; readonly change: MemoryChange }
  | { readonly action: 'forget'; readonly memory: Memory }

/** Thrown to stop such a write. */
export class NeedsUser extends Error {
  readonly planned: PlannedWrite

  constructor(planned: PlannedWrite) {
    super('this needs the user’s decision')
    this.planned = planned
  }
}

/**
 * @param kept ids of memories that the user kept in review
 * @param isElsewhere whether the write is in a project in which the agent does not work
 */
export function createAgentGuard(kept: ReadonlySet<string>, isElsewhere = false): WriteGuard {
  const isProtected = (memory: Memory) => isElsewhere || isUsersOwn(memory, kept)
  return {
    beforeStore(plan) {
      const { draft, known, replaced } = plan
      const changesKnown = known !== undefined && Object.keys(known.change).length > 0
      // Repeating a candidate confirms it.
      const saysNothingNew = known?.memory.standing === 'memory' && !changesKnown
      const isBarred =
        (replaced && isProtected(replaced)) ||
        (changesKnown && (known.isForbidden || isProtected(known.memory))) ||
        (draft.scope === 'global' && !known) ||
        (isElsewhere && !saysNothingNew)
      if (isBarred) throw new NeedsUser({ action: 'store', plan })
    },
    beforeUpdate(memory, change) {
      if (isProtected(memory)) throw new NeedsUser({ action: 'update', memory, change })
    },
    beforeForget(memory) {
      if (isProtected(memory)) throw new NeedsUser({ action: 'forget', memory })
    },
  }
}

/** What only the user changes: what they said or confirmed, teammates' and global memories. */
export function isUsersOwn(memory: Memory, kept: ReadonlySet<string>): boolean {
  const { scope, author, standing, trust, pinned, id } = memory
  // A candidate is only a program's interpretation, even of the user's words.
  const isStated = standing === 'memory' && trust === 'user'
  return scope === 'global' || author !== undefined || isStated || pinned || kept.has(id)
}
