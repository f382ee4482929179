/** How much there was day by day, and how much room it takes now. */
import type { storageParts } from '../../contract/operations/growth.ts'

export interface GrowthReader {
  /** Days on which anything happened, in no particular order. */
  days(filter: GrowthFilter): Promise<GrowthDay[]>
  /** Memories valid at that time, but those forgotten since. */
  memoriesAt(time: string, projectId: string | undefined): Promise<number>
  /** @returns undefined where it would take long to find out */
  storage(): Promise<readonly StoragePart[] | undefined>
}

export interface GrowthFilter {
  readonly from: string
  readonly projectId?: string | undefined
  /** Minutes east of Greenwich, for days. */
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
