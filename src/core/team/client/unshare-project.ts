/**
 * Stops sharing a project: teammates' memories are removed, the user's own stay here and are taken
 * back from the server. Until the server knows, the project is leaving.
 */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { TeamItem } from '../../ports/team/team-client-store.ts'
import { openWork, type TeamClientPorts, type TeamWork } from './client-ports.ts'
import { isOwnItem, takeOwnWords } from './origin.ts'

type LocalPorts = Omit<TeamClientPorts, 'server'>

const pageSize = 200

/** @param project the server's id */
export async function unshareProject(project: string, ports: LocalPorts): Promise<void> {
  await ports.store.transaction(async (tx) => {
    const work = await openWork(tx, ports)
    const known = work?.projects.find(({ id }) => id === project)
    if (!work || !known) return
    await tx.team.putProject({ ...known, state: 'leaving' })
    for (const item of await allItems(work, project)) {
      await dropTeammates(work, item)
      await withdrawOwn(work, item)
    }
  })
}

/** Reports to the server the projects from which everything is taken back, and forgets them. */
export async function finishLeaving({ store, server }: TeamClientPorts): Promise<void> {
  for (const { id, state } of await store.team.projects()) {
    if (state !== 'leaving' || (await store.team.hasOperationsIn(id))) continue
    await server.unshare(id).catch(ignoreMissing)
    await store.transaction(async ({ team }) => {
      const known = (await team.projects()).find((each) => each.id === id)
      // It may have been shared again meanwhile.
      if (known?.state === 'leaving') await team.removeProject(id)
    })
  }
}

/** An older server does not record it. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof ThroughlineError && error.code === 'not-found')) throw error
}

/**
 * Before leaving: takes back what a restored server lost, because a teammate who changed it may send
 * it again. The server takes back the rest.
 * @returns whether there is something to send
 */
export async function withdrawLost(ports: LocalPorts): Promise<boolean> {
  return ports.store.transaction(async (tx) => {
    const work = await openWork(tx, ports)
    if (!work) return false
    let isAny = false
    for (const { id } of work.projects) {
      for (const item of await allItems(work, id)) {
        if (item.version === 0 && (await withdrawOwn(work, item))) isAny = true
      }
    }
    return isAny
  })
}

/** Signs this machine out permanently: takes nothing back, and removes what belongs to others. */
export async function leaveTeam(ports: LocalPorts): Promise<Departure> {
  return ports.store.transaction(async (tx) => {
    const work = await openWork(tx, ports)
    if (!work) return { removed: 0, unsent: 0 }
    const { waiting, parked } = await tx.team.counts()
    let removed = 0
    for (const { id } of work.projects) {
      for (const item of await allItems(work, id)) {
        if (await dropTeammates(work, item)) removed += 1
      }
    }
    await tx.team.clear()
    return { removed, unsent: waiting + parked }
  })
}

export interface Departure {
  readonly removed: number
  readonly unsent: number
}

async function allItems({ tx }: TeamWork, project: string): Promise<TeamItem[]> {
  const items: TeamItem[] = []
  for (;;) {
    const page = await tx.team.itemsIn(project, items.at(-1)?.memoryId ?? '', pageSize)
    items.push(...page)
    if (page.length < pageSize) return items
  }
}

/** @returns false if it is, or becomes again, the user's own */
async function dropTeammates(work: TeamWork, item: TeamItem): Promise<boolean> {
  const { tx, clock, person } = work
  const { memoryId, kind, project } = item
  if (kind === 'digest') {
    await tx.team.removeDigest(project, memoryId)
    return false
  }
  const memory = await tx.memories.find(memoryId)
  if (!memory?.author) return false
  // An older server does not report who shared it first; the user's own words here decide.
  const mayBeOwn = item.origin === undefined || isOwnItem(item, person)
  if (mayBeOwn && (await takeOwnWords(work, memory))) return false
  await tx.memories.forget(memoryId, clock.now().toISOString(), { archive: false })
  // They may be shared with the user again.
  await tx.sync.dropTombstone(memoryId)
  return true
}

/** @returns whether the user may take it back */
async function withdrawOwn({ tx, person }: TeamWork, item: TeamItem): Promise<boolean> {
  const { memoryId, kind, project, type, origin, version } = item
  const queued = (await tx.team.operationsOf(memoryId)).filter((each) => each.project === project)
  for (const { position, wasSent } of queued) {
    if (!wasSent) await tx.team.removeOperation(position)
  }
  // A restored server may have lost it, and a teammate who changed it would send it again. Or the
  // server has something again that was removed.
  const mayBeThere = version > 0 || origin !== undefined
  if (!mayBeThere || !isOwnItem(item, person)) return false
  const removal = type === 'forgotten' ? 'forget' : 'withdraw'
  await tx.team.addOperation({ memoryId, kind, project, type: removal })
  return true
}
