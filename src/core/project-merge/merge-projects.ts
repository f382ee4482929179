/** Makes one project part of another. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Transact } from '../ports/store.ts'

export interface MergePorts {
  readonly transaction: Transact
  readonly clock: Clock
}

/** @throws ThroughlineError `invalid-input` */
export async function mergeProjects(
  from: string,
  into: string,
  { transaction, clock }: MergePorts,
): Promise<void> {
  if (from === into) {
    throw new ThroughlineError('invalid-input', 'a project cannot be merged into itself')
  }
  await transaction(({ projectMerges }) =>
    projectMerges.merge(from, into, clock.now().toISOString()),
  )
}
