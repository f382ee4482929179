/** What the server's operator does, who has the database and needs no account. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { PeopleParts } from './actor.ts'
import { makeSignInLink, type NewLink } from './invitations.ts'

export interface NewOrganisation {
  readonly id: string
  /** Signs the owner in. */
  readonly link: NewLink
}

export async function setUpOrganisation(
  parts: PeopleParts,
  name: string,
  owner: { readonly email: string; readonly name: string },
): Promise<NewOrganisation> {
  const { store, clock, ids } = parts
  const organisation = await store.createOrganisation(name)
  const at = clock.now().toISOString()
  return store.writing(organisation, async (people) => {
    const person = { ...owner, id: ids.next(), role: 'owner' as const, joinedAt: at }
    await people.addPerson(person)
    await people.record({ at, action: 'organisation-created', subject: organisation, facts: {} })
    const link = makeSignInLink(parts, organisation, person)
    await people.addInvitation(link.invitation)
    return { id: organisation, link }
  })
}

/** For a person who lost every machine they were signed in on. @throws `not-found` */
export async function createLinkForMember(
  parts: PeopleParts,
  organisation: string,
  email: string,
): Promise<NewLink> {
  return parts.store.writing(organisation, async (people) => {
    const person = await people.personByEmail(email)
    if (!person) throw new ThroughlineError('not-found', `${email} is not a member`)
    const link = makeSignInLink(parts, organisation, person)
    await people.addInvitation(link.invitation)
    const { id: subject, createdAt: at } = link.invitation
    await people.record({ at, action: 'sign-in-link-created', subject, facts: {} })
    return link
  })
}
