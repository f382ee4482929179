/** A shared state as a memory, as recall knows one. */
import type { SharedOutputOf } from '../../../contract/team/shared-recall.ts'

import { hashContent } from '../../memory/new-memory.ts'
import { toOutput } from '../../memory/read-operations.ts'
import type { Hash } from '../../model/content-key.ts'
import type { Memory } from '../../model/memory.ts'
import type { StoredMemory } from '../../ports/team/team-sync-store.ts'
import type { Caller } from '../caller.ts'

/** Pins and uses are each machine's own, so it has none. */
export function asMemory({ id, project, version, author, text }: StoredMemory, hash: Hash): Memory {
  const { key, host, commit, validTo, supersededBy, ...rest } = text
  return {
    ...rest,
    ...{ id, key, host, commit, validTo, supersededBy, version, author },
    ...{ scope: 'project', scopeId: project, source: 'sync', standing: 'memory' },
    ...{ confirmation: undefined, confirmedAt: undefined, pinned: false },
    ...{ useCount: 0, lastUsedAt: undefined },
    contentHash: hashContent(text.content, hash),
  }
}

/** What its author's machine took for the word of its user is a teammate's to everyone else. */
export function asSeenBy(caller: Caller, memory: Memory): SharedOutputOf<'getMemory'> {
  return toOutput({ ...memory, trust: isOwn(caller, memory) ? memory.trust : 'teammate' })
}

export function isOwn({ person }: Caller, { author }: Memory): boolean {
  return author?.id === person.id
}
