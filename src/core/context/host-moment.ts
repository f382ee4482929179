/** A failed command, an opened file or a tool about to run: moments at which a session gets one answer. */
import type { CallerNames } from '../model/caller-names.ts'
import { contentKey, type Hash } from '../model/content-key.ts'
import { type ContextPlan, type HeldBack, hostSessionOf } from '../model/context.ts'
import type { CaptureLocation, HostEvent } from '../model/host-event.ts'
import type { InjectionStore } from '../ports/injection-store.ts'
import type { Clock, IdSource } from '../ports/runtime.ts'

export interface HostMoment {
  readonly event: HostEvent
  readonly folder: string | undefined
  readonly caller: CallerNames
  /** Called only if there may be something to give. */
  readonly findPlace: () => Promise<CaptureLocation>
  readonly mostCharacters: number
  /** As `HostCapabilities.instructionFiles`. */
  readonly instructionFiles?: readonly (readonly string[])[] | undefined
  /** Undefined unless the session is held back. */
  readonly heldBack?: HeldBack | undefined
  /** Whether the host has given up waiting; then nothing is recorded. */
  readonly isLate: () => boolean
}

export interface MomentPorts {
  readonly injections: Pick<InjectionStore, 'shownTo' | 'record'>
  readonly ids: IdSource
  readonly clock: Clock
  readonly hash: Hash
}

/**
 * @param answer with a hash of its subject, if a session gets that once
 * @returns the text to give; empty if it is too late or the event was answered already
 */
export async function recordMoment(
  answer: {
    readonly kind: 'failure' | 'file' | 'tool'
    readonly projectId: string | undefined
    readonly subject?: string
    readonly plan: ContextPlan
  },
  { event, isLate }: HostMoment,
  { injections, ids, clock, hash }: MomentPorts,
): Promise<string> {
  const { kind, projectId, subject, plan } = answer
  const { text, tokens, lines } = plan
  const isRecorded = await injections.record(
    {
      ...{ id: ids.next(), session: hostSessionOf(event), projectId, event: kind },
      ...{ source: undefined, at: clock.now().toISOString() },
      // The event may also be answered with other context.
      cause: hash(`${kind} ${contentKey(event, hash)}`),
      ...(subject !== undefined && { subject }),
      ...{ tokens, characters: text.length, lines },
    },
    isLate,
  )
  return isRecorded ? text : ''
}
