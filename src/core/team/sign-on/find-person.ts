/**
 * Whose account it is. An account belongs to the person who first signed in with it: an address that
 * the provider gives to somebody else later opens nothing.
 */
import { emailAddress, personName } from '../../../contract/team/people.ts'
import type { SignOnSettings } from '../../../contract/team/sign-on.ts'
import type { PeopleWriter, Person } from '../../ports/team/people-store.ts'
import type { ProviderIdentity } from '../../ports/team/sign-on.ts'
import { isStillBacked } from '../people/accept-link.ts'
import { audited, type PeopleParts } from '../people/actor.ts'
import { addMember } from '../people/add-member.ts'
import type { SignOnRefusal } from './refusal.ts'

export interface Identified {
  readonly settings: SignOnSettings
  readonly identity: ProviderIdentity
  readonly requestId?: string | undefined
}

type Found = { readonly person: Person } | { readonly refused: SignOnRefusal }

export async function findPerson(
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
  // Someone who was removed has the address of a member by now.
  if (member && known && known.email !== email) return { refused: 'other-account' }
  const person = member ?? (await join(parts, people, email, identified, known !== undefined))
  if (!person) return { refused: 'not-a-member' }
  if (await people.signOn.accountOf(person.id, issuer)) return { refused: 'other-account' }
  const boundAt = parts.clock.now().toISOString()
  await people.signOn.bind({ issuer, subject: identity.subject, personId: person.id, boundAt })
  await people.record(audited({ person, ...identified }, boundAt, 'sign-on-bound', person.id))
  return { person }
}

function isOfDomains(email: string, { domains }: SignOnSettings): boolean {
  return domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1))
}

/** With an invitation, or if strangers may. Who was removed needs an invitation. */
async function join(
  parts: PeopleParts,
  people: PeopleWriter,
  email: string,
  { settings, identity, requestId }: Identified,
  hadAccount: boolean,
): Promise<Person | undefined> {
  const at = parts.clock.now().toISOString()
  const invited = (await people.openInvitations(at)).findLast(
    (each) => each.email === email && !each.personId,
  )
  const invitation = invited && (await isStillBacked(people, invited)) ? invited : undefined
  const wasRemoved = hadAccount || (await people.wasRemoved(email))
  const role = invitation?.role ?? (wasRemoved ? undefined : settings.joinRole)
  if (!role) return undefined
  const name = personName.safeParse(identity.name).data ?? email.split('@')[0] ?? email
  const person = await addMember(parts, people, { email, name, role }, requestId)
  if (invitation) await people.updateInvitation(invitation.id, { usedAt: at })
  return person
}
