/** Takes over what changed on the server, page by page, each with the cursor in one transaction. */
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import { applyState } from './apply-state.ts'
import { openWork, type TeamClientPorts } from './client-ports.ts'
import { presentProjects } from './present-projects.ts'

/** @returns whether the server was reset, and everything must be compared */
export async function pullChanges(ports: TeamClientPorts): Promise<'done' | 'reset'> {
  const { store, server } = ports
  for (;;) {
    const connection = await store.team.connection()
    const projects = await joinedIds(ports)
    if (!connection || projects.length === 0) return 'done'
    const { cursor: after, witness } = connection
    const answer = await server.pull({
      projects,
      ...(after && { after }),
      ...(witness && { witness }),
    })
    if (answer.status === 'reset') return 'reset'
    await store.transaction(async (tx) => {
      const work = await openWork(tx, ports)
      if (!work) return
      for (const state of answer.states) await applyState(work, state)
      await tx.team.changeConnection({ cursor: answer.upTo })
    })
    if (answer.isLast) return 'done'
    await yieldToEventLoop()
  }
}

async function joinedIds({ store }: Pick<TeamClientPorts, 'store'>): Promise<string[]> {
  const projects = await presentProjects(store)
  return projects.filter(({ state }) => state === 'joined').map(({ id }) => id)
}
