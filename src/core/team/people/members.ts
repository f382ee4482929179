/** Members of an organisation: their roles, and how they leave. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { Member } from '../../../contract/team/people.ts'
import type { Role } from '../../../contract/team/vocabulary.ts'
import type { PeopleReader, PeopleWriter, Person } from '../../ports/team/people-store.ts'
import {
  type Actor,
  audited,
  type PeopleParts,
  requireMayChange,
  requireMayGrant,
} from './actor.ts'
import { requireQuota } from './quota.ts'

/** Every member may see the others. */
export async function listMembers({ store }: PeopleParts, actor: Actor): Promise<Member[]> {
  const people = await store.reading(actor.organisation).people()
  return people.map(({ id, name, email, role, joinedAt }) => ({ id, name, email, role, joinedAt }))
}

/** @throws `not-allowed`; `conflict` for the last owner */
export async function changeRole(
  { store, clock }: PeopleParts,
  actor: Actor,
  id: string,
  role: Role,
): Promise<void> {
  requireMayGrant(actor, role)
  const at = clock.now().toISOString()
  await store.writing(actor.organisation, async (people) => {
    const person = await requirePerson(people, id)
    const current = await currentActor(people, actor)
    requireMayChange(current, person)
    requireMayGrant(current, role)
    if (person.role === role) return
    if (person.role === 'owner') await requireAnotherOwner(people, id)
    await people.updatePerson(id, { role })
    await people.record(audited(actor, at, 'role-changed', id, { from: person.role, to: role }))
  })
}

/**
 * Ends all sign-ins of the person. What they shared stays with the team.
 * @throws `not-allowed`; `conflict` for the last owner
 */
export async function removeFromTeam(
  { store, clock }: PeopleParts,
  actor: Actor,
  id: string,
): Promise<void> {
  const at = clock.now().toISOString()
  await store.writing(actor.organisation, async (people) => {
    const person = await requirePerson(people, id)
    requireMayChange(await currentActor(people, actor), person)
    await removePerson(people, person, at)
    await people.record(audited(actor, at, 'person-removed', id))
  })
}

/** @throws `conflict` for the last owner */
export async function requireMayLeave({ store }: PeopleParts, actor: Actor): Promise<void> {
  const people = store.reading(actor.organisation)
  if ((await currentPerson(people, actor)).role === 'owner') {
    await requireAnotherOwner(people, actor.person.id)
  }
}

/** @throws `conflict` for the last owner */
export async function leave({ store, clock }: PeopleParts, actor: Actor): Promise<void> {
  const at = clock.now().toISOString()
  await store.writing(actor.organisation, async (people) => {
    const person = await currentPerson(people, actor)
    await removePerson(people, person, at)
    await people.record(audited(actor, at, 'person-left', person.id))
  })
}

/** With the current role: it may have changed since the request was authenticated. */
export async function currentActor(people: PeopleReader, actor: Actor): Promise<Actor> {
  return { ...actor, role: (await currentPerson(people, actor)).role }
}

/** @throws `not-signed-in` if they were removed since the request was authenticated */
export async function currentPerson(people: PeopleReader, actor: Actor): Promise<Person> {
  const person = await people.person(actor.person.id)
  if (person && !person.removedAt) return person
  throw new ThroughlineError('not-signed-in', 'you are no longer a member')
}

async function removePerson(people: PeopleWriter, person: Person, at: string): Promise<void> {
  if (person.role === 'owner') await requireAnotherOwner(people, person.id)
  await people.updatePerson(person.id, { removedAt: at })
  await people.revokeAllOf(person.id, at)
}

async function requirePerson(people: PeopleWriter, id: string): Promise<Person> {
  const person = await people.person(id)
  if (person && !person.removedAt) return person
  throw new ThroughlineError('not-found', 'there is no such member', {
    hint: 'throughline team members lists them',
  })
}

async function requireAnotherOwner(people: PeopleReader, id: string): Promise<void> {
  const others = (await people.people()).filter((each) => each.role === 'owner' && each.id !== id)
  if (others.length > 0) return
  throw new ThroughlineError(
    'conflict',
    'an organisation needs an owner, and this is the last one',
    {
      hint: 'make someone else owner first: throughline team role EMAIL owner',
    },
  )
}

interface NewMember extends Pick<Person, 'email' | 'name' | 'role'> {
  /** A removed person who is now a member again: what they shared is theirs. */
  readonly returnsAs: string | undefined
}

/** Adds someone whose address no member has. @throws `conflict` if the organisation is full */
export async function addMember(
  { clock, ids }: PeopleParts,
  people: PeopleWriter,
  { email, name, role, returnsAs }: NewMember,
  requestId: string | undefined,
): Promise<Person> {
  const at = clock.now().toISOString()
  await requireQuota(people, 'members', (await people.used(at)).members)
  const person = { id: returnsAs ?? ids.next(), email, name, role, joinedAt: at }
  if (returnsAs) await people.returnPerson(person)
  else await people.addPerson(person)
  await people.record(audited({ person, requestId }, at, 'person-joined', person.id, { role }))
  return person
}
