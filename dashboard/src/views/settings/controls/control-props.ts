import type { OutputOf } from '../../../api/call.ts'
import type { SettingValue } from '../use-setting.ts'

export interface ControlProps {
  /** Of the element that its label is for. */
  readonly id: string
  readonly setting: OutputOf<'getSettings'>['settings'][number]
  readonly isDisabled: boolean
  readonly save: (value: SettingValue | undefined, problem?: string) => void
}
