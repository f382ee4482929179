/** A shared state as a memory, as recall knows one. */

import { hashContent } from '../../memory/new-memory.ts'
import type { Hash } from '../../model/content-key.ts'
import type { Memory } from '../../model/memory.ts'
import type { StoredMemory } from '../../ports/team-sync-store.ts'

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
