import type { OutputOf } from '../../../api/call.ts'
import type { SettingValue } from '../use-setting.ts'

export interface ControlProps {
  /** Of the element that its label is for. */
  readonly id: string
  readonly setting: OutputOf<'getSettings'>['settings'][number]
  /** What it is, or is about to be. */
  readonly value: SettingValue
  readonly isDisabled: boolean
  readonly save: (value: SettingValue | undefined, problem?: string) => void
  /** To be called when what is written changes without being saved. */
  readonly onEdit: () => void
}
