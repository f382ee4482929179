/** Lets a teammate's memories count here: those that wait, and those to come. */
import { ThroughlineError } from '../../../../contract/errors.ts'
import { confirm } from '../../../memory/standing.ts'
import type { Store } from '../../../ports/store.ts'
import type { TeamPerson } from '../../../ports/team/team-client-store.ts'
import { isSuspicious } from '../../suspicion.ts'
import type { TeamClientPorts } from '../client-ports.ts'
import { judgeAgain, memoriesOf } from './apply-policy.ts'

export interface Approved {
  readonly person: TeamPerson
  /** How many of their memories count now. */
  readonly confirmed: number
  /** How many look suspicious and stay in review. */
  readonly waiting: number
}

/** @param named the person's id, or their name if only one has it */
export async function approvePerson(
  named: string,
  { store, clock }: Pick<TeamClientPorts, 'store' | 'clock'>,
): Promise<Approved> {
  const person = await findPerson(named, store)
  const at = clock.now().toISOString()
  const candidates = await memoriesOf(person.id, 'candidate', store)
  const [waiting, trusted] = [
    candidates.filter(({ content }) => isSuspicious(content)),
    candidates.filter(({ content }) => !isSuspicious(content)),
  ]
  await store.transaction(async ({ team, memories }) => {
    const approved = { approvedAt: person.approvedAt ?? at, revokedAt: undefined }
    await team.putPerson({ ...person, ...approved, hourCount: 0 })
    for (const { id } of trusted) {
      const memory = await memories.find(id)
      if (memory) await memories.update(id, confirm(memory, 'approved'), at)
    }
  })
  return { person, confirmed: trusted.length, waiting: waiting.length }
}

/** Takes the approval back, also the policy's. What counted only by approval waits again. */
export async function disapprovePerson(
  named: string,
  ports: Pick<TeamClientPorts, 'store' | 'clock'>,
): Promise<TeamPerson> {
  const { store, clock } = ports
  const person = {
    ...(await findPerson(named, store)),
    ...{ approvedAt: undefined, revokedAt: clock.now().toISOString() },
  }
  await store.transaction(({ team }) => team.putPerson(person))
  await judgeAgain(person, (await store.team.connection())?.policy, ports)
  return person
}

async function findPerson(named: string, { team }: Pick<Store, 'team'>): Promise<TeamPerson> {
  const people = await team.people()
  const wanted = named.toLowerCase()
  const found = people.filter(({ id, name }) => id === named || name.toLowerCase() === wanted)
  const [person, another] = found
  if (person && !another) return person
  const hint = 'throughline team approve lists the people whose memories arrived'
  const message = another ? `several people are called "${named}"` : `nobody is called "${named}"`
  throw new ThroughlineError(another ? 'conflict' : 'not-found', message, { hint })
}
