/** Makes an imported event ready to be ingested: redacted, its project known. */
import type { Arrival } from '../capture/read-entry.ts'
import { redactPayload } from '../capture/redact-payload.ts'
import { isWithin } from '../model/folder-path.ts'
import type { HostEvent } from '../model/host-event.ts'
import type { JsonObject } from '../model/json.ts'
import type { ImportedEvent } from '../ports/history-source.ts'
import type { Redactor } from '../ports/redactor.ts'
import type { ImportPorts } from './import-ports.ts'

/** @returns undefined where the project is switched off */
export type ToArrival = (imported: ImportedEvent) => Promise<Arrival | undefined>

/** For the events of one item, which repeat where they happened. @param path of its file */
export function createToArrival(
  path: string,
  { redactor, hash, clock, placeOf, repositoryOf }: ImportPorts,
): ToArrival {
  const redactEvent = createEventRedactor(redactor)
  const redactBranch = redactOnce(redactor, 'branch')
  return async ({ identity, occurredAt, event: raw, branch, remote, model }) => {
    const repository = await repositoryOf(path, raw.cwd)
    // A repository's file may name any folder, but speaks for its own.
    const isElsewhere =
      repository !== undefined && !(raw.cwd !== undefined && isWithin(raw.cwd, repository))
    const cwd = isElsewhere ? repository : raw.cwd
    const place = await placeOf({ cwd, remote: repository === undefined ? remote : undefined })
    if (place.kind === 'disabled') return undefined
    const event = redactEvent(cwd === undefined ? raw : { ...raw, cwd })
    // Nothing happens in the future, whatever a file says: the newest sessions are looked at first.
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

/** Remembers the last value. */
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
