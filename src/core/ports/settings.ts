/** The user's settings, where they are kept. */
import type { OutputOf } from '../../contract/operations/index.ts'
import type { Json } from '../model/json.ts'

export type SettingState = OutputOf<'getSettings'>['settings'][number]

export interface Settings {
  readonly file: string
  /** @throws ThroughlineError `invalid-config` when the file cannot be understood */
  list(): SettingState[]
  /** @throws ThroughlineError `invalid-input` when the setting cannot be that */
  set(key: string, value: Json): void
  reset(key: string): void
}
