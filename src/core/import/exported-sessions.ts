/** A session may be in its agent's history and in an export of it. What came first stays. */
import { isExportedTurn } from '../capture/imported-turn.ts'
import type { Arrival } from '../capture/read-entry.ts'
import type { CaptureTransaction } from '../ports/capture-store.ts'

type SessionLookup = Pick<CaptureTransaction, 'findSession' | 'findNumberedTurn'>

export interface ExportedSessions {
  /** Whether the other way brought it. */
  isKnown(tx: SessionLookup, arrival: Arrival): Promise<boolean>
}

const always = '9999'
const never = ''

export function createExportedSessions(): ExportedSessions {
  /** By session: until when all is known. */
  const known = new Map<string, string>()
  return {
    async isKnown(tx, arrival) {
      const { host, sessionId } = arrival.event
      const key = `${host} ${sessionId}`
      const until = known.get(key) ?? (await knownUntil(tx, arrival))
      known.set(key, until)
      return arrival.arrivedAt <= until
    },
  }
}

/** Exports round times down, some to the minute. */
const after = (time: string) => new Date(Date.parse(time) + 60_000).toISOString()

async function knownUntil(tx: SessionLookup, { event }: Arrival): Promise<string> {
  const session = await tx.findSession(event.host, event.sessionId)
  const first = session && (await tx.findNumberedTurn(session.id, 1))
  if (!first) return never
  const wasExported = isExportedTurn(first.hostTurnId)
  if (isExportedTurn(event.hostTurnId)) return wasExported ? never : always
  return wasExported ? after(session.lastEventAt) : never
}
