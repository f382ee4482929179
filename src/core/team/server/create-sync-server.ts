/** Sync as the server offers it. Every request names its caller. */
import type {
  ConflictsAnswer,
  ResolveAnswer,
  ResolveRequest,
} from '../../../contract/team/conflicts.ts'
import type {
  BucketAnswer,
  BucketsAnswer,
  PullAnswer,
  PullRequest,
  PushAnswer,
  SharedProject,
  ShareRequest,
  StatesAnswer,
} from '../../../contract/team/sync.ts'
import type { TeamSyncStore } from '../../ports/team/team-sync-store.ts'
import type { Caller } from '../caller.ts'
import { listConflicts, resolveConflict } from './conflicts.ts'
import type { SyncServerPorts } from './outcome.ts'
import { type BucketsRequest, pull, readBucket, readBuckets, readStates } from './pull.ts'
import { push, type UncheckedPush } from './push.ts'
import { takeBackAll } from './remove-state.ts'
import { listProjects, noteUnshared, shareProject } from './share-project.ts'

/** Every method throws `not-allowed` if the caller's role or key does not permit it. */
export interface SyncServer {
  push(caller: Caller, request: UncheckedPush): Promise<PushAnswer>
  pull(caller: Caller, request: PullRequest): Promise<PullAnswer>
  buckets(caller: Caller, request: BucketsRequest): Promise<BucketsAnswer>
  bucket(
    caller: Caller,
    request: BucketsRequest & { readonly bucket: string },
  ): Promise<BucketAnswer>
  states(
    caller: Caller,
    request: { readonly project: string; readonly ids: readonly string[] },
  ): Promise<StatesAnswer>
  projects(caller: Caller): Promise<SharedProject[]>
  share(caller: Caller, request: ShareRequest): Promise<SharedProject>
  /** A person stops sharing a project from a machine that took back what is theirs. */
  unshare(caller: Caller, request: { readonly project: string }): Promise<object>
  conflicts(caller: Caller, request: { readonly project: string }): Promise<ConflictsAnswer>
  resolve(caller: Caller, request: ResolveRequest): Promise<ResolveAnswer>
  takeBackAll(caller: Caller): Promise<number>
  /** Daily: forgets marks older than a year, and answers older than four weeks. */
  prune(organisation: string): Promise<void>
}

const keptDays = { changes: 365, answers: 28 }

export function createSyncServer(store: TeamSyncStore, ports: SyncServerPorts): SyncServer {
  return {
    push: (caller, request) => push(store, caller, request, ports),
    pull: (caller, request) => pull(store, caller, request, ports),
    buckets: (caller, request) => readBuckets(store, caller, request),
    bucket: (caller, request) => readBucket(store, caller, request),
    states: (caller, request) => readStates(store, caller, request, ports),
    projects: (caller) => listProjects(store, caller),
    share: (caller, request) => shareProject(store, caller, request, ports),
    unshare: (caller, request) => noteUnshared(store, caller, request, ports),
    conflicts: (caller, request) => listConflicts(store, caller, request),
    resolve: (caller, request) => resolveConflict(store, caller, request, ports),
    takeBackAll: (caller) => takeBackAll(store, caller, ports),
    prune(organisation) {
      const before = (days: number) =>
        new Date(ports.clock.now().getTime() - days * 86_400_000).toISOString()
      const { changes, answers } = keptDays
      return store.writing(organisation, (tx) =>
        tx.prune({ changes: before(changes), answers: before(answers) }),
      )
    },
  }
}
