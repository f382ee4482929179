/** What a team has and learned, for its pages. Read-only. */
import type { DigestText } from '../../../contract/team/digest-text.ts'
import type { Author, SharedProject, SharedText } from '../../../contract/team/sync.ts'
import type { MemoryKind } from '../../../contract/vocabulary.ts'

export interface ProjectReport extends Omit<SharedProject, 'aliases'> {
  /** The number of authors of its current memories. */
  readonly authors: number
  /** Memories first stated since the requested time. */
  readonly learned: number
  readonly lastChangedAt?: string | undefined
}

export interface ReportedMemory {
  readonly id: string
  readonly project: Pick<SharedProject, 'id' | 'type' | 'name'>
  readonly version: number
  /** The number of its last change. */
  readonly sequence: number
  /** Undefined if the log of changes was pruned past it. */
  readonly changedAt?: string | undefined
  readonly author: Author
  /** Who shared it first. */
  readonly creator: Author
  readonly text: SharedText
}

export interface ReportFilter {
  readonly project?: string | undefined
  readonly kind?: MemoryKind | undefined
  readonly author?: string | undefined
  /** First stated since then. */
  readonly learnedSince?: string | undefined
  /** Only changes with a smaller number. */
  readonly before?: number | undefined
}

export interface ReportedDigest
  extends Pick<ReportedMemory, 'id' | 'project' | 'sequence' | 'author'> {
  readonly text: DigestText
}

export interface DigestFilter extends Pick<ReportFilter, 'project' | 'author' | 'before'> {
  /** Only sessions that ended since then. */
  readonly endedSince?: string | undefined
}

export interface LearnedCount {
  readonly kind: MemoryKind
  readonly author: Author
  readonly memories: number
}

export interface DayCount {
  /** `2026-11-17`, in UTC. */
  readonly day: string
  readonly changes: number
}

export interface ProjectStorage {
  readonly id: string
  readonly memories: number
  /** Bytes of text, including former versions. */
  readonly bytes: number
}

export interface PersonRequests {
  readonly personId: string
  readonly requests: number
}

/** Reports of one organisation; for a person, only what that person may see. */
export interface TeamReportReader {
  /** Ordered by name. */
  projects(person: string, learnedSince: string): Promise<ProjectReport[]>
  /** Valid memories, last changed first. */
  memories(person: string, filter: ReportFilter, limit: number): Promise<ReportedMemory[]>
  memory(person: string, id: string): Promise<ReportedMemory | undefined>
  /** Last changed first. */
  digests(person: string, filter: DigestFilter, limit: number): Promise<ReportedDigest[]>
  /** Memories first stated since then. */
  learned(person: string, since: string): Promise<LearnedCount[]>
  /** Oldest first, without days that had no changes. */
  changesByDay(since: string): Promise<DayCount[]>
  /** Ids of projects with conflicts that wait for a decision. */
  projectsInConflict(person: string): Promise<string[]>
  storage(person: string): Promise<ProjectStorage[]>
  /** While they are still counted, most first. */
  requests(since: string): Promise<PersonRequests[]>
}

export interface TeamReportStore {
  reading(organisation: string): TeamReportReader
}
