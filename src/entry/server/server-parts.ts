/** What the server's routes need. */
import type { Context } from 'hono'
import type { Log } from '../../core/ports/runtime.ts'
import type { Actor, PeopleParts } from '../../core/team/people/actor.ts'
import {
  countRequest,
  type RequestBudget,
  type RequestLimit,
} from '../../core/team/people/request-budget.ts'
import type { SharedRecall } from '../../core/team/recall/create-shared-recall.ts'
import type { SharedWriting } from '../../core/team/recall/create-shared-writing.ts'
import type { ReportPorts } from '../../core/team/report/team-reports.ts'
import type { ChangeWaits } from '../../core/team/server/change-waits.ts'
import type { SyncServer } from '../../core/team/server/create-sync-server.ts'
import type { SignOnParts } from '../../core/team/sign-on/sign-on.ts'
import { clientAddress } from './read-request.ts'

export interface ServerParts {
  readonly people: PeopleParts
  readonly signOn: SignOnParts
  readonly sync: SyncServer
  readonly reports: ReportPorts
  /** Open requests for changes. */
  readonly waits: ChangeWaits
  readonly recall: SharedRecall
  readonly writing: SharedWriting
  readonly budget: RequestBudget
  readonly log: Log
  readonly metrics: Metrics
  readonly version: string
  /** Whether the database answers and the server is not stopping. */
  readonly isReady: () => Promise<boolean>
  /** The address that people use. */
  readonly publicUrl: () => URL
  /** How many of our proxies a request passes. */
  readonly proxies: number
}

export interface Metrics {
  /** @param route its pattern, never the address itself */
  addRequest(method: string, route: string, status: number, seconds: number): void
  /** @param isReady whether the database answers */
  render(isReady: boolean): string
}

const actorKey = 'actor'
const requestIdKey = 'requestId'

export function setActor(context: Context, actor: Actor): void {
  context.set(actorKey, actor)
}

export function findActor(context: Context): Actor | undefined {
  return context.get(actorKey) as Actor | undefined
}

/** For routes that have checked the caller. */
export function actorOf(context: Context): Actor {
  const actor = findActor(context)
  if (!actor) throw new Error('a route is not protected')
  return actor
}

export function setRequestId(context: Context, id: string): void {
  context.set(requestIdKey, id)
}

export function requestIdOf(context: Context): string {
  return context.get(requestIdKey) as string
}

/** @throws `too-many-requests` */
export async function countAddress(
  context: Context,
  { people: { store, clock, secrets }, proxies }: ServerParts,
  limit: RequestLimit,
): Promise<void> {
  const subject = secrets.hash(clientAddress(context, proxies)).slice(0, 32)
  await countRequest({ counts: store.counts, clock }, limit, { subject })
}
