import type { AuditEntry } from '../../../contract/team/people.ts'
import type { Actor, PeopleParts } from './actor.ts'
import { requireAdmin } from './may.ts'

/** Newest first. @throws `not-allowed` */
export async function listAudit(
  { store }: PeopleParts,
  actor: Actor,
  limit: number,
  before?: number,
): Promise<AuditEntry[]> {
  requireAdmin(actor)
  return store.reading(actor.organisation).audit(limit, before)
}
