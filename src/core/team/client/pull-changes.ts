/** Takes over what changed on the server, page by page, each with the cursor in one transaction. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import { applyState } from './apply-state.ts'
import { applyPolicy } from './approval/apply-policy.ts'
import { openWork, type TeamClientPorts } from './client-ports.ts'
import { presentProjects } from './present-projects.ts'

/** @returns whether the server was reset, and everything must be compared */
export async function pullChanges(ports: TeamClientPorts): Promise<'done' | 'reset'> {
  const { store, server } = ports
  for (let pages = 0; pages < mostPages; pages += 1) {
    const connection = await store.team.connection()
    const projects = await joinedIds(ports)
    if (!connection || projects.length === 0) return 'done'
    const { cursor: after, witness } = connection
    const answer = await server.pull({
      projects,
      digests: true,
      ...(after && { after }),
      ...(witness && { witness }),
    })
    if (answer.status === 'reset') return 'reset'
    if (!answer.isLast && answer.upTo.sequence <= (after?.sequence ?? 0)) {
      throw new ThroughlineError('server-failed', 'the team server sent the same page again')
    }
    await store.transaction(async (tx) => {
      const work = await openWork(tx, ports)
      if (!work) return
      for (const state of answer.states) await applyState(work, state)
      await tx.team.changeConnection({ cursor: answer.upTo })
    })
    await applyPolicy(answer.policy, ports)
    if (answer.isLast) return 'done'
    await refuseFlood(ports)
    await yieldToEventLoop()
  }
  return 'done'
}

/** The rest comes with the next round. */
const mostPages = 100
/** A server that is broken or hostile must not fill the disk: a thousand people need years for these. */
const mostItems = 500_000

async function refuseFlood({ store }: Pick<TeamClientPorts, 'store'>): Promise<void> {
  const { synced, digests } = await store.team.counts()
  if (synced + digests < mostItems) return
  const problem = `the team server sent more than ${mostItems.toLocaleString('en')} memories`
  throw new ThroughlineError('server-failed', `${problem}; the rest stays there`)
}

async function joinedIds({ store }: Pick<TeamClientPorts, 'store'>): Promise<string[]> {
  const projects = await presentProjects(store)
  return projects.filter(({ state }) => state === 'joined').map(({ id }) => id)
}
