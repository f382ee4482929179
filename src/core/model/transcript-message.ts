/** What a host's own record of a session tells, in words that hold for every host. */
import type { PromptOrigin } from './host-event.ts'

export type TranscriptMessage =
  | {
      readonly role: 'user'
      readonly text: string
      readonly origin: PromptOrigin
      /** As `HostEvent.hostTurnId`. */
      readonly hostTurnId: string | undefined
    }
  | { readonly role: 'assistant'; readonly text: string }
  /** The host summed up all that precedes. */
  | { readonly role: 'compaction' }
