/** Opens and uses a one-time link. Every invalid link is refused with the same message. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { Role } from '../../../contract/team/vocabulary.ts'
import type {
  Invitation,
  PeopleReader,
  PeopleWriter,
  Person,
  TokenKind,
} from '../../ports/team/people-store.ts'
import { mayGrant, type PeopleParts } from './actor.ts'
import { addMember } from './members.ts'
import { issueToken, parseSecret, type SecretText } from './tokens.ts'

export interface LinkPreview {
  readonly organisation: string
  readonly email: string
  readonly role: Role
  /** False if it signs in an existing member. */
  readonly isNew: boolean
}

export interface LinkUse {
  readonly code: string
  /** Required to join. */
  readonly name?: string | undefined
  readonly kind: TokenKind
  /** The name of the machine or browser. */
  readonly device: string
  readonly requestId?: string | undefined
}

/** Changes nothing, so programs that preview links in messages do no harm. @throws `not-found` */
export async function previewLink(parts: PeopleParts, code: string): Promise<LinkPreview> {
  const given = parseLink(code)
  const people = parts.store.reading(given.organisation)
  const { email, role, personId } = await findOpen(parts, people, given)
  const organisation = (await people.organisationName()) ?? ''
  return { organisation, email, role, isNew: !personId }
}

/** @returns a token. @throws `not-found`; `invalid-input` if there is no name to join with */
export async function acceptLink(parts: PeopleParts, use: LinkUse): Promise<string> {
  const given = parseLink(use.code)
  const { organisation } = given
  // An organisation that does not exist must look like one that does.
  await findOpen(parts, parts.store.reading(organisation), given)
  return parts.store.writing(organisation, async (people) => {
    const invitation = await findOpen(parts, people, given)
    if (use.kind === 'machine' && isOwnLink(invitation)) throw forBrowsers()
    const person = await personOf(parts, people, invitation, use)
    await people.updateInvitation(invitation.id, { usedAt: parts.clock.now().toISOString() })
    const { kind, device, requestId } = use
    return issueToken(parts, people, { organisation, person, kind, name: device, requestId })
  })
}

async function findOpen(
  { secrets, clock }: PeopleParts,
  people: PeopleReader,
  { id, secret }: SecretText,
): Promise<Invitation> {
  const found = await people.invitation(id)
  const isRight = secrets.isEqual(found?.codeHash ?? '', secrets.hash(secret))
  if (!found || !isRight) throw refusal()
  if (found.usedAt || found.revokedAt || found.expiresAt <= clock.now().toISOString()) {
    throw refusal()
  }
  if (!found.personId && !(await isStillBacked(people, found))) throw refusal()
  return found
}

/** Someone who was removed or lost the role can no longer invite anyone to it. */
export async function isStillBacked(people: PeopleReader, { invitedBy, role }: Invitation) {
  const inviter = invitedBy === undefined ? undefined : await people.person(invitedBy)
  return inviter !== undefined && !inviter.removedAt && mayGrant(inviter.role, role)
}

async function personOf(
  parts: PeopleParts,
  people: PeopleWriter,
  { email, role, personId, returnsAs }: Invitation,
  { name, requestId }: LinkUse,
): Promise<Person> {
  if (personId) {
    const person = await people.person(personId)
    if (!person || person.removedAt) throw refusal()
    return person
  }
  if (await people.personByEmail(email)) throw refusal()
  if (name === undefined) {
    throw new ThroughlineError('invalid-input', 'give your name to join', {
      hint: 'throughline login URL --name "Ada Lovelace"',
    })
  }
  // They may have returned with another link since.
  const former = returnsAs === undefined ? undefined : await people.person(returnsAs)
  if (former && !former.removedAt) throw refusal()
  return addMember(parts, people, { email, name, role, returnsAs }, requestId)
}

function parseLink(code: string): SecretText {
  const given = parseSecret(code)
  if (given?.kind !== 'link') throw refusal()
  return given
}

/** People make links for themselves to sign in a browser; a machine's token would outlive it. */
const isOwnLink = ({ personId, invitedBy }: Invitation) =>
  personId !== undefined && invitedBy !== undefined

function forBrowsers(): ThroughlineError {
  return new ThroughlineError('not-allowed', 'this link signs a browser in, not a machine', {
    hint: 'run throughline login with the address of the server',
  })
}

function refusal(): ThroughlineError {
  return new ThroughlineError('not-found', 'this link was used or revoked, or has expired', {
    hint: 'ask for a new one',
  })
}
