/** Who shared a memory first, as far as this machine was told. */
import type { Author, Origin, SharedState } from '../../../contract/team/sync.ts'
import type { TeamItem } from '../../ports/team/team-client-store.ts'

/**
 * The earliest stays: after a restore, somebody may have sent the memory without its origin. That it was
 * forgotten is newer than all before, and has a proof of its own.
 */
export function mergeOrigin(
  known: Origin | undefined,
  told: Origin | undefined,
  type: SharedState['type'],
): Origin | undefined {
  if (!known || !told) return told ?? known
  return type !== 'forgotten' && Date.parse(known.at) < Date.parse(told.at) ? known : told
}

/** An older server says only whose words it has. */
export function isOwnItem({ origin, authorId }: TeamItem, person: Author): boolean {
  return (origin?.person ?? authorId) === person.id
}
