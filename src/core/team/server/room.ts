/** How much more an organisation may share, during one push. */
import { quotaReached } from '../../../contract/team/quotas.ts'
import type { TeamSyncTransaction } from '../../ports/team/team-sync-store.ts'
import { completeQuota } from '../people/quota.ts'

export interface Room {
  /** @returns why there is none for this text; otherwise it is taken */
  take(text: object, isNew: boolean): string | undefined
}

export async function openRoom(tx: TeamSyncTransaction): Promise<Room> {
  const { quota: set, used } = await tx.quota()
  const quota = completeQuota(set)
  let { memories, bytes } = used
  return {
    take(text, isNew) {
      const more = new TextEncoder().encode(JSON.stringify(text)).length
      if (isNew && memories >= quota.memories) return quotaReached('memories', quota.memories)
      if (bytes + more > quota.bytes) return quotaReached('bytes', quota.bytes)
      if (isNew) memories += 1
      bytes += more
      return undefined
    },
  }
}
