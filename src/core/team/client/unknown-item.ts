import type { TeamItem } from '../../ports/team-client-store.ts'
import type { StateKind } from '../../ports/team-sync-store.ts'

/** Of what the server was not known to have. */
export const unknownItem = (
  project: string,
  memoryId: string,
  kind: StateKind = 'memory',
): TeamItem => ({
  ...{ project, memoryId, kind, version: 0, type: kind, textHash: '' },
  ...{ authorId: undefined, origin: undefined, state: 'synced', successor: undefined },
})
