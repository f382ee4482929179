/** Syncs this home with its team server. */
import { join } from 'node:path'
import { sha256 } from '../../adapters/ids.ts'
import { tryLock } from '../../adapters/sqlite/connection/process-lock.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { DigestText } from '../../contract/team/digest-text.ts'
import type { SharedProject } from '../../contract/team/sync.ts'
import { feedStart } from '../../core/ports/change-feed.ts'
import type { Runtime } from '../../core/ports/runtime.ts'
import type { LocalStore } from '../../core/ports/store.ts'
import type { TeamDigest } from '../../core/ports/team/team-client-store.ts'
import {
  type Approved,
  approvePerson,
  disapprovePerson,
} from '../../core/team/client/approval/apply-policy.ts'
import { presentProjects, type TeamClientPorts } from '../../core/team/client/client-ports.ts'
import { connectTeam, describeTeam, type TeamStatus } from '../../core/team/client/connection.ts'
import { switchDigests } from '../../core/team/client/digests/note-digest.ts'
import { followChanges, teamConsumer } from '../../core/team/client/follow-changes.ts'
import {
  joinProject,
  previewDigests,
  previewShare,
  type SharePreview,
} from '../../core/team/client/join-project.ts'
import { triesUntilParked } from '../../core/team/client/push-outbox.ts'
import { type RoundResult, syncRound } from '../../core/team/client/sync-round.ts'
import {
  type Departure,
  leaveTeam,
  unshareProject,
  withdrawLost,
} from '../../core/team/client/unshare-project.ts'
import type { HomePaths } from '../../home/paths.ts'
import { readTeamSignIn } from '../../home/team-sign-in.ts'

export interface AwaitedChange {
  readonly sequence: number
  /** False if nothing happened for as long as the server lets a machine wait. */
  readonly isNew: boolean
}

export interface TeamSync {
  isSignedIn(): boolean
  /** One round; undefined if nobody is signed in, or another process is syncing. */
  round(options?: RoundOptions): Promise<RoundResult | undefined>
  /** Whether operations wait for a retry. */
  isRetrying(): Promise<boolean>
  /** Whether something changed here that the server does not know yet. */
  hasChanges(): Promise<boolean>
  /**
   * Waits at the server until its last change differs from `heard`, or from the last one here.
   * @returns undefined if there is nothing to wait for: nobody is signed in, or nothing is shared
   */
  waitForChange(heard: number | undefined, signal: AbortSignal): Promise<AwaitedChange | undefined>
  /** The next round compares everything with the server. */
  compareNext(): Promise<void>
  status(): Promise<TeamStatus | undefined>
  /** What would be sent. `there` is the team's part, if the project is shared already. */
  preview(localId: string): Promise<SharePreview & { readonly there: SharedProject | undefined }>
  /** The digests that would be sent if that were switched on. */
  previewDigests(localId: string): Promise<DigestText[]>
  /** Sends digests only if that is switched on, now or earlier. */
  share(localId: string, options?: { readonly digests?: boolean }): Promise<SharedProject>
  /** Takes back this machine's digests. @returns false if none are shared */
  stopDigests(localId: string): Promise<boolean>
  /** Of sessions on other machines, latest first. */
  digests(filter: TeamDigestPage): Promise<{ digests: ListedDigest[]; total: number }>
  /** @returns false if it is not shared */
  unshare(localId: string): Promise<boolean>
  approve(person: string): Promise<Approved>
  disapprove(person: string): Promise<{ readonly name: string }>
  /** Call it before leaving. @returns whether there is something to send */
  withdrawLost(): Promise<boolean>
  /** Forgets the team: teammates' memories go, the user's own stay. */
  leave(): Promise<Departure>
}

interface TeamDigestPage {
  /** This machine's id of the project; default: all. */
  readonly projectId?: string | undefined
  readonly limit: number
  readonly offset: number
}

interface ListedDigest extends Omit<TeamDigest, 'project'> {
  readonly project: { readonly id: string; readonly name: string }
}

interface RoundOptions {
  readonly retryParked?: boolean
  /** How long to wait for another process's round; this blocks, so it is for commands only. */
  readonly patienceMs?: number
  /** Ends the round; the rest waits for the next. */
  readonly signal?: AbortSignal
}

interface TeamSyncParts extends Pick<Runtime, 'redactor' | 'clock'> {
  readonly paths: HomePaths
  readonly store: LocalStore
}

