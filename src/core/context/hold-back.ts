/**
 * Which sessions are held back, so that their work can be compared with that of the others. The id of
 * a session and a secret of this machine decide: every process agrees, also after a resume or a
 * compaction, and a host or a repository's script that chooses ids cannot choose the outcome.
 */
import type { Hash } from '../model/content-key.ts'
import type { HeldBack, HostSession } from '../model/context.ts'
import type { GuardStore } from '../ports/guard-store.ts'
import type { History } from '../ports/history.ts'
import type { InjectionStore } from '../ports/injection-store.ts'
import type { ProofStore } from '../ports/proof-store.ts'
import type { Clock } from '../ports/runtime.ts'

export interface HoldBackPorts {
  readonly proofs: Pick<ProofStore, 'secret' | 'find' | 'add'>
  readonly guards: Pick<GuardStore, 'list'>
  readonly injections: Pick<InjectionStore, 'shownTo'>
  readonly history: Pick<History, 'sessionId' | 'sessionPlace'>
  readonly clock: Clock
  readonly hash: Hash
}

/**
 * Lets a session that begins take part. One that began before the proof was switched on has memory
 * already, so it never does.
 * @returns undefined if the session is not held back
 */
export async function holdBack(
  session: HostSession,
  ports: HoldBackPorts,
): Promise<HeldBack | undefined> {
  const { proofs, clock, hash } = ports
  const known = await proofs.find(session)
  if (!known && (await hasBegun(session, ports))) return undefined
  const isHeldBack = known?.isHeldBack ?? isChosen(session, await proofs.secret(), hash)
  if (!known) await proofs.add(session, { isHeldBack, at: clock.now().toISOString() })
  return isHeldBack && known?.releasedAt === undefined ? guardedMemories(ports) : undefined
}

/** The same for a moment at which no session begins. */
export async function heldBack(
  session: HostSession,
  ports: Pick<HoldBackPorts, 'proofs' | 'guards'>,
): Promise<HeldBack | undefined> {
  const known = await ports.proofs.find(session)
  const isHeldBack = known?.isHeldBack && known.releasedAt === undefined
  return isHeldBack ? guardedMemories(ports) : undefined
}

const share = 0.1
const digits = 12

export function isChosen(
  { host, hostSessionId }: HostSession,
  secret: string,
  hash: Hash,
): boolean {
  const drawn = hash(JSON.stringify(['held back', secret, host, hostSessionId]))
  return Number.parseInt(drawn.slice(0, digits), 16) < share * 16 ** digits
}

/** The first prompt may be stored before it is answered. */
async function hasBegun(
  session: HostSession,
  { injections, history }: HoldBackPorts,
): Promise<boolean> {
  const { events } = await injections.shownTo(session)
  if (events.size > 0) return true
  const id = await history.sessionId(session.hostSessionId)
  const place = id === undefined ? undefined : await history.sessionPlace(id)
  return (place?.lastTurn ?? 0) > 1
}

/** A rule that the user guards is never held back. */
async function guardedMemories({ guards }: Pick<HoldBackPorts, 'guards'>): Promise<HeldBack> {
  const set = await guards.list()
  return new Set(set.filter(({ level }) => level !== 'off').map(({ memoryId }) => memoryId))
}
