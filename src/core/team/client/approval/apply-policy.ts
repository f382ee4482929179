/** Takes over the team's policy: what it approves counts, and what nothing approves any more waits. */
import type { TeamPolicy } from '../../../../contract/team/sync.ts'
import { yieldToEventLoop } from '../../../jobs/yield-to-event-loop.ts'
import { confirm } from '../../../memory/standing.ts'
import { canonicalJson } from '../../../model/json.ts'
import { isValid, type Memory } from '../../../model/memory.ts'
import type { MemoryChange } from '../../../ports/memory-store.ts'
import type { Store } from '../../../ports/store.ts'
import type { TeamPerson } from '../../../ports/team/team-client-store.ts'
import { isSuspicious } from '../../suspicion.ts'
import type { TeamClientPorts } from '../client-ports.ts'
import { approvalOf, isApproved } from './approval.ts'
import { isFlood } from './whose-word.ts'

type LocalPorts = Pick<TeamClientPorts, 'store' | 'clock'>

export async function applyPolicy(
  policy: TeamPolicy | undefined,
  ports: LocalPorts,
): Promise<void> {
  const { store } = ports
  const known = (await store.team.connection())?.policy
  if (canonicalJson(known ?? null) === canonicalJson(policy ?? null)) return
  for (const person of await store.team.people()) await judgeAgain(person, policy, ports)
  // Last, so that what a crash interrupted is done again.
  await store.transaction(({ team }) => team.changeConnection({ policy }))
}

/** What the user confirmed here by themselves stays as it is. */
export async function judgeAgain(
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

/** Their memories of that standing. */
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
