/** The user's settings file. */
import type { OutputOf } from '../../contract/operations/index.ts'
import type { Json } from '../model/json.ts'

export type SettingState = OutputOf<'getSettings'>['settings'][number]

export interface Settings {
  readonly file: string
  /** @throws ThroughlineError `invalid-config` if the file is malformed */
  list(): SettingState[]
  /** @throws ThroughlineError `invalid-input` if the value is not allowed */
  set(key: string, value: Json): void
  reset(key: string): void
}
