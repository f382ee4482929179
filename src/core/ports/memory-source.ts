/** A place where another tool keeps memories or a person keeps rules. Read-only. */
import type { MemoryKind } from '../../contract/vocabulary.ts'
import type { HistoryPlace, SkippedPart } from './history-source.ts'

export interface ForeignMemorySource {
  /** The name for `import --from`, such as `claude-mem`. */
  readonly name: string
  readonly displayName: string
  /** The tool's word for a memory, such as `observation`. */
  readonly unit: string
  /** Found only at `--path`, because the tool has no usual place. */
  readonly needsPath?: boolean
  /** Whether the tool's own files have this name. */
  isStore?(name: string): boolean
  /** The tables or lists in its files; each file has at least one. */
  readonly lists?: readonly string[]
  discover(place: HistoryPlace): Promise<readonly MemoryItem[]>
  /** Content that cannot be parsed, or is not a memory, is `skipped`. */
  read(item: MemoryItem): AsyncIterable<ImportedMemory | SkippedPart>
}

export interface MemoryItem {
  /** Stable across discoveries. */
  readonly id: string
  readonly path: string
  readonly bytes: number
  /** Changes with new content. */
  readonly fingerprint: string
  readonly changedAt: string
  /** The number of memories, if quick to determine. */
  readonly memories: number
  /** A memory no longer in it was deleted, unless part of it was skipped. */
  readonly isWhole?: boolean
  /** The folder of its project, if its location reveals it. */
  readonly project?: string | undefined
  /** Folders of known projects, for a tool that has its own names for them. */
  readonly folders?: readonly string[] | undefined
}

export interface ImportedMemory {
  /** The tool's own id, the same in every reading and export. */
  readonly id: string
  /** Its location, for people: `observation 12`, `AGENTS.md line 3`. */
  readonly origin: string
  /** Its file, if neither the item's nor below it. */
  readonly path?: string | undefined
  /** The text file that contains it, and the line where its content starts, from 1. */
  readonly file?: string | undefined
  readonly line?: number | undefined
  /**
   * Only an audit reads it: it repeats an earlier one of the same file, or is no memory but something
   * that agents read, such as a comment.
   */
  readonly isOnlyAudited?: 'repeated' | 'no-memory'
  readonly content: string
  readonly kind: MemoryKind
  /** `other` if an agent, the tool or an unknown person wrote it. */
  readonly author: 'user' | 'other' | 'repository'
  readonly place: ForeignPlace
  readonly key?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly keywords?: readonly string[] | undefined
  readonly files?: readonly string[] | undefined
  /** Between 0 and 1. */
  readonly importance?: number | undefined
  /** How often its tool has used it, if counted. */
  readonly uses?: number | undefined
  readonly createdAt?: string | undefined
  readonly updatedAt?: string | undefined
  readonly validFrom?: string | undefined
  /** When it stopped, or will stop, being valid. */
  readonly validTo?: string | undefined
  readonly isSuperseded?: boolean | undefined
  readonly supersedes?: readonly string[] | undefined
  readonly session?: string | undefined
}

/** Where a memory applies, according to the tool. */
export type ForeignPlace =
  | { readonly kind: 'global' }
  | { readonly kind: 'agent'; readonly name: string }
  | {
      readonly kind: 'project'
      /** A folder's name or `owner/repository`, which several projects may share. */
      readonly name?: string | undefined
      readonly cwd?: string | undefined
      readonly remote?: string | undefined
    }
  /** The tool did not record it. */
  | { readonly kind: 'unknown' }
