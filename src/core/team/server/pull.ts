/** What changed for a client, and everything it needs to compare itself with the server. */
import { ThroughlineError } from '../../../contract/errors.ts'
import {
  type BucketAnswer,
  type BucketsAnswer,
  type PullAnswer,
  type PullRequest,
  type SharedState,
  type StatesAnswer,
  syncLimits,
  type TeamPolicy,
} from '../../../contract/team/sync.ts'
import type { Clock } from '../../ports/runtime.ts'
import {
  type StateKind,
  type StoredState,
  stateKinds,
  type TeamSyncReader,
  type TeamSyncStore,
} from '../../ports/team/team-sync-store.ts'
import { type Caller, requireSync } from '../caller.ts'
import { noPolicy } from '../people/policy.ts'
import { type OriginSigner, openOrigins } from './origin.ts'
import type { SyncServerPorts } from './outcome.ts'

/** Silently skips projects that the caller may not see. */
export async function pull(
  store: TeamSyncStore,
  caller: Caller,
  { projects, after, witness, digests }: PullRequest,
  { hash, clock }: Pick<SyncServerPorts, 'hash' | 'clock'>,
): Promise<PullAnswer> {
  requireSync(caller)
  const reader = store.reading(caller.organisation)
  for (const mark of [after, witness]) {
    if (mark && !(await reader.hasChange(mark))) return { status: 'reset' }
  }
  // Read this first: later changes have a higher number and come with the next pull.
  const head = await reader.head()
  const visible = await reader.visibleAmong(projects, caller.person.id)
  const wanted = { projects: visible, kinds: kindsFor(digests) }
  const limit = syncLimits.changesPerPull
  const from = after?.sequence ?? 0
  const found = await reader.statesBetween(wanted, from, head.sequence, limit + 1)
  const page = found.slice(0, limit)
  const isLast = found.length <= limit
  const origins = await openOrigins(reader, hash)
  // Read this last, so that it covers every author in the page.
  const policy = await readTeamPolicy(reader, clock)
  return {
    status: 'ok',
    states: page.map(({ state }) => toShared(state, origins, policy.newcomers)),
    upTo: isLast ? head : (page.at(-1)?.at ?? head),
    isLast,
    policy,
  }
}

export interface BucketsRequest {
  readonly project: string
  readonly digests?: boolean | undefined
}

/** Older clients do not know digests, and would take their removals for memories'. */
const kindsFor = (digests = false): readonly StateKind[] => (digests ? stateKinds : ['memory'])

export async function readBuckets(
  store: TeamSyncStore,
  caller: Caller,
  { project, digests }: BucketsRequest,
): Promise<BucketsAnswer> {
  const reader = await readerOf(store, caller, project)
  const at = await reader.head()
  return { at, hashes: await reader.bucketHashes(project, kindsFor(digests)) }
}

export async function readBucket(
  store: TeamSyncStore,
  caller: Caller,
  { project, bucket, digests }: BucketsRequest & { readonly bucket: string },
): Promise<BucketAnswer> {
  const reader = await readerOf(store, caller, project)
  return { entries: await reader.bucket(project, bucket, kindsFor(digests)) }
}

export async function readStates(
  store: TeamSyncStore,
  caller: Caller,
  { project, ids }: { project: string; ids: readonly string[] },
  { hash, clock }: Pick<SyncServerPorts, 'hash' | 'clock'>,
): Promise<StatesAnswer> {
  const reader = await readerOf(store, caller, project)
  const origins = await openOrigins(reader, hash)
  const states = await reader.states(project, ids)
  const newcomers = await findNewcomers(reader, clock)
  return { states: states.map((state) => toShared(state, origins, newcomers)) }
}

/** @throws `not-allowed`; `not-found`, also if the project is someone else's own */
export async function readerOf(
  store: TeamSyncStore,
  caller: Caller,
  project: string,
): Promise<TeamSyncReader> {
  requireSync(caller)
  const reader = store.reading(caller.organisation)
  const [isVisible] = await reader.visibleAmong([project], caller.person.id)
  if (isVisible) return reader
  throw new ThroughlineError('not-found', `there is no shared project "${project}"`)
}

function toShared(
  stored: StoredState,
  { sign }: OriginSigner,
  newcomers: readonly string[],
): SharedState {
  const { creator: _, sharedAt: __, ...state } = stored
  const shared = { ...state, origin: sign(stored) }
  const isNew = shared.type === 'memory' && newcomers.includes(shared.author.id)
  return isNew ? { ...shared, isFromNewcomer: true } : shared
}

// The policy for clients: whose memories are used at once, and who is too new for that.

/** Time for the team to look at a person's first memories before a policy applies to them. */
const newForMs = 24 * 60 * 60 * 1_000

async function readTeamPolicy(reader: TeamSyncReader, clock: Clock): Promise<TeamPolicy> {
  const { version, approve, people } = (await reader.policy()) ?? noPolicy
  return { version, approve, people: [...people], newcomers: await findNewcomers(reader, clock) }
}

/** By the server's clock, from the first memory they shared. */
function findNewcomers(reader: TeamSyncReader, clock: Clock): Promise<string[]> {
  return reader.newcomers(new Date(clock.now().getTime() - newForMs).toISOString())
}
