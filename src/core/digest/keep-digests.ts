/**
 * Creates and stores missing or outdated digests. Digests of a repository's chats are made for
 * readers but not stored, because stored digests are given to agents.
 */
import type { Digest } from '../../contract/digest.ts'
import { recordUses, type UsePorts } from '../context/use/record-uses.ts'
import type { JobHandlers } from '../jobs/runner.ts'
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import type { SessionDetail, TurnDetail } from '../ports/history.ts'
import type { Store } from '../ports/store.ts'
import { followOrigins } from '../provenance/origins.ts'
import {
  type ProvenancePorts,
  readProvenance,
  type SessionProvenance,
} from '../provenance/session-provenance.ts'
import { digestSession } from './session-digest.ts'
import { digestTurn, markForeign } from './turn-digest.ts'

export type DigestPorts = ProvenancePorts & Pick<Store, 'digests' | 'history'>

async function keepSessionDigest(sessionId: string, ports: DigestPorts): Promise<void> {
  const session = await ports.history.session(sessionId)
  if (session) await keepDigests(session, ports)
}

/**
 * @returns all digests of a session, including unstored ones of open turns; none of the session
 * itself if it has no turns yet
 */
export async function keepDigests(
  session: SessionDetail,
  ports: DigestPorts,
): Promise<{
  readonly session: Digest | undefined
  readonly turns: ReadonlyMap<string, Digest>
}> {
  const kept = await ports.digests.ofSession(session.id)
  const turns = new Map<string, Digest>()
  // Reads the whole session, so do it once for all turns without a digest.
  let provenance: Promise<SessionProvenance> | undefined
  for (const turn of session.timeline) {
    const known = kept.turns.get(turn.id)
    if (known && isCurrent(known, turn)) {
      turns.set(turn.id, known)
      continue
    }
    provenance ??= readProvenance(session.id, ports)
    const digest = await makeTurnDigest(session, turn, ports, await provenance)
    if (digest) turns.set(turn.id, digest)
  }
  if (turns.size === 0) return { session: undefined, turns }
  const digest = digestSession([...turns.values()], kept.session?.summary)
  const isStored = session.trust === undefined && isOver(digest)
  if (isStored && JSON.stringify(digest) !== JSON.stringify(kept.session)) {
    const turnIds = [...turns.keys()]
    await ports.digests.put({ id: session.id, sessionId: session.id, digest, turnIds })
  }
  return { session: digest, turns }
}

async function makeTurnDigest(
  { id: sessionId, trust }: Pick<SessionDetail, 'id' | 'trust'>,
  { id, number }: { readonly id: string; readonly number: number },
  ports: DigestPorts,
  provenance: SessionProvenance,
): Promise<Digest | undefined> {
  const { history, digests } = ports
  const [turn] = await history.turnsOf(sessionId, { from: number, through: number })
  if (!turn) return undefined
  const digest = await markForeign(digestTurn(turn, provenance.ownWordsIn(id)), provenance)
  if (isOver(digest) && trust === undefined)
    await digests.put({ id, sessionId, digest, turnIds: [id] })
  return digest
}

const isOver = ({ outcome }: Digest) => outcome !== 'open'

/** Tool events may arrive after their turn ended. */
function isCurrent(digest: Digest, { outcome, toolEvents }: TurnDetail): boolean {
  return digest.outcome === outcome && digest.toolEvents === toolEvents.length
}

export function digestJobs(
  ports: DigestPorts & UsePorts & Pick<Store, 'transaction'>,
): JobHandlers {
  return {
    async 'digest-turn'({ subject }) {
      await followOrigins(ports)
      const turn = await ports.history.turn(subject)
      const session = turn && (await ports.history.sessionPlace(turn.sessionId))
      if (!session || session.trust !== undefined) return
      const { number, sessionId } = turn
      const provenance = await readProvenance(sessionId, ports)
      await makeTurnDigest({ id: sessionId }, { id: subject, number }, ports, provenance)
      await recordUses(subject, ports)
    },
    'digest-session': ({ subject }) => keepSessionDigest(subject, ports),
  }
}

const sessionsAtOnce = 50

/** Rebuilds all digests from history; models' summaries stay. @returns the number of sessions */
export async function rebuildDigests(
  ports: DigestPorts,
  onProgress: (sessions: number) => void,
): Promise<number> {
  await ports.digests.clear()
  let done = 0
  let after = ''
  for (;;) {
    const sessions = await ports.history.sessionIds(after, sessionsAtOnce)
    if (sessions.length === 0) return done
    for (const id of sessions) {
      await keepSessionDigest(id, ports)
      await yieldToEventLoop()
      done += 1
      onProgress(done)
    }
    after = sessions.at(-1) ?? after
  }
}
