/** Whether a teammate's memories count here, and whose approval that is. */
import type { TeamPolicy } from '../../../../contract/team/sync.ts'
import type { TeamPerson } from '../../../ports/team/team-client-store.ts'

/**
 * `you`: approved here. `policy`: by the team's policy. `newcomer`: the policy would, but their first
 * memory is less than 24 hours old. `revoked`: not approved here, whatever the policy says.
 */
export type Approval = 'you' | 'policy' | 'newcomer' | 'revoked' | 'none'

type Approvable = Pick<TeamPerson, 'id' | 'approvedAt' | 'revokedAt'>

/** The user's own word beats the policy, either way. */
export function approvalOf(
  { id, approvedAt, revokedAt }: Approvable,
  policy: TeamPolicy | undefined,
): Approval {
  if (approvedAt !== undefined) return 'you'
  if (revokedAt !== undefined) return 'revoked'
  if (!policy || !isCovered(id, policy)) return 'none'
  return policy.newcomers.includes(id) ? 'newcomer' : 'policy'
}

export function isApproved(approval: Approval): boolean {
  return approval === 'you' || approval === 'policy'
}

function isCovered(id: string, { approve, people }: TeamPolicy): boolean {
  return approve === 'members' || (approve === 'named' && people.includes(id))
}
