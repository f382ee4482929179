/** The team server as a client sees it. */
import type { ResolveAnswer, ResolveRequest } from '../../../contract/team/conflicts.ts'
import type { Role } from '../../../contract/team/roles.ts'
import type {
  Author,
  BucketAnswer,
  BucketsAnswer,
  PullAnswer,
  PullRequest,
  PushAnswer,
  PushRequest,
  SharedProject,
  ShareRequest,
  StatesAnswer,
  WaitAnswer,
} from '../../../contract/team/sync.ts'

/**
 * Every method throws ThroughlineError: `server-unreachable` if there is no answer, `not-signed-in` if
 * the server does not know the key (401), `not-allowed` if it may not do this (403).
 */
export interface TeamServer {
  whoAmI(): Promise<Membership>
  projects(): Promise<SharedProject[]>
  /** Makes the project known to the team, or finds it by one of its identities. */
  share(request: ShareRequest): Promise<SharedProject>
  push(request: PushRequest): Promise<PushAnswer>
  pull(request: PullRequest): Promise<PullAnswer>
  /**
   * Answers once the last change is not `after` any more, or after half a minute.
   * @throws also `not-found` if the server is too old for it, and what `signal` aborts with
   */
  wait(after: number): Promise<WaitAnswer>
  buckets(project: string): Promise<BucketsAnswer>
  bucket(project: string, bucket: string): Promise<BucketAnswer>
  states(project: string, ids: readonly string[]): Promise<StatesAnswer>
  resolve(request: ResolveRequest): Promise<ResolveAnswer>
}

export interface Membership {
  readonly organisation: { readonly id: string; readonly name: string }
  readonly person: Author
  readonly role: Role
}
