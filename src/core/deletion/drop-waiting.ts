/** Events of deleted sessions that still wait in the spool, or were rejected. */
import type { ReadParts } from '../capture/read-entry.ts'
import { parsePayload } from '../capture/repair-json.ts'
import type { SpoolEnvelope } from '../model/spool-file.ts'
import type { HistoryDeletion, SelectedSession } from '../ports/deletion.ts'
import type { Spool, SpoolEntry } from '../ports/spool.ts'

export interface WaitingPorts extends Pick<ReadParts, 'findHost'> {
  readonly spool: Spool
  readonly deletion: Pick<HistoryDeletion, 'isDeleted'>
}

/** @returns how many files were removed */
export async function dropWaiting(
  sessions: readonly SelectedSession[],
  ports: WaitingPorts,
): Promise<number> {
  const { spool } = ports
  const dropped: SpoolEntry[] = []
  for (const entry of await spool.pending()) {
    const file = await spool.read(entry)
    if (file.kind !== 'ok') continue
    if (await isOfDeleted(file.envelope, file.payload, ports)) dropped.push(entry)
  }
  await spool.remove(dropped)
  return dropped.length + (await dropRejected(sessions, spool))
}

async function isOfDeleted(
  envelope: SpoolEnvelope,
  payload: string,
  { findHost, deletion }: WaitingPorts,
): Promise<boolean> {
  const parsed = parsePayload(payload)
  if (parsed.kind === 'broken') return false
  try {
    const host = findHost(envelope.host, parsed.value)
    const event = host?.parse(envelope.event, parsed.value)
    if (!event) return false
    const { host: name, sessionId, hostTurnId } = event
    if (await deletion.isDeleted(name, sessionId)) return true
    return hostTurnId !== undefined && (await deletion.isDeleted(name, sessionId, hostTurnId))
  } catch {
    return false
  }
}

/** They could not be read, so all there is to go by is that they name the session. */
async function dropRejected(sessions: readonly SelectedSession[], spool: Spool): Promise<number> {
  const names = sessions.map(({ hostSessionId }) => hostSessionId)
  const dropped = (await spool.rejected()).filter(({ text }) =>
    names.some((name) => text.includes(name)),
  )
  await spool.removeRejected(dropped.map(({ name }) => name))
  return dropped.length
}
