/** A place where another tool keeps memories or a person keeps rules. Everything is read, nothing is ever written. */
import type { MemoryKind } from '../../contract/vocabulary.ts'
import type { HistoryPlace, SkippedPart } from './history-source.ts'

export interface ForeignMemorySource {
  /** The name for `import --from`, such as `claude-mem`. */
  readonly name: string
  readonly displayName: string
  /** What the tool calls one: `observation`. */
  readonly unit: string
  /** Found only where `--path` says, because the tool has no usual place. */
  readonly needsPath?: boolean
  /** Whether the tool gives a file of its own this name. */
  isStore?(name: string): boolean
  /** The tables or lists in its files; one of them is in each. */
  readonly lists?: readonly string[]
  discover(place: HistoryPlace): Promise<readonly MemoryItem[]>
  /** What cannot be understood, or is not a memory, is `skipped`. */
  read(item: MemoryItem): AsyncIterable<ImportedMemory | SkippedPart>
}

export interface MemoryItem {
  /** The same at every discovery. */
  readonly id: string
  readonly path: string
  readonly bytes: number
  /** Changes when there is something new in it. */
  readonly fingerprint: string
  readonly changedAt: string
  /** How many memories it has, if that is quick to find out. */
  readonly memories: number
  /** A memory that is no longer in it was deleted, unless something in it was skipped. */
  readonly isWhole?: boolean
  /** The folder of its project, if its location shows that. */
  readonly project?: string | undefined
  /** Folders of known projects, for a tool that names them in its own way. */
  readonly folders?: readonly string[] | undefined
}

export interface ImportedMemory {
  /** The tool's own id, the same at every reading and in every export. */
  readonly id: string
  /** Its location, for people: `observation 12`, `AGENTS.md line 3`. */
  readonly origin: string
  /** The file it is in, if that is neither the item's nor below it. */
  readonly path?: string | undefined
  /** The text file it is in, and where its content begins there, counted from 1. */
  readonly file?: string | undefined
  readonly line?: number | undefined
  /** The same words as an earlier one of the same file: only an audit reads it. */
  readonly isRepeated?: boolean
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
  /** How often its tool has used it, if the tool counts that. */
  readonly uses?: number | undefined
  readonly createdAt?: string | undefined
  readonly updatedAt?: string | undefined
  readonly validFrom?: string | undefined
  /** When it stopped, or will stop, being valid. */
  readonly validTo?: string | undefined
  /** The tool has replaced it. */
  readonly isSuperseded?: boolean | undefined
  readonly supersedes?: readonly string[] | undefined
  readonly session?: string | undefined
}

/** Where a memory applies, as far as the tool knows. */
export type ForeignPlace =
  | { readonly kind: 'global' }
  | { readonly kind: 'agent'; readonly name: string }
  | {
      readonly kind: 'project'
      /** A folder's name or `owner/repository`: several projects may have it. */
      readonly name?: string | undefined
      readonly cwd?: string | undefined
      readonly remote?: string | undefined
    }
  /** The tool did not record it. */
  | { readonly kind: 'unknown' }
