/** A place where an agent keeps its own history. Read-only. */

import type { ImportRun } from '../../contract/operations/import.ts'
import type { OutputOf } from '../../contract/operations/index.ts'
import type { HostEvent } from '../model/host-event.ts'

export interface HistorySource {
  /** The name for `import --from`, such as `claude-code`. */
  readonly name: string
  /** Lists items without reading them. Oldest first, so that a copy comes after its original. */
  discover(place: HistoryPlace): Promise<readonly HistoryItem[]>
  /** Events in order. A line that cannot be parsed is `skipped`. */
  read(item: HistoryItem): AsyncIterable<ImportedEvent | SkippedPart>
  /** Closes files that reading left open. */
  close?(): void
}

export interface HistoryPlace {
  readonly userHome: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** A path from the user, instead of the usual place. */
  readonly path?: string | undefined
  /** Folders of projects, for agents that keep their history there. */
  readonly folders: readonly string[]
  /** For an agent that keeps one memory for all worktrees. @returns undefined outside a repository */
  readonly repositoryFolderOf?: (folder: string) => Promise<string | undefined>
}

/** One file, or one session of a database. */
export interface HistoryItem {
  /** Stable across discoveries. */
  readonly id: string
  readonly path: string
  readonly bytes: number
  /** Changes with new content. */
  readonly fingerprint: string
  readonly startedAt?: string | undefined
  /** When something was last added. */
  readonly changedAt?: string | undefined
  /** Equal for items of one project, if known without reading them. */
  readonly project?: string | undefined
  /** The number of sessions; 0 for part of another item's session. */
  readonly sessions: number
}

export interface ImportedEvent {
  /** Equal in every file with a copy of the event, in any session. */
  readonly identity: string
  readonly occurredAt: string
  readonly event: HostEvent
  readonly branch?: string | undefined
  /** The recorded URL of the repository. */
  readonly remote?: string | undefined
  readonly model?: string | undefined
}

export interface SkippedPart {
  readonly skipped: string
}

export const isSkipped = <Part extends object>(part: Part | SkippedPart): part is SkippedPart =>
  'skipped' in part

export interface ImportControl {
  /** Searches in a separate process: a large history must not keep hooks waiting. */
  find(): Promise<OutputOf<'findImports'>>
  /** The current run, or the last one. */
  current(): ImportRun | undefined
  /** Starts an import that continues without the caller. */
  start(sources: readonly string[] | undefined): Promise<void>
}
