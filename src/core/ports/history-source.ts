/** A place where an agent keeps its own history. Everything is read, nothing is ever written. */

import type { ImportRun } from '../../contract/operations/import.ts'
import type { OutputOf } from '../../contract/operations/index.ts'
import type { HostEvent } from '../model/host-event.ts'

export interface HistorySource {
  /** The name for `import --from`, such as `claude-code`. */
  readonly name: string
  /** Lists what is there without reading it. Oldest first, so that a copy comes after its original. */
  discover(place: HistoryPlace): Promise<readonly HistoryItem[]>
  /** What happened, in order. A line that cannot be understood is `skipped`. */
  read(item: HistoryItem): AsyncIterable<ImportedEvent | SkippedPart>
  /** Closes files that reading left open. */
  close?(): void
}

export interface HistoryPlace {
  readonly userHome: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the user says it is, instead of the usual place. */
  readonly path?: string | undefined
  /** Folders of projects, for agents that keep their history there. */
  readonly folders: readonly string[]
  /** For an agent that keeps one memory for all worktrees. @returns undefined outside of repositories */
  readonly repositoryFolderOf?: (folder: string) => Promise<string | undefined>
}

/** One file, or one session of a database. */
export interface HistoryItem {
  /** The same at every discovery. */
  readonly id: string
  readonly path: string
  readonly bytes: number
  /** Changes when there is something new in it. */
  readonly fingerprint: string
  readonly startedAt?: string | undefined
  /** When something was last added. */
  readonly changedAt?: string | undefined
  /** The same for items of one project, if that is known without reading them. */
  readonly project?: string | undefined
  /** How many sessions it has; 0 for part of another item's session. */
  readonly sessions: number
}

export interface ImportedEvent {
  /** The same in every file that has a copy of the event, in whatever session. */
  readonly identity: string
  readonly occurredAt: string
  readonly event: HostEvent
  readonly branch?: string | undefined
  /** The address of the repository, as recorded. */
  readonly remote?: string | undefined
  readonly model?: string | undefined
}

export interface SkippedPart {
  readonly skipped: string
}

export const isSkipped = <Part extends object>(part: Part | SkippedPart): part is SkippedPart =>
  'skipped' in part

export interface ImportControl {
  /** Looks around in a process of its own: a large history must not keep hooks waiting. */
  find(): Promise<OutputOf<'findImports'>>
  /** The run at work, or the last one. */
  current(): ImportRun | undefined
  /** Starts an import that continues without the caller. */
  start(sources: readonly string[] | undefined): Promise<void>
}
