/** What replacing a text in rows takes. */
import type { Database } from '../connection/database.ts'
import type { ChangeRecorder } from '../history/change-feed.ts'

export interface PurgeTools {
  readonly database: Database
  readonly changes: ChangeRecorder
  readonly text: string
  /** As it is written within JSON. */
  readonly escaped: string
  readonly marker: string
}
