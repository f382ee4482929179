import type { PeopleWriter, Person } from '../../ports/team/people-store.ts'
import { audited, type PeopleParts } from './actor.ts'
import { requireRoom } from './quota.ts'

/** Someone joins whose address no member has. @throws `conflict` if the organisation is full */
export async function addMember(
  { clock, ids }: PeopleParts,
  people: PeopleWriter,
  { email, name, role }: Pick<Person, 'email' | 'name' | 'role'>,
  requestId: string | undefined,
): Promise<Person> {
  const at = clock.now().toISOString()
  await requireRoom(people, 'members', (await people.used(at)).members)
  const person = { id: ids.next(), email, name, role, joinedAt: at }
  await people.addPerson(person)
  await people.record(audited({ person, requestId }, at, 'person-joined', person.id, { role }))
  return person
}
