/** The team's policy: whose memories every machine uses. Everyone may read it, an admin decides. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { PolicyAnswer } from '../../../contract/team/policy.ts'
import type { Author } from '../../../contract/team/sync.ts'
import type { PeopleReader, StoredPolicy } from '../../ports/team/people-store.ts'
import { type Actor, audited, type PeopleParts, refuseKey, requireAdmin } from './actor.ts'
import { currentActor } from './members.ts'

export const noPolicy: Pick<StoredPolicy, 'version' | 'approve' | 'people'> = {
  ...{ version: 0, approve: 'nobody', people: [] },
}

type WantedPolicy = Pick<StoredPolicy, 'approve' | 'people'>

export async function readPolicy({ store }: PeopleParts, actor: Actor): Promise<PolicyAnswer> {
  const people = store.reading(actor.organisation)
  return describe(await people.policy(), people)
}

/**
 * A key may not: its decision would apply to people who never saw it.
 * @throws `not-allowed`; `not-found` for people who are not members
 */
export async function decidePolicy(
  { store, clock }: PeopleParts,
  actor: Actor,
  { approve, people: named }: WantedPolicy,
): Promise<PolicyAnswer> {
  refuseKey(actor)
  requireAdmin(actor)
  const decidedAt = clock.now().toISOString()
  return store.writing(actor.organisation, async (people) => {
    requireAdmin(await currentActor(people, actor))
    const ids = [...new Set(named)]
    const members = new Set((await people.people()).map(({ id }) => id))
    if (ids.some((id) => !members.has(id))) {
      throw new ThroughlineError('not-found', 'one of these people is not a member', {
        hint: 'throughline team members lists them',
      })
    }
    const version = ((await people.policy()) ?? noPolicy).version + 1
    const policy = { version, approve, people: ids, decidedBy: actor.person.id, decidedAt }
    await people.addPolicy(policy)
    const facts = { approve, version, named: ids.length }
    await people.record(audited(actor, decidedAt, 'policy-decided', actor.organisation, facts))
    return describe(policy, people)
  })
}

async function describe(
  policy: StoredPolicy | undefined,
  people: PeopleReader,
): Promise<PolicyAnswer> {
  if (!policy) return { ...noPolicy, people: [] }
  const { version, approve, decidedAt } = policy
  const named: Author[] = []
  for (const id of policy.people) named.push(await nameOf(people, id))
  return {
    version,
    approve,
    people: named,
    decidedBy: await nameOf(people, policy.decidedBy),
    decidedAt,
  }
}

async function nameOf(people: PeopleReader, id: string): Promise<Author> {
  return { id, name: (await people.person(id))?.name ?? 'someone' }
}
