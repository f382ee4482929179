/** Makes an imported event ready to be ingested: redacted, its project known. */
import type { Arrival } from '../capture/read-entry.ts'
import { redactPayload } from '../capture/redact-payload.ts'
import type { HostEvent } from '../model/host-event.ts'
import type { JsonObject } from '../model/json.ts'
import type { ImportedEvent } from '../ports/history-source.ts'
import type { Redactor } from '../ports/redactor.ts'
import type { ImportPorts } from './import-ports.ts'

/** @returns undefined where the project is switched off */
export type ToArrival = (imported: ImportedEvent) => Promise<Arrival | undefined>

/** For the events of one item, which repeat where they happened. */
export function createToArrival({ redactor, hash, placeOf }: ImportPorts): ToArrival {
  const redactEvent = createEventRedactor(redactor)
  const redactBranch = redactOnce(redactor, 'branch')
  return async ({ identity, occurredAt, event: raw, branch, remote, model }) => {
    const place = await placeOf({ cwd: raw.cwd, remote })
    if (place.kind === 'disabled') return undefined
    const event = redactEvent(raw)
    return {
      arrivedAt: occurredAt,
      event,
      contentKey: hash(`import ${event.host} ${identity}`).slice(0, 32),
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
