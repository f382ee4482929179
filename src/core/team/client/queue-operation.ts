/** Queues what the server must know, once. */
import type { NewOperation, TeamItem } from '../../ports/team/team-client-store.ts'
import type { TeamWork } from './client-ports.ts'

export async function queueRemoval(
  { tx }: TeamWork,
  { memoryId, kind, project }: TeamItem,
  type: 'forget' | 'withdraw',
): Promise<void> {
  const queued = (await tx.team.operationsOf(memoryId)).filter((each) => each.project === project)
  if (queued.some((each) => each.type === type)) return
  for (const { position, payload } of queued) {
    if (!payload) await tx.team.removeOperation(position)
  }
  await tx.team.addOperation({ memoryId, kind, project, type })
}

export function mayPut({ state, type }: TeamItem): boolean {
  return state === 'synced' && type !== 'forgotten'
}

/** An operation is read when it is sent, so one covers all changes until then. */
export async function queuePut(
  { tx }: TeamWork,
  { memoryId, kind, project }: Omit<NewOperation, 'type'>,
  textHash: string,
): Promise<void> {
  const queued = await tx.team.operationsOf(memoryId)
  for (const { position, payload, wasSent, state, type } of queued) {
    const isOutdated = type === 'put' ? state === 'parked' : !payload && !wasSent
    if (isOutdated) await tx.team.removeOperation(position)
  }
  const last = (await tx.team.operationsOf(memoryId)).filter((each) => each.type === 'put').at(-1)
  const isCovered = last?.project === project && (!last.payload || last.textHash === textHash)
  if (!isCovered) await tx.team.addOperation({ memoryId, kind, project, type: 'put' })
}

export const isUuid = (id: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
