/** Single sign-on: another way to sign in a browser. After that, everything is the same. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { emailAddress, personName } from '../../../contract/team/people.ts'
import { isSecretVariable, type SignOnSettings } from '../../../contract/team/sign-on.ts'
import type { Invitation, PeopleWriter, Person } from '../../ports/team/people-store.ts'
import type { ProviderIdentity, ProviderSetup, SignOnProvider } from '../../ports/team/sign-on.ts'
import { isStillBacked } from '../people/accept-link.ts'
import { audited, type PeopleParts } from '../people/actor.ts'
import { addMember } from '../people/members.ts'
import { issueToken } from '../people/tokens.ts'
import { recordRefusal, type SignOnRefusal, startAttempt, takeAttempt, toError } from './attempt.ts'

export interface SignOnParts {
  readonly people: PeopleParts
  readonly provider: SignOnProvider
  /** Reads a variable of the server's environment. */
  readonly variable: (name: string) => string | undefined
}

export interface SignOnStart {
  readonly organisation: string
  readonly redirectUri: string
  readonly deviceCode?: string | undefined
}

/** @throws `not-found` if the organisation has no single sign-on; the provider's errors */
export async function startSignOn(
  parts: SignOnParts,
  { organisation, redirectUri, deviceCode }: SignOnStart,
): Promise<{ readonly address: URL; readonly secret: string }> {
  const { people, provider } = parts
  const setup = toSetup(parts, await requireSettings(people, organisation))
  const started = await startAttempt(people, organisation, redirectUri, deviceCode)
  return { address: await provider.addressOf(setup, started.request), secret: started.secret }
}

export interface SignOnAnswer {
  readonly organisation: string
  readonly redirectUri: string
  /** The secret that the browser got at the start. */
  readonly secret: string
  readonly address: URL
  readonly browser: string
  readonly requestId?: string | undefined
}

/**
 * @returns the browser's token, and the code of a machine to continue with
 * @throws `not-signed-in`, `not-allowed`; the provider's errors
 */
export async function finishSignOn(
  parts: SignOnParts,
  answer: SignOnAnswer,
): Promise<{ readonly token: string; readonly deviceCode?: string | undefined }> {
  const { people, provider } = parts
  const { organisation, redirectUri, browser, requestId } = answer
  const { request, deviceCode } = await takeAttempt(
    ...([people, answer.secret, organisation, redirectUri] as const),
  )
  const settings = await requireSettings(people, organisation)
  const identity = await provider.identify(toSetup(parts, settings), request, answer.address)
  const outcome = await people.store.writing(organisation, async (writer) => {
    const found = await findPerson(people, writer, { settings, identity, requestId })
    if ('refused' in found) {
      await recordRefusal(people, writer, found.refused, requestId)
      return found
    }
    const { person } = found
    const rest = { person, kind: 'browser', name: browser, requestId } as const
    return { token: await issueToken(people, writer, { organisation, ...rest }) }
  })
  if ('token' in outcome) return { token: outcome.token, deviceCode }
  throw toError(outcome.refused as SignOnRefusal, settings, identity)
}

async function requireSettings(
  { store }: PeopleParts,
  organisation: string,
): Promise<SignOnSettings> {
  const settings = await store.reading(organisation).signOn.settings()
  if (settings) return settings
  throw new ThroughlineError('not-found', 'there is no single sign-on here', {
    hint: 'open the link that you were invited with',
  })
}

/** @throws `invalid-config` */
function toSetup({ variable }: SignOnParts, settings: SignOnSettings): ProviderSetup {
  const { issuer, clientId, secretVariable } = settings
  const clientSecret = isSecretVariable(secretVariable) ? variable(secretVariable) : undefined
  if (clientSecret) return { issuer, clientId, clientSecret }
  throw new ThroughlineError('invalid-config', 'the server lacks the secret for single sign-on', {
    hint: `its operator sets ${secretVariable} in the environment of throughline server`,
  })
}

// Whose account it is. An account belongs to the person who first signed in with it: an address that
// the provider later gives to someone else opens nothing.

interface Identified {
  readonly settings: SignOnSettings
  readonly identity: ProviderIdentity
  readonly requestId?: string | undefined
}

type Found = { readonly person: Person } | { readonly refused: SignOnRefusal }

async function findPerson(
  parts: PeopleParts,
  people: PeopleWriter,
  identified: Identified,
): Promise<Found> {
  const { settings, identity } = identified
  const email = emailAddress.safeParse(identity.email).data
  if (email === undefined || !identity.isEmailVerified) return { refused: 'address-not-verified' }
  if (!isOfDomains(email, settings)) return { refused: 'other-domain' }
  const { issuer } = settings
  const account = await people.signOn.account(issuer, identity.subject)
  const known = account && (await people.person(account.personId))
  if (known && !known.removedAt) return { person: known }
  const member = await people.personByEmail(email)
  // A removed person now has a member's address.
  if (member && known && known.email !== email) return { refused: 'other-account' }
  const found = member ?? (await findJoining(parts, people, email, identified, known))
  if (!found) return { refused: 'not-a-member' }
  const id = 'id' in found ? found.id : found.returnsAs
  const isBound = account !== undefined && account.personId === id
  if (!isBound && id !== undefined && (await people.signOn.accountOf(id, issuer))) {
    return { refused: 'other-account' }
  }
  const person = 'id' in found ? found : await join(parts, people, found, identified)
  if (isBound) return { person }
  const boundAt = parts.clock.now().toISOString()
  await people.signOn.bind({ issuer, subject: identity.subject, personId: person.id, boundAt })
  await people.record(audited({ person, ...identified }, boundAt, 'sign-on-bound', person.id))
  return { person }
}

function isOfDomains(email: string, { domains }: SignOnSettings): boolean {
  return domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1))
}

interface Joining extends Pick<Person, 'email' | 'role'> {
  readonly invitation: Invitation | undefined
  readonly returnsAs: string | undefined
}

/**
 * By invitation, or if strangers are allowed. A removed person needs an invitation.
 * @param known whose account it was when they were removed
 */
async function findJoining(
  parts: PeopleParts,
  people: PeopleWriter,
  email: string,
  { settings }: Identified,
  known: Person | undefined,
): Promise<Joining | undefined> {
  const at = parts.clock.now().toISOString()
  const invited = (await people.openInvitations(at)).findLast(
    (each) => each.email === email && !each.personId,
  )
  const invitation = invited && (await isStillBacked(people, invited)) ? invited : undefined
  const wasRemoved = known !== undefined || (await people.formerPerson(email)) !== undefined
  const role = invitation?.role ?? (wasRemoved ? undefined : settings.joinRole)
  return role && { email, role, invitation, returnsAs: known?.id ?? invitation?.returnsAs }
}

async function join(
  parts: PeopleParts,
  people: PeopleWriter,
  { email, role, invitation, returnsAs }: Joining,
  { identity, requestId }: Identified,
): Promise<Person> {
  const name = personName.safeParse(identity.name).data ?? email.split('@')[0] ?? email
  const person = await addMember(parts, people, { email, name, role, returnsAs }, requestId)
  const usedAt = parts.clock.now().toISOString()
  if (invitation) await people.updateInvitation(invitation.id, { usedAt })
  return person
}
