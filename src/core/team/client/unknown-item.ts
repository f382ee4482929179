import type { TeamItem } from '../../ports/team-client-store.ts'

/** Of a memory that the server was not known to have. */
export const unknownItem = (project: string, memoryId: string): TeamItem => ({
  ...{ project, memoryId, version: 0, type: 'memory', textHash: '' },
  ...{ authorId: undefined, origin: undefined, state: 'synced', successor: undefined },
})
