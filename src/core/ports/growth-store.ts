import type { storageParts } from '../../contract/operations/status.ts'

/** Growth by day, and the size of the database. */
export interface GrowthStore {
  /** Days with any activity, in no particular order. */
  days(filter: GrowthFilter): Promise<GrowthDay[]>
  /** Memories that were valid then, without those forgotten since. */
  memoriesAt(time: string, projectId: string | undefined): Promise<number>
  /** Bytes by kind of data. @returns undefined if measuring takes too long */
  storage(): Promise<readonly StoragePart[] | undefined>
  /** Replaces the size noted earlier that day. */
  noteSize(size: DatabaseSize): Promise<void>
  /** Notes that retention runs on this day. @returns false if it ran before */
  claimRetention(size: DatabaseSize): Promise<boolean>
  /** The size known on that day and those noted since, oldest first. */
  sizesSince(day: string): Promise<DatabaseSize[]>
}

interface GrowthFilter {
  readonly from: string
  readonly projectId?: string | undefined
  readonly utcOffsetMinutes: number
}

export interface GrowthDay {
  readonly day: string
  readonly learned: number
  readonly superseded: number
  readonly forgotten: number
  readonly sessions: number
  readonly events: number
  readonly tokensInjected: number
  readonly tokensUsed: number
}

export interface StoragePart {
  readonly part: (typeof storageParts)[number]
  readonly bytes: number
}

export interface DatabaseSize {
  /** A local date. */
  readonly day: string
  readonly bytes: number
}
