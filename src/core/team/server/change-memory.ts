/** A person's change of a shared memory on the server itself, as a machine of theirs would send it. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { OperationAnswer, SyncOperation } from '../../../contract/team/sync.ts'
import type { ReportedMemory } from '../../ports/team-report-store.ts'
import type { Caller } from '../caller.ts'
import type { SyncServer } from './create-sync-server.ts'

/** @throws `invalid-input` if nothing is left of it; `conflict` if somebody was faster or there is no room */
export async function changeText(
  server: SyncServer,
  caller: Caller,
  { id, project, version, text }: ReportedMemory,
  content: string,
  { key, at }: { readonly key: string; readonly at: string },
): Promise<void> {
  const changed = { ...text, content, updatedAt: at }
  const put = { type: 'put', key, id, project: project.id, base: version, text: changed } as const
  const { outcome, reason } = await send(server, caller, put)
  if (outcome === 'refused') throw new ThroughlineError('invalid-input', reason ?? 'it was refused')
  if (outcome === 'stored' || outcome === 'same') return
  if (outcome === 'over-quota') throw new ThroughlineError('conflict', reason ?? 'there is no room')
  throw new ThroughlineError('conflict', 'someone changed or removed it meanwhile')
}

/** @throws `not-allowed` */
export async function forgetForAll(
  server: SyncServer,
  caller: Caller,
  { id, project }: ReportedMemory,
  key: string,
): Promise<void> {
  const { outcome } = await send(server, caller, { type: 'forget', key, id, project: project.id })
  if (outcome !== 'not-yours') return
  throw new ThroughlineError('not-allowed', 'only who shared it, or an admin, may forget it')
}

async function send(
  server: SyncServer,
  caller: Caller,
  operation: SyncOperation,
): Promise<OperationAnswer> {
  const answer = await server.push(caller, { operations: [operation] })
  const [done] = answer.status === 'ok' ? answer.answers : []
  if (done) return done
  throw new ThroughlineError('internal', 'a change was not answered')
}
