/**
 * What a hook saw, in our words. A host adapter makes it from the host's payload; everything the
 * host sent that has no place of its own here stays in `fields`, so nothing is lost.
 */
import type { Json, JsonObject } from './json.ts'

export interface HostEvent {
  readonly host: string
  /** The host's own name of the event, e.g. `PostToolUse`. */
  readonly name: string
  readonly sessionId: string
  readonly detail: EventDetail
  readonly cwd?: string
  readonly transcriptPath?: string
  /** The host's id of the turn this belongs to, where it has one. */
  readonly hostTurnId?: string
  /** Set when the event happened inside a subagent. */
  readonly agent?: { readonly id: string; readonly name: string }
  /**
   * True when the payload holds an id that makes it unlike every other event of its session. Then
   * the same content is always the same event; otherwise only an immediate repetition is.
   */
  readonly isDistinct: boolean
  /** What no other member holds, verbatim. */
  readonly fields: JsonObject
}

export type EventDetail =
  | { readonly kind: 'session-start'; readonly source: string; readonly model?: string }
  | {
      readonly kind: 'prompt'
      readonly text: string
      readonly origin: PromptOrigin
      /** Its number in the session, counted from 1, where the sender counts. */
      readonly number?: number
    }
  | {
      readonly kind: 'tool'
      readonly toolName: string
      readonly toolUseId?: string
      readonly input: Json
      readonly output: Json
      readonly outcome: 'ok' | 'failed'
      readonly durationMs?: number
    }
  | {
      readonly kind: 'turn-end'
      readonly answer?: string
      readonly outcome: 'ok' | 'failed'
      /** True when a hook kept the agent going after the turn had ended once. */
      readonly isContinuation?: boolean
    }
  | { readonly kind: 'subagent-start' }
  | { readonly kind: 'subagent-end'; readonly answer?: string }
  | {
      readonly kind: 'pre-compact'
      readonly trigger: string
      /** What the model was last given, where the host tells. */
      readonly contextTokens?: number
    }
  | { readonly kind: 'post-compact'; readonly trigger: string; readonly summary?: string }
  | { readonly kind: 'instructions-loaded'; readonly file: InstructionFile }
  | { readonly kind: 'cwd-changed' }
  | { readonly kind: 'session-end'; readonly reason: string }
  | { readonly kind: 'other' }

/** Kind and reason are the host's words. */
export interface InstructionFile {
  readonly path: string
  readonly kind: string
  readonly reason: string
  /** The file that includes it. */
  readonly parent?: string
  /** The file whose reading led to it. */
  readonly trigger?: string
  /** Of its content, when it was taken in. */
  readonly hash?: string
  readonly bytes?: number
}

export type EventKind = EventDetail['kind']

/** `user` typed it; `command` is a slash command; `notification` was sent by the host itself. */
export type PromptOrigin = 'user' | 'command' | 'notification'
