/** Lets a teammate's memories count here: those that wait, and those to come. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { confirm } from '../../memory/standing.ts'
import { isValid, type Memory } from '../../model/memory.ts'
import type { Store } from '../../ports/store.ts'
import type { TeamPerson } from '../../ports/team-client-store.ts'
import { isSuspicious } from '../suspicion.ts'
import type { TeamClientPorts } from './client-ports.ts'

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
  const candidates = await waitingOf(person.id, store)
  const [waiting, trusted] = [
    candidates.filter(({ content }) => isSuspicious(content)),
    candidates.filter(({ content }) => !isSuspicious(content)),
  ]
  await store.transaction(async ({ team, memories }) => {
    await team.putPerson({ ...person, approvedAt: person.approvedAt ?? at, hourCount: 0 })
    for (const { id } of trusted) {
      const memory = await memories.find(id)
      if (memory) await memories.update(id, confirm(memory, 'approved'), at)
    }
  })
  return { person, confirmed: trusted.length, waiting: waiting.length }
}

/** Takes the approval back. What counts already stays, until it changes. */
export async function disapprovePerson(
  named: string,
  { store }: Pick<TeamClientPorts, 'store'>,
): Promise<TeamPerson> {
  const person = await findPerson(named, store)
  await store.transaction(({ team }) => team.putPerson({ ...person, approvedAt: undefined }))
  return person
}

/** Their memories that do not count yet. */
export async function waitingOf(
  personId: string,
  { memories }: Pick<Store, 'memories'>,
): Promise<Memory[]> {
  const filter = { addresses: 'all', standing: 'candidate', source: 'sync' } as const
  const page = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
  const { memories: found } = await memories.list(filter, page)
  return found.filter((memory) => memory.author?.id === personId && isValid(memory))
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
