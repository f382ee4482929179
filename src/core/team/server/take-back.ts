import type { TeamSyncStore } from '../../ports/team/team-sync-store.ts'
import type { Caller } from '../caller.ts'
import { openOrigins } from './origin.ts'
import type { SyncServerPorts } from './outcome.ts'
import { removeState } from './remove-state.ts'

/** Withdraws everything that the caller shared first: what they leave the team with. @returns how many */
export async function takeBackAll(
  store: TeamSyncStore,
  caller: Caller,
  ports: SyncServerPorts,
): Promise<number> {
  const at = ports.clock.now().toISOString()
  return store.writing(caller.organisation, async (tx) => {
    const own = await tx.createdBy(caller.person.id)
    const origins = await openOrigins(tx, ports.hash)
    for (const { id, project } of own) {
      const removal = { type: 'withdraw', key: ports.newId(), id, project } as const
      await removeState({ ...ports, tx, origins, caller, at }, removal)
    }
    return own.length
  })
}