export function createTeamSync({ paths, store, redactor, clock }: TeamSyncParts): TeamSync {
  const parts = { store, clock, ids: store.ids, redactor, hash: sha256 }
  const open = async (signal?: AbortSignal): Promise<TeamClientPorts | undefined> => {
    const signIn = readTeamSignIn(paths)
    if (!signIn) return undefined
    const { server, organisation, person } = signIn
    await connectTeam({ server, organisation, person }, parts)
    // Loaded here, because nothing else needs the sync schemas.
    const { openSyncClient } = await import('../../adapters/team-server/sync-client.ts')
    return { ...parts, server: openSyncClient({ ...signIn, signal }) }
  }
  const openSignedIn = async () => {
    const opened = await open()
    if (opened) return opened
    throw new ThroughlineError('not-signed-in', 'this machine is not signed in to a team server', {
      hint: 'throughline login URL',
    })
  }
  /** The daemon and a command must not send at the same time. @returns undefined if another does */
  const alone = async <T>(work: () => Promise<T>, patienceMs = 0): Promise<T | undefined> => {
    const lock = tryLock(join(paths.run, 'team.lock'), patienceMs)
    if (!lock) return undefined
    try {
      return await work()
    } finally {
      lock.release()
    }
  }
  return {
    isSignedIn: () => readTeamSignIn(paths) !== undefined,
    round: ({ retryParked = false, patienceMs, signal } = {}) =>
      alone(async () => {
        const ports = await open(signal)
        if (!ports) return undefined
        if (retryParked) {
          await store.transaction(async ({ team }) => {
            await team.retryParked(triesUntilParked)
            await team.retryDelayed()
          })
        }
        return syncRound(ports)
      }, patienceMs),
    isRetrying: async () => (await store.team.delayed()).length > 0,
    async hasChanges() {
      const cursor = await store.changes.cursor(teamConsumer)
      if (cursor === feedStart) return false
      if ((await store.changes.countAfter(cursor, { subjects: ['memory'] })) > 0) return true
      // `status` reads the feed too: what it found is queued, but not sent.
      return (await store.team.dueOperations(clock.now().toISOString(), 1)).length > 0
    },
    async waitForChange(heard, signal) {
      const ports = await open(signal)
      const connection = await store.team.connection()
      const projects = await presentProjects(store)
      if (!ports || !connection || projects.length === 0) return undefined
      const after = Math.max(heard ?? 0, connection.cursor?.sequence ?? 0)
      const { sequence } = await ports.server.wait(after)
      return { sequence, isNew: sequence !== after }
    },
    compareNext: () =>
      store.transaction(({ team }) => team.changeConnection({ comparedAt: undefined })),
    async status() {
      // Changes since the last round are waiting too.
      await alone(() => followChanges(parts))
      return describeTeam(store)
    },
    async preview(localId) {
      const { server } = await openSignedIn()
      const known = await store.projects.find(localId)
      const names = known ? [known.identity, ...(await store.projects.aliasesOf(localId))] : []
      const there = (await server.projects()).find(({ type, identity, aliases }) =>
        localId === ''
          ? type === 'personal'
          : type === 'team' && [identity, ...aliases].some((name) => names.includes(name)),
      )
      return { ...(await previewShare(localId, store)), there }
    },
    previewDigests: (localId) => previewDigests(localId, store, redactor),
    async share(localId, { digests = false } = {}) {
      const ports = await openSignedIn()
      const shared = await joinProject(localId, ports)
      if (digests && shared.digests === undefined) throw tooOldForDigests()
      if (digests) await switchDigests(shared.id, true, ports)
      return shared
    },
    async stopDigests(localId) {
      const projects = await store.team.projects()
      const joined = projects.find((each) => each.localId === localId && each.sharesDigests)
      if (joined) await switchDigests(joined.id, false, parts)
      return joined !== undefined
    },
    async digests({ limit, offset, ...filter }) {
      const names = new Map((await store.team.projects()).map(({ id, name }) => [id, name]))
      const found = await store.team.digests(filter, limit, offset)
      return {
        digests: found.map(({ project: id, ...digest }) => ({
          ...digest,
          project: { id, name: names.get(id) ?? '' },
        })),
        total: await store.team.countDigests(filter),
      }
    },
    async unshare(localId) {
      const projects = await store.team.projects()
      const joined = projects.find((each) => each.localId === localId && each.state === 'joined')
      if (joined) await unshareProject(joined.id, parts)
      return joined !== undefined
    },
    approve: (person) => approvePerson(person, parts),
    disapprove: (person) => disapprovePerson(person, parts),
    withdrawLost: () => withdrawLost(parts),
    leave: () => leaveTeam(parts),
  }
}

function tooOldForDigests(): ThroughlineError {
  return new ThroughlineError('conflict', 'the team server is too old to take session digests', {
    hint: 'the project is shared without them; try again after the server was upgraded',
  })
}
