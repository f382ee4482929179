/** Prepares an imported event for ingest: redacts it and finds its project. */
import type { Arrival } from '../capture/read-entry.ts'
import { redactPayload } from '../capture/redact-payload.ts'
import { isWithin } from '../model/folder-path.ts'
import { type HostEvent, isExportedTurn } from '../model/host-event.ts'
import type { JsonObject } from '../model/json.ts'
import type { CaptureStore } from '../ports/capture-store.ts'
import type { ImportedEvent } from '../ports/history-source.ts'
import type { Redactor } from '../ports/redactor.ts'
import type { ImportPorts } from './find-importable.ts'

/** @returns undefined if the project is switched off */
export type ToArrival = (imported: ImportedEvent) => Promise<Arrival | undefined>

/** For the events of one item, which repeat their place. @param path the item's file */
export function createToArrival(
  path: string,
  { redactor, hash, clock, placeOf, repositoryOf }: ImportPorts,
): ToArrival {
  const redactEvent = createEventRedactor(redactor)
  const redactBranch = redactOnce(redactor, 'branch')
  return async ({ identity, occurredAt, event: raw, branch, remote, model }) => {
    const repository = await repositoryOf(path, raw.cwd)
    // A repository's file may name any folder, but belongs to its own.
    const isElsewhere =
      repository !== undefined && !(raw.cwd !== undefined && isWithin(raw.cwd, repository))
    const cwd = isElsewhere ? repository : raw.cwd
    const place = await placeOf({ cwd, remote: repository === undefined ? remote : undefined })
    if (place.kind === 'disabled') return undefined
    const event = redactEvent(cwd === undefined ? raw : { ...raw, cwd })
    // A file must not date events in the future, because the newest sessions are read first.
    const now = clock.now().toISOString()
    const isAhead = repository !== undefined && occurredAt > now
    const kept = repository === undefined ? 'import' : `import repository ${place.projectId}`
    return {
      arrivedAt: isAhead ? now : occurredAt,
      event,
      contentKey: hash(`${kept} ${event.host} ${identity}`).slice(0, 32),
      ...(repository !== undefined && { trust: 'repository' as const }),
      projectId: place.projectId,
      root: place.root,
      branch: redactBranch(branch),
      caller: {},
      isPast: true,
      model,
    }
  }
}

function createEventRedactor(redactor: Redactor): (event: HostEvent) => HostEvent {
  const redactSession = redactOnce(redactor, 'sessionId')
  const redactTurn = redactOnce(redactor, 'hostTurnId')
  const redactFolder = redactOnce(redactor, 'cwd')
  return ({ sessionId, hostTurnId, cwd, ...rest }) => {
    const clean = redactPayload(rest as unknown as JsonObject, redactor)
    return {
      ...(clean as unknown as Omit<HostEvent, 'sessionId'>),
      isDistinct: true,
      sessionId: redactSession(sessionId),
      ...(hostTurnId !== undefined && { hostTurnId: redactTurn(hostTurnId) }),
      ...(cwd !== undefined && { cwd: redactFolder(cwd) }),
    }
  }
}

/** Caches the last value. */
function redactOnce({ redactMember }: Redactor, name: string) {
  let last = ''
  let clean = ''
  return <Value extends string | undefined>(value: Value): Value => {
    if (value === undefined) return value
    if (value !== last) {
      clean = redactMember(name, value)
      last = value
    }
    return clean as Value
  }
}

type SessionLookup = Pick<CaptureStore, 'findSession' | 'findNumberedTurn'>

export interface ExportedSessions {
  /** Whether the other source imported it. */
  isKnown(tx: SessionLookup, arrival: Arrival): Promise<boolean>
}

const always = '9999'
const never = ''

/** A session may be in its agent's history and in an export of it. The first import wins. */
export function createExportedSessions(): ExportedSessions {
  /** By session, the time until which everything is known. */
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
