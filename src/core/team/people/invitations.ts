/** One-time links: invitations to join, and links that sign in a browser. */
import { ThroughlineError } from '../../../contract/errors.ts'
import {
  type InviteRequest,
  type OpenInvitation,
  peopleLimits,
} from '../../../contract/team/people.ts'
import type { Role } from '../../../contract/team/vocabulary.ts'
import type { Invitation, Person } from '../../ports/team/people-store.ts'
import {
  type Actor,
  audited,
  type PeopleParts,
  refuseKey,
  requireAdmin,
  requireMayGrant,
} from './actor.ts'
import { currentActor, currentPerson } from './members.ts'
import { requireQuota } from './quota.ts'
import { secretCharacters, writeSecret } from './tokens.ts'

const minuteMs = 60_000
const invitationMs = 7 * 24 * 60 * minuteMs
const signInLinkMs = 15 * minuteMs
const operatorLinkMs = 24 * 60 * minuteMs

export interface NewLink {
  readonly invitation: Invitation
  /** Not stored anywhere. */
  readonly code: string
}

/** The person who had this address when they were removed. @throws `not-allowed` */
export async function findFormer(
  { store }: PeopleParts,
  actor: Actor,
  email: string,
): Promise<Person | undefined> {
  requireAdmin(actor)
  return store.reading(actor.organisation).formerPerson(email)
}

/**
 * An address may have a new owner, who must not get what the former one shared, so the inviter says
 * whose it is.
 * @throws `not-allowed` for a role above one's own, and for keys; `conflict` for a member, and for a
 * former member's address without `person`
 */
export async function invite(
  parts: PeopleParts,
  actor: Actor,
  email: string,
  role: Role,
  person?: InviteRequest['person'],
): Promise<NewLink> {
  refuseKey(actor)
  requireMayGrant(actor, role)
  return parts.store.writing(actor.organisation, async (people) => {
    requireMayGrant(await currentActor(people, actor), role)
    if (await people.personByEmail(email)) throw isMember(email)
    const former = await people.formerPerson(email)
    if (former && person === undefined) throw wasMember(former)
    if (!former && person === 'same') throw neverMember(email)
    const at = parts.clock.now().toISOString()
    await requireQuota(people, 'members', (await people.used(at)).members)
    const open = await people.openInvitations(at)
    if (open.length >= peopleLimits.invitations) throw tooMany('invitations are open')
    for (const { id } of open.filter((each) => each.email === email && !each.personId)) {
      await people.updateInvitation(id, { revokedAt: at })
    }
    const link = makeLink(parts, actor.organisation, invitationMs, {
      email,
      role,
      returnsAs: person === 'same' ? former?.id : undefined,
      invitedBy: actor.person.id,
    })
    await people.addInvitation(link.invitation)
    await people.record(audited(actor, at, 'invitation-created', link.invitation.id, { role }))
    return link
  })
}

/** Makes a link that signs in a browser as oneself. Nobody can make one for another person. */
export async function createOwnLink(parts: PeopleParts, actor: Actor): Promise<NewLink> {
  refuseKey(actor)
  return parts.store.writing(actor.organisation, async (people) => {
    const person = await currentPerson(people, actor)
    const link = makeSignInLink(parts, actor.organisation, person, actor.person.id)
    await people.addInvitation(link.invitation)
    const { id, createdAt } = link.invitation
    await people.record(audited(actor, createdAt, 'sign-in-link-created', id))
    return link
  })
}

/** @param invitedBy undefined if the operator makes it, who may have to send it to someone */
export function makeSignInLink(
  parts: PeopleParts,
  organisation: string,
  { id, email, role }: Person,
  invitedBy?: string,
): NewLink {
  const lifeMs = invitedBy ? signInLinkMs : operatorLinkMs
  return makeLink(parts, organisation, lifeMs, { email, role, personId: id, invitedBy })
}

export async function listInvitations(
  { store, clock }: PeopleParts,
  actor: Actor,
): Promise<OpenInvitation[]> {
  requireAdmin(actor)
  const open = await store.reading(actor.organisation).openInvitations(clock.now().toISOString())
  return open.filter(({ personId }) => !personId).map(toOpenInvitation)
}

/** @throws `not-found` */
export async function revokeInvitation(
  { store, clock }: PeopleParts,
  actor: Actor,
  id: string,
): Promise<void> {
  requireAdmin(actor)
  const at = clock.now().toISOString()
  await store.writing(actor.organisation, async (people) => {
    requireAdmin(await currentActor(people, actor))
    const found = (await people.openInvitations(at)).find((each) => each.id === id)
    if (!found || found.personId) {
      throw new ThroughlineError('not-found', 'there is no such open invitation', {
        hint: 'throughline team invite lists the open ones',
      })
    }
    await people.updateInvitation(id, { revokedAt: at })
    await people.record(audited(actor, at, 'invitation-revoked', id))
  })
}

export function toOpenInvitation(invitation: Invitation): OpenInvitation {
  const { id, email, role, createdAt, expiresAt } = invitation
  return { id, email, role, createdAt, expiresAt }
}

function makeLink(
  { secrets, clock, ids }: PeopleParts,
  organisation: string,
  lifeMs: number,
  rest: Pick<Invitation, 'email' | 'role' | 'personId' | 'returnsAs' | 'invitedBy'>,
): NewLink {
  const now = clock.now()
  const secret = secrets.random(secretCharacters)
  const id = ids.next()
  const invitation = {
    ...rest,
    id,
    codeHash: secrets.hash(secret),
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + lifeMs).toISOString(),
  }
  return { invitation, code: writeSecret({ kind: 'link', organisation, id, secret }) }
}

function isMember(email: string): ThroughlineError {
  return new ThroughlineError('conflict', `${email} is already a member`, {
    hint: 'throughline team role changes what a member may do',
  })
}

function wasMember({ email, name }: Person): ThroughlineError {
  return new ThroughlineError('conflict', `${email} was the address of ${name}, a former member`, {
    hint: 'add --returning if they come back, or --new-person if somebody else has the address now',
  })
}

function neverMember(email: string): ThroughlineError {
  return new ThroughlineError('not-found', `no former member had the address ${email}`, {
    hint: 'invite them without --returning',
  })
}

export function tooMany(what: string): ThroughlineError {
  return new ThroughlineError('conflict', `too many ${what}`, { hint: 'revoke some first' })
}
