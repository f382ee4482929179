/** Changes that lost to another one. The author of the losing change decides, or an admin. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type {
  ConflictsAnswer,
  OpenConflict,
  ResolveAnswer,
  ResolveRequest,
} from '../../../contract/team/conflicts.ts'
import { isAtLeast } from '../../../contract/team/vocabulary.ts'
import { hashContent } from '../../memory/new-memory.ts'
import type { StoredMemory, SyncConflict, TeamSyncStore } from '../../ports/team/team-sync-store.ts'
import { type Caller, requireWriter } from '../caller.ts'
import { audited } from '../people/actor.ts'
import { openOrigins } from './origin.ts'
import type { Applying, SyncServerPorts } from './outcome.ts'
import { readerOf } from './pull.ts'
import { changeMemory } from './put-memory.ts'

export async function listConflicts(
  store: TeamSyncStore,
  caller: Caller,
  { project }: { readonly project: string },
): Promise<ConflictsAnswer> {
  const reader = await readerOf(store, caller, project)
  const kept = await reader.conflicts(project)
  const ids = [...new Set(kept.map(({ memoryId }) => memoryId))]
  const heads = new Map((await reader.states(project, ids)).map((state) => [state.id, state]))
  const conflicts = kept.flatMap(({ base: _, ...conflict }): OpenConflict[] => {
    const head = heads.get(conflict.memoryId)
    if (head?.type !== 'memory') return []
    const { author, text, version } = head
    return [{ ...conflict, current: { author, text, version } }]
  })
  return { conflicts }
}

/**
 * Closes a conflict. With `other` the losing change becomes the team's version, under its author's
 * name, and the current one a revision.
 * @throws `not-found`, also if it was resolved meanwhile; `not-allowed`
 */
export async function resolveConflict(
  store: TeamSyncStore,
  caller: Caller,
  { id, keep }: ResolveRequest,
  ports: SyncServerPorts,
): Promise<ResolveAnswer> {
  requireWriter(caller)
  const at = ports.clock.now().toISOString()
  return store.writing(caller.organisation, async (tx) => {
    const conflict = await tx.conflict(id)
    const visible = conflict && (await tx.visibleAmong([conflict.project], caller.person.id))
    if (!conflict || visible?.length === 0) throw unknownConflict()
    requireMayResolve(caller, conflict)
    const { memoryId, author } = conflict
    const head = (await tx.statesOf(memoryId)).find(
      (state) => state.type === 'memory' && state.project === conflict.project,
    )
    if (head?.type !== 'memory') throw unknownConflict()
    if (keep === 'other') {
      const origins = await openOrigins(tx, ports.hash)
      const writer = { ...caller, person: author }
      await restate({ ...ports, tx, origins, caller: writer, at }, conflict, head)
    }
    await tx.removeConflict(id)
    await tx.audit(audited(caller, at, 'conflict-resolved', memoryId, { kept: keep }))
    const [standing = head] = await tx.states(conflict.project, [memoryId])
    return { memoryId, version: standing.version }
  })
}

async function restate(
  applying: Applying,
  { id: key, memoryId: id, project, text }: SyncConflict,
  head: StoredMemory,
): Promise<void> {
  const contentHash = hashContent(text.content, applying.hash)
  const put = { type: 'put', key, id, project, text, contentHash, base: head.version } as const
  await changeMemory(applying, { ...put, isAltered: false, wasRedacted: false }, head, head)
}

function requireMayResolve({ person, role }: Caller, { author }: SyncConflict): void {
  if (author.id === person.id || isAtLeast(role, 'admin')) return
  throw new ThroughlineError('not-allowed', 'only its writer or an admin may decide this', {
    hint: `ask ${author.name}, or an admin of the team`,
  })
}

function unknownConflict(): ThroughlineError {
  return new ThroughlineError('not-found', 'there is no such conflict', {
    hint: 'it was decided since, or the memory is gone',
  })
}
