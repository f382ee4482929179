/** One change made on the server itself. It goes the way of every push, as its person's machine would. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { OperationAnswer, SyncOperation } from '../../../contract/team/sync.ts'
import type { Caller } from '../caller.ts'
import { notAllowed } from '../people/may.ts'
import type { SyncServer } from './create-sync-server.ts'

/** @throws `invalid-input`, `not-allowed` or `conflict`, if it was not applied */
export async function pushOne(
  server: Pick<SyncServer, 'push'>,
  caller: Caller,
  operation: SyncOperation,
): Promise<OperationAnswer> {
  const pushed = await server.push(caller, { operations: [operation] })
  const [answer] = pushed.status === 'ok' ? pushed.answers : []
  const { outcome, reason } = answer ?? {}
  if (answer && (outcome === 'stored' || outcome === 'same')) return answer
  if (outcome === 'refused') throw new ThroughlineError('invalid-input', reason ?? 'it was refused')
  if (outcome === 'not-yours')
    throw notAllowed('only the person who shared it, or an admin, may do this')
  if (outcome === 'over-quota') throw new ThroughlineError('conflict', reason ?? 'there is no room')
  throw new ThroughlineError('conflict', 'someone has changed or removed it since', {
    hint: 'read it again',
  })
}
