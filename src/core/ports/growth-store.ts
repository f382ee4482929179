import type { OutputOf } from '../../contract/operations/index.ts'

export interface GrowthStore {
  /** Days with any activity, in no particular order. */
  days(filter: GrowthFilter): Promise<GrowthDay[]>
  /** Memories valid then and not forgotten since. */
  memoriesAt(time: string, projectId: string | undefined): Promise<number>
  /** Bytes per kind of data. @returns undefined if measuring takes too long */
  storage(): Promise<readonly StoragePart[] | undefined>
  /** The files that turns edited since then, the most edited first. */
  editedFiles(filter: HotspotFilter): Promise<EditedFile[]>
  /** Failures since then in several sessions of a project, the most widespread first. */
  repeatedFailures(filter: HotspotFilter): Promise<RepeatedFailure[]>
  /** Replaces the size noted earlier that day. */
  noteSize(size: DatabaseSize): Promise<void>
  /** Records that retention runs on this day. @returns false if it already ran */
  claimRetention(size: DatabaseSize): Promise<boolean>
  /** The last size known on that day and all noted since, oldest first. */
  sizesSince(day: string): Promise<DatabaseSize[]>
}

interface GrowthFilter {
  readonly from: string
  readonly projectId?: string | undefined
  readonly utcOffsetMinutes: number
}

interface HotspotFilter {
  readonly from: string
  readonly projectId: string | undefined
  readonly limit: number
}

interface EditedFile {
  readonly path: string
  readonly projectId: string | undefined
  readonly turns: number
  readonly sessions: number
}

export interface RepeatedFailure {
  /** A hash. */
  readonly signature: string
  readonly projectId: string | undefined
  /** The last tool event with this failure. */
  readonly eventId: string
  readonly sessions: readonly OutputOf<'getHotspots'>['failures'][number]['sessions'][number][]
}

export type GrowthDay = Omit<OutputOf<'getGrowth'>['days'][number], 'memories' | 'databaseBytes'>

export type StoragePart = OutputOf<'getGrowth'>['storage']['parts'][number]

export interface DatabaseSize {
  /** A local date. */
  readonly day: string
  readonly bytes: number
}
