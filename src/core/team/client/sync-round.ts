/**
 * One round of sync: notices changes here, sends them, and applies changes from the server. Pulls
 * even if pushing fails. Without a server or a sign-in nothing is lost: it waits.
 */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { Mark } from '../../../contract/team/sync.ts'
import type { ConnectionState } from '../../../contract/team/vocabulary.ts'
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import type { JoinedProject } from '../../ports/team/team-client-store.ts'
import { applyAcceptedEdit, applyState } from './apply-state.ts'
import { applyPolicy } from './approval/apply-policy.ts'
import { openWork, presentProjects, type TeamClientPorts } from './client-ports.ts'
import { compareProject } from './compare.ts'
import { closeConflicts } from './conflicts.ts'
import { followChanges } from './follow-changes.ts'
import { pushOutbox } from './push-outbox.ts'
import { finishLeaving } from './unshare-project.ts'
import { settleEdits } from './waiting-edits.ts'

/** Drift is found within this time. */
const compareEveryMs = 6 * 60 * 60 * 1_000

export interface RoundResult {
  readonly state: ConnectionState
  /** Whether the server has new changes, including ours. */
  readonly hasChanged: boolean
  /** How long the server asks us to wait. */
  readonly waitMs?: number | undefined
}

/** @returns undefined if nobody is signed in */
export async function syncRound(ports: TeamClientPorts): Promise<RoundResult | undefined> {
  const { store } = ports
  await followChanges(ports)
  const before = await store.team.connection()
  if (!before) return undefined
  await settleEdits(ports, applyAcceptedEdit)
  const pushed = await attempt(async () => {
    if (!(await needsResync(ports)) && (await pushOutbox(ports)) === 'reset')
      await requireResync(ports)
  })
  const pulled = await attempt(async () => {
    await compareAll(ports)
    if ((await pullChanges(ports)) === 'reset') {
      await requireResync(ports)
      await compareAll(ports)
    }
  })
  // Send at once what the comparison found.
  const sent = pulled ? undefined : await attempt(() => pushAgain(ports, pushed))
  const closed = pulled || sent ? undefined : await attempt(() => closeConflicts(ports))
  const failed = pulled ?? sent ?? closed ?? (isReaders(pushed) ? undefined : pushed)
  const problem = failed ?? (await attempt(() => finishLeaving(ports)))
  const after = await store.team.connection()
  const hasChanged = after?.cursor?.sequence !== before.cursor?.sequence
  return { ...(await note(ports, problem, pushed?.message)), hasChanged }
}

/** A reader gets everything and sends nothing, so the connection works. */
const isReaders = (problem: ThroughlineError | undefined) => problem?.code === 'not-allowed'

async function pushAgain(ports: TeamClientPorts, failed: ThroughlineError | undefined) {
  if (failed || (await needsResync(ports))) return
  if ((await pushOutbox(ports)) === 'reset') await requireResync(ports)
}

const needsResync = async ({ store }: TeamClientPorts) =>
  (await store.team.connection())?.needsResync === true

const requireResync = ({ store }: TeamClientPorts) =>
  store.transaction(({ team }) => team.changeConnection({ needsResync: true }))

/** Keeps the mark of the last push until everything was compared: a crash must not lose it. */
async function compareAll(ports: TeamClientPorts): Promise<void> {
  const { store, clock } = ports
  const connection = await store.team.connection()
  if (!connection) return
  const isDue = isOlder(connection.comparedAt, clock.now(), compareEveryMs)
  const isWhole = connection.needsResync || isDue
  const joined = (await presentProjects(store)).filter(({ state }) => state === 'joined')
  let first: Mark | undefined
  for (const project of joined) {
    if (!isWhole && !project.needsCompare) continue
    const at = await compareShared(project, ports)
    if (at && (!first || at.sequence < first.sequence)) first = at
  }
  if (!isWhole) return
  await store.transaction(async ({ team }) => {
    const comparedAt = clock.now().toISOString()
    await team.changeConnection({
      comparedAt,
      ...(connection.cursor === undefined && { cursor: first }),
      ...(connection.needsResync && { needsResync: false, witness: undefined, cursor: first }),
    })
  })
}

/** @returns undefined if the project is no longer shared with the user; their memories stay here */
async function compareShared(
  project: JoinedProject,
  ports: TeamClientPorts,
): Promise<Mark | undefined> {
  try {
    return await compareProject(project, ports)
  } catch (error) {
    if (error instanceof ThroughlineError && error.code === 'not-found') return undefined
    throw error
  }
}

function isOlder(time: string | undefined, now: Date, ms: number): boolean {
  return time === undefined || Math.abs(now.getTime() - Date.parse(time)) >= ms
}

/** @returns the problem, if it concerns the connection */
async function attempt(work: () => Promise<void>): Promise<ThroughlineError | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof ThroughlineError && error.code in stateByCode) return error
    throw error
  }
}

const stateByCode: Readonly<Record<string, ConnectionState>> = {
  'not-signed-in': 'signed-out',
  'not-allowed': 'not-allowed',
  'server-unreachable': 'unreachable',
  'server-failed': 'unreachable',
  'too-many-requests': 'unreachable',
}

async function note(
  { store, clock }: TeamClientPorts,
  problem: ThroughlineError | undefined,
  /** Why nothing is sent although the connection works. */
  unsent: string | undefined,
): Promise<Omit<RoundResult, 'hasChanged'>> {
  const state = problem ? (stateByCode[problem.code] ?? 'unreachable') : 'connected'
  await store.transaction(({ team }) =>
    team.changeConnection({
      state,
      problem: problem?.message ?? unsent,
      ...(!problem && { lastContactAt: clock.now().toISOString() }),
    }),
  )
  return { state, waitMs: problem?.retryAfterMs }
}

// Applies the server's changes page by page, each in one transaction with the cursor.

/** @returns whether the server was reset, so that everything must be compared */
async function pullChanges(ports: TeamClientPorts): Promise<'done' | 'reset'> {
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
/** A broken or hostile server must not fill the disk: a thousand people need years for this many. */
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
