/**
 * What a hook saw, in terms that fit every host. A host adapter builds it from the payload and keeps
 * everything without a member of its own in `fields`, so nothing is lost.
 */
import type { Json, JsonObject } from './json.ts'

export interface HostEvent {
  readonly host: string
  /** The host's name for the event, such as `PostToolUse`. */
  readonly name: string
  readonly sessionId: string
  readonly detail: EventDetail
  readonly cwd?: string
  readonly transcriptPath?: string
  /** The host's id of the turn, if it has one. */
  readonly hostTurnId?: string
  /** Set when the event happened inside a subagent. */
  readonly agent?: { readonly id: string; readonly name: string }
  /**
   * True if the payload has an id that is unique in its session. Then equal content always means the
   * same event; otherwise only an immediate repetition does.
   */
  readonly isDistinct: boolean
  /** Everything else in the payload, verbatim. */
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
  /** The same call is a `tool` event once it ran. */
  | { readonly kind: 'before-tool'; readonly toolName: string; readonly input: Json }
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
      /** The size of the model's last input, if the host reports it. */
      readonly contextTokens?: number
      /** The most the model's input can hold, if the host reports it. */
      readonly contextWindow?: number
    }
  | { readonly kind: 'post-compact'; readonly trigger: string; readonly summary?: string }
  | { readonly kind: 'instructions-loaded'; readonly file: InstructionFile }
  | { readonly kind: 'cwd-changed' }
  | { readonly kind: 'session-end'; readonly reason: string }
  | { readonly kind: 'other' }

/** `kind` and `reason` are the host's own words. */
interface InstructionFile {
  readonly path: string
  readonly kind: string
  readonly reason: string
  readonly parent?: string
  readonly trigger?: string
  /** Hash of its content at ingest. */
  readonly hash?: string
  readonly bytes?: number
}

export type EventKind = EventDetail['kind']

/** `user` typed it; `command` is a slash command; `notification` was sent by the host itself. */
export type PromptOrigin = 'user' | 'command' | 'notification'

export type TranscriptMessage =
  | {
      readonly role: 'user'
      readonly text: string
      readonly origin: PromptOrigin
      /** As `HostEvent.hostTurnId`. */
      readonly hostTurnId: string | undefined
    }
  | { readonly role: 'assistant'; readonly text: string }
  /** What the user said inside a tool call, about it or in answer to the agent's question. */
  | { readonly role: 'aside'; readonly text: string; readonly question?: string | undefined }
  /** The host summarised everything before it. */
  | { readonly role: 'compaction' }

/** Where an event happened. Events from a `disabled` location leave no trace. */
export type CaptureLocation =
  | { readonly kind: 'disabled' }
  | {
      readonly kind: 'enabled'
      readonly projectId?: string
      /** The project's folder; inside a worktree, the worktree's folder. */
      readonly root?: string
      readonly branch?: string
      /** The commit that is checked out. */
      readonly commit?: string
      /** The project that the folder claims to be without proof; `projectId` is a separate one. */
      readonly claims?: { readonly id: string; readonly identity: string; readonly name: string }
    }

export type ActionKind = 'read' | 'edit' | 'command' | 'search' | 'web' | 'agent' | 'other'

/** What an agent did with one tool call, in terms that fit every host. */
export interface Action {
  readonly id: string
  readonly kind: ActionKind
  readonly toolName: string
  readonly outcome: 'ok' | 'failed'
  readonly command: string | undefined
  /** Relative to the session's folder if they are inside it. */
  readonly files: readonly string[]
  /** The end of its output, shortened and redacted. */
  readonly output: string
}

/** The name of every event that was read from a history, and not sent by a hook. */
export const importedName = 'imported'

/** Names the turns of a host that does not name them itself. */
export const importedTurnPrefix = 'import:'

export const importedTurn = (identity: string) => `${importedTurnPrefix}${identity}`

export const isImportedTurn = (hostTurnId: string | undefined): hostTurnId is string =>
  hostTurnId?.startsWith(importedTurnPrefix) ?? false

const exportPrefix = `${importedTurnPrefix}export:`

/** Names the turns of a session that another program exported from the host's history. */
export const exportedTurn = (identity: string) => `${exportPrefix}${identity}`

export const isExportedTurn = (hostTurnId: string | undefined) =>
  hostTurnId?.startsWith(exportPrefix) ?? false
