/** A member by what a person types: address, name or id. */
import type { PeopleClient } from '../../../compose/team/team-client.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { Member } from '../../../contract/team/people.ts'

/**
 * Suggests nobody who is named similarly: what follows gives or takes rights.
 *
 * @throws `not-found`; `invalid-input` if several have that name
 */
export async function findTeamMember(people: PeopleClient, given: string): Promise<Member> {
  const { members } = await people.members()
  const wanted = given.toLowerCase()
  const exact = members.find(({ id, email }) => id === wanted || email === wanted)
  const named = members.filter(({ name }) => name.toLowerCase() === wanted)
  if (exact) return exact
  if (named.length > 1) {
    throw new ThroughlineError('invalid-input', `several members are called ${given}`, {
      hint: 'say the address',
    })
  }
  const [found] = named
  if (found) return found
  throw new ThroughlineError('not-found', `your organisation has no member ${given}`, {
    hint: 'throughline team members lists them',
  })
}
