import type { TeamItem } from '../../ports/team/team-client-store.ts'
import type { TeamWork } from './client-ports.ts'
import { noteDigest } from './digests/note-digest.ts'
import { noteMemory } from './note-memory.ts'

/** Decides what the server must be told about a memory or digest that may have changed here. */
export function noteItem(
  work: TeamWork,
  { kind, memoryId }: Pick<TeamItem, 'kind' | 'memoryId'>,
): Promise<void> {
  return kind === 'digest' ? noteDigest(work, memoryId) : noteMemory(work, memoryId)
}
