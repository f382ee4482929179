import type { OutputOf } from '../../../api/call.ts'
import type { SettingValue } from '../use-setting.ts'

export interface ControlProps {
  /** Id of the element its label is for. */
  readonly id: string
  readonly setting: OutputOf<'getSettings'>['settings'][number]
  /** The value, or the one being saved. */
  readonly value: SettingValue
  readonly isDisabled: boolean
  readonly save: (value: SettingValue | undefined, problem?: string) => void
  /** Call it when the input changes without being saved. */
  readonly onEdit: () => void
}
