/** Why someone whom the provider knows is not let in. The audit holds the reason and no address. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { SignOnSettings } from '../../../contract/team/sign-on.ts'
import type { PeopleWriter } from '../../ports/team/people-store.ts'
import type { ProviderIdentity } from '../../ports/team/sign-on.ts'
import type { PeopleParts } from '../people/actor.ts'

export type SignOnRefusal =
  | 'address-not-verified'
  | 'other-domain'
  /** The person signed in with another account of the provider before. */
  | 'other-account'
  | 'not-a-member'

export async function recordRefusal(
  { clock }: PeopleParts,
  people: PeopleWriter,
  reason: SignOnRefusal,
  requestId: string | undefined,
): Promise<void> {
  const at = clock.now().toISOString()
  await people.record({ at, action: 'sign-on-refused', facts: { reason }, requestId })
}

export function toError(
  reason: SignOnRefusal,
  { label }: SignOnSettings,
  { email = 'your address' }: ProviderIdentity,
): ThroughlineError {
  const [message, hint] = {
    'address-not-verified': [
      `${label} has not verified ${email}`,
      'verify your address there, or ask an admin of your organisation',
    ],
    'other-domain': [
      `${email} is not an address of a domain that may sign in here`,
      'sign in with the address of your organisation',
    ],
    'other-account': [
      `${email} belongs to a member who signed in with another account of ${label}`,
      'if it is yours, ask the operator of the server: throughline server sso --release',
    ],
    'not-a-member': [`${email} is not a member`, 'ask an admin of your organisation to invite you'],
  }[reason] as [string, string]
  return new ThroughlineError('not-allowed', message, { hint })
}
