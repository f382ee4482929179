/** What a team has and learned, for its pages. Nothing here writes. */
import type { DigestText } from '../../../contract/team/digest-text.ts'
import type { Author, SharedProject, SharedText } from '../../../contract/team/sync.ts'
import type { MemoryKind } from '../../../contract/vocabulary.ts'

export interface ProjectReport extends Omit<SharedProject, 'aliases'> {
  /** The authors of its present memories. */
  readonly authors: number
  /** Memories first stated since the time asked for. */
  readonly learned: number
  readonly lastChangedAt?: string | undefined
}

export interface ReportedMemory {
  readonly id: string
  readonly project: Pick<SharedProject, 'id' | 'type' | 'name'>
  readonly version: number
  /** The number of its last change. */
  readonly sequence: number
  /** Absent if the log of changes was pruned past it. */
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
  /** Changed by a change with a smaller number. */
  readonly before?: number | undefined
}

export interface ReportedDigest
  extends Pick<ReportedMemory, 'id' | 'project' | 'sequence' | 'author'> {
  readonly text: DigestText
}

export interface DigestFilter extends Pick<ReportFilter, 'project' | 'author' | 'before'> {
  /** Of sessions that ended since then. */
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
  /** Of texts, with former versions. */
  readonly bytes: number
}

export interface PersonRequests {
  readonly personId: string
  readonly requests: number
}

/** Reports of one organisation. With a person, they cover only what that person may see. */
export interface TeamReportReader {
  /** By name. */
  projects(person: string, learnedSince: string): Promise<ProjectReport[]>
  /** Memories that are valid, last changed first. */
  memories(person: string, filter: ReportFilter, limit: number): Promise<ReportedMemory[]>
  memory(person: string, id: string): Promise<ReportedMemory | undefined>
  /** Last changed first. */
  digests(person: string, filter: DigestFilter, limit: number): Promise<ReportedDigest[]>
  /** First stated since then. */
  learned(person: string, since: string): Promise<LearnedCount[]>
  /** Oldest first, without days on which nothing changed. */
  changesByDay(since: string): Promise<DayCount[]>
  /** The ids of projects that have changes which lost and wait for a decision. */
  projectsInConflict(person: string): Promise<string[]>
  storage(person: string): Promise<ProjectStorage[]>
  /** As far as they are still counted, most first. */
  requests(since: string): Promise<PersonRequests[]>
}

export interface TeamReportStore {
  reading(organisation: string): TeamReportReader
}
