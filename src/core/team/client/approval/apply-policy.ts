/** Applies the team's policy: uses the memories it approves, and holds back the others for review. */

import { ThroughlineError } from '../../../../contract/errors.ts'
import type { TeamPolicy } from '../../../../contract/team/sync.ts'
import { yieldToEventLoop } from '../../../jobs/yield-to-event-loop.ts'
import { confirm } from '../../../memory/standing.ts'
import { canonicalJson } from '../../../model/json.ts'
import { isValid, type Memory } from '../../../model/memory.ts'
import type { MemoryChange } from '../../../ports/memory-store.ts'
import type { Store } from '../../../ports/store.ts'
import type { TeamPerson } from '../../../ports/team/team-client-store.ts'
import { isSuspicious } from '../../../provenance/suspicion.ts'
import type { TeamClientPorts } from '../client-ports.ts'
import { approvalOf, isApproved, isFlood } from './approval.ts'

type LocalPorts = Pick<TeamClientPorts, 'store' | 'clock'>

export async function applyPolicy(
  policy: TeamPolicy | undefined,
  ports: LocalPorts,
): Promise<void> {
  const { store } = ports
  const known = (await store.team.connection())?.policy
  if (canonicalJson(known ?? null) === canonicalJson(policy ?? null)) return
  for (const person of await store.team.people()) await judgeAgain(person, policy, ports)
  // Do this last, so that the rest is repeated after a crash.
  await store.transaction(({ team }) => team.changeConnection({ policy }))
}

/** Leaves alone what the user confirmed here. */
async function judgeAgain(
  person: TeamPerson,
  policy: TeamPolicy | undefined,
  ports: LocalPorts,
): Promise<void> {
  const { store } = ports
  const approval = approvalOf(person, policy)
  if (approval === 'policy') {
    const waiting = await memoriesOf(person.id, 'candidate', store)
    await change(waiting, (memory) => confirm(memory, 'approved'), ports, isHarmless)
  } else if (!isApproved(approval)) {
    const counting = (await memoriesOf(person.id, 'memory', store)).filter(
      ({ confirmation, pinned }) => confirmation === 'approved' && !pinned,
    )
    await change(counting, () => ({ standing: 'candidate', confirmation: null }), ports)
  }
}

/** This author's memories with that standing. */
export async function memoriesOf(
  personId: string,
  standing: Memory['standing'],
  { memories }: Pick<Store, 'memories'>,
): Promise<Memory[]> {
  const filter = { addresses: 'all', standing, source: 'sync' } as const
  const page = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
  const { memories: found } = await memories.list(filter, page)
  return found.filter((memory) => memory.author?.id === personId && isValid(memory))
}

async function isHarmless({ id, content }: Memory, { team }: Pick<Store, 'team'>) {
  if (isSuspicious(content)) return false
  return !(await team.itemsOf(id)).some(isFlood)
}

const atOnce = 100

async function change(
  memories: readonly Memory[],
  changeOf: (memory: Memory) => MemoryChange,
  { store, clock }: LocalPorts,
  isWanted: (memory: Memory, store: Pick<Store, 'team'>) => Promise<boolean> = async () => true,
): Promise<void> {
  for (let from = 0; from < memories.length; from += atOnce) {
    const at = clock.now().toISOString()
    await store.transaction(async (tx) => {
      for (const { id, version } of memories.slice(from, from + atOnce)) {
        const memory = await tx.memories.find(id)
        if (memory?.version !== version || !(await isWanted(memory, tx))) continue
        await tx.memories.update(id, changeOf(memory), at)
      }
    })
    await yieldToEventLoop()
  }
}

// Approves a teammate: memories that wait here, and later ones.

export interface Approved {
  readonly person: TeamPerson
  /** How many of their memories are used now. */
  readonly confirmed: number
  /** How many look suspicious and stay in review. */
  readonly waiting: number
}

/** @param named the person's id, or a name that only one person has */
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

/** Revokes the approval, even the policy's. Memories used only because of it wait again. */
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
