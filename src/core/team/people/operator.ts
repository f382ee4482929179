/** What the server's operator does, who has the database and needs no account. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { shortId } from '../../model/memory.ts'
import type { Organisation, Organisations } from '../../ports/team/people-store.ts'
import type { PeopleParts } from './actor.ts'
import { makeSignInLink, type NewLink } from './invitations.ts'

export interface NewOrganisation {
  readonly id: string
  readonly link: NewLink
}

/** @throws `conflict` */
export async function requireFreeName(organisations: Organisations, name: string): Promise<void> {
  const alike = await organisations.find(name, 100)
  if (!alike.some((each) => each.name.toLowerCase() === name.toLowerCase())) return
  throw new ThroughlineError('conflict', `there is an organisation "${name}" already`, {
    hint: 'choose another name; throughline server organisations lists them',
  })
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

/** For a person who lost every signed-in machine. @throws `not-found` */
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

// Finds the organisation an operator means.

/**
 * @param given its name, its id, or an end of its id; undefined if there is only one
 * @throws `not-found`; `invalid-input` if several match
 */
export async function findOrganisation(
  organisations: Organisations,
  given: string | undefined,
): Promise<Organisation> {
  const found = await organisations.find(given, mostShown + 1)
  const exact = found.filter(({ id, name }) => id === given?.toLowerCase() || name === given)
  const [only, ...others] = exact.length === 1 ? exact : found
  if (only && others.length === 0) return only
  if (only) throw ambiguousOrganisation(given, [only, ...others])
  throw new ThroughlineError(
    'not-found',
    given === undefined ? 'there is no organisation yet' : `there is no organisation "${given}"`,
    {
      hint:
        given === undefined
          ? 'throughline server create NAME --owner EMAIL'
          : 'throughline server organisations lists them',
    },
  )
}

const mostShown = 5

function ambiguousOrganisation(given: string | undefined, found: readonly Organisation[]) {
  const shown = found.slice(0, mostShown).map(({ id, name }) => `${name} (${shortId(id)})`)
  const rest = found.length > mostShown ? ', …' : ''
  return new ThroughlineError(
    'invalid-input',
    given === undefined ? 'say which organisation' : `"${given}" matches several organisations`,
    { hint: `--organisation with the name or the id: ${shown.join(', ')}${rest}` },
  )
}
