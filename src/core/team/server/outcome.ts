/** The outcome of an operation, before it is numbered. */
import type { Mark, OperationAnswer, SharedText } from '../../../contract/team/sync.ts'
import { canonicalJson } from '../../model/json.ts'
import type { Runtime } from '../../ports/runtime.ts'
import type {
  Creation,
  StoredDigest,
  StoredMemory,
  TeamSyncTransaction,
} from '../../ports/team/team-sync-store.ts'
import type { Caller } from '../caller.ts'
import type { RemainingQuota } from '../people/quota.ts'
import type { OriginSigner } from './origin.ts'

/** `at` is undefined if nothing changed. */
export type Outcome = Omit<OperationAnswer, 'key' | 'at'> & { readonly at?: Mark }

export interface SyncServerPorts extends Pick<Runtime, 'redactor' | 'hash' | 'clock'> {
  readonly newId: () => string
  readonly randomBelow: RandomBelow
}

export interface Applying extends Pick<SyncServerPorts, 'randomBelow' | 'hash'> {
  readonly tx: TeamSyncTransaction
  readonly origins: OriginSigner
  /** Undefined for changes that need none. */
  readonly quota?: RemainingQuota | undefined
  readonly caller: Caller
  readonly at: string
}

// Writes the next version of a memory or a digest.

interface Version {
  readonly id: string
  readonly project: string
  readonly said: Pick<StoredMemory, 'type' | 'text'> | Pick<StoredDigest, 'type' | 'text'>
  /** What is stored differs from what the client sent. */
  readonly isAltered: boolean
  readonly last: number
  readonly creation: Creation
}

/**
 * Answers with the version of what the client sent. If the server stores something else, that is a
 * later version, so the client sees it as newer when it pulls.
 */
export async function writeVersion(
  { tx, caller, at, randomBelow, origins }: Applying,
  { said, id, project, isAltered, last, creation: { creator, sharedAt } }: Version,
): Promise<Outcome> {
  const sent = versionAfter(last, randomBelow)
  const version = isAltered ? versionAfter(sent, randomBelow) : sent
  const author = caller.person
  const state = { ...said, id, project, version, author, creator, sharedAt }
  const mark = await tx.write(state, at)
  return { outcome: 'stored', id, version: sent, at: mark, origin: origins.sign(state) }
}

/**
 * Versions grow by random steps. After a restore the server continues from the backup, and a version
 * must not stand for two texts: clients that know either would think them equal.
 */
type RandomBelow = (limit: number) => number

const largestStep = 2 ** 20

export function versionAfter(former: number, randomBelow: RandomBelow): number {
  return former + 1 + randomBelow(largestStep)
}

/** Whether both say the same. When a client wrote them does not matter. */
export function isSameText(one: SharedText, other: SharedText): boolean {
  return textOf(one) === textOf(other)
}

const textOf = ({ createdAt, updatedAt, ...text }: SharedText) => canonicalJson(text)
