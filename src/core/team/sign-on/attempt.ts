/**
 * A sign-in at a provider, from the click to the answer. The browser has one secret, from which what
 * the provider repeats and verifies is derived, so the database has nothing worth stealing.
 */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { SignOnSettings } from '../../../contract/team/sign-on.ts'
import type { PeopleWriter } from '../../ports/team/people-store.ts'
import type { ProviderIdentity, ProviderRequest, SignOnAttempt } from '../../ports/team/sign-on.ts'
import type { PeopleParts } from '../people/actor.ts'
import { noOrganisation, parseSecret, secretCharacters, writeSecret } from '../people/tokens.ts'

export const attemptSeconds = 600

export interface StartedAttempt {
  /** Only for the browser. */
  readonly secret: string
  readonly request: ProviderRequest
}

export async function startAttempt(
  { store, secrets, clock, ids }: PeopleParts,
  forOrganisation: string,
  redirectUri: string,
  deviceCode: string | undefined,
): Promise<StartedAttempt> {
  const now = clock.now()
  const id = ids.next()
  const secret = secrets.random(secretCharacters)
  await store.attempts.add({
    ...{ id, secretHash: secrets.hash(secret), forOrganisation, deviceCode },
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + attemptSeconds * 1000).toISOString(),
  })
  return {
    secret: writeSecret({ kind: 'sign-on', organisation: noOrganisation, id, secret }),
    request: requestOf({ secrets }, secret, redirectUri),
  }
}

/**
 * Ends it: an attempt is answered once, whatever the result.
 * @throws `not-signed-in` if it is too old, was answered, or is for another organisation
 */
export async function takeAttempt(
  { store, secrets, clock }: PeopleParts,
  given: string,
  organisation: string,
  redirectUri: string,
): Promise<Pick<SignOnAttempt, 'deviceCode'> & { readonly request: ProviderRequest }> {
  const parsed = parseSecret(given)
  if (parsed?.kind !== 'sign-on') throw noAttempt()
  const attempt = await store.attempts.find(parsed.id)
  const isRight = secrets.isEqual(attempt?.secretHash ?? '', secrets.hash(parsed.secret))
  if (!attempt || !isRight || !(await store.attempts.take(attempt.id))) throw noAttempt()
  const isOpen = attempt.expiresAt > clock.now().toISOString()
  if (!isOpen || attempt.forOrganisation !== organisation) throw noAttempt()
  const { deviceCode } = attempt
  return { deviceCode, request: requestOf({ secrets }, parsed.secret, redirectUri) }
}

function requestOf(
  { secrets }: Pick<PeopleParts, 'secrets'>,
  secret: string,
  redirectUri: string,
): ProviderRequest {
  const derive = (purpose: string) => secrets.hash(`${purpose}:${secret}`)
  return {
    redirectUri,
    state: derive('state'),
    nonce: derive('nonce'),
    verifier: derive('verifier'),
  }
}

function noAttempt(): ThroughlineError {
  return new ThroughlineError('not-signed-in', 'this browser did not start this sign-in', {
    hint: 'a sign-in takes at most ten minutes and works once: begin again',
  })
}

// Why someone whom the provider knows is refused. The audit has the reason and no address.

export type SignOnRefusal =
  | 'address-not-verified'
  | 'other-domain'
  /** The person signed in with another provider account before. */
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
