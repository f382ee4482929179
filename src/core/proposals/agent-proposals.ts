/** What an agent proposes: a write that it may not make by itself. */
import type { Hash } from '../model/content-key.ts'
import type { Memory } from '../model/memory.ts'
import type { ProposedValues } from '../model/proposal.ts'
import type { PlannedWrite } from './agent-guard.ts'
import { type NewProposal, proposalKey } from './propose.ts'

type Change = Pick<NewProposal, 'action' | 'key' | 'wanted'> & {
  readonly memory: Memory | undefined
}

/** @param pinned if the call also asked for that */
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
  { draft, known, replaced }: Extract<PlannedWrite, { action: 'store' }>['plan'],
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

/** Without the members that are undefined. */
function withValue<T extends object>(given: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Name in keyof T]?: NonNullable<T[Name]> }
}
