import type { HostEvent } from '../model/host-event.ts'

/** An event on its way in: redacted, parsed, its project known. */
export interface Arrival {
  readonly spoolName: string
  readonly arrivedAt: string
  readonly event: HostEvent
  readonly contentKey: string
  readonly projectId: string | undefined
  readonly branch: string | undefined
}
