/**
 * A sign-in at a provider, from the click to the answer. The browser holds one secret; what the provider
 * is asked to repeat and to check is derived from it, so the database has nothing worth stealing.
 */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { ProviderRequest, SignOnAttempt } from '../../ports/team/sign-on.ts'
import type { PeopleParts } from '../people/actor.ts'
import {
  noOrganisation,
  parseSecret,
  secretCharacters,
  writeSecret,
} from '../people/secret-text.ts'

export const attemptSeconds = 600

export interface StartedAttempt {
  /** For the browser alone. */
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
 * Ends it: an attempt is answered once, whatever comes of it.
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
