import './controls.css'
import type { OutputOf } from '../../../api/call.ts'
import type { SettingValue } from '../use-setting.ts'
import { ChoiceControl } from './choice-control.tsx'
import { JsonControl } from './json-control.tsx'
import { LineControl } from './line-control.tsx'
import { ListControl } from './list-control.tsx'
import { SwitchControl } from './switch-control.tsx'

export interface ControlProps {
  /** Of the element that its label is for. */
  readonly id: string
  readonly setting: OutputOf<'getSettings'>['settings'][number]
  readonly isDisabled: boolean
  readonly save: (value: SettingValue | undefined, problem?: string) => void
}

/** What fits the kind of value. */
export function SettingControl(props: ControlProps) {
  switch (props.setting.form) {
    case 'boolean':
      return <SwitchControl {...props} />
    case 'choice':
      return <ChoiceControl {...props} />
    case 'list':
      return <ListControl {...props} />
    case 'json':
      return <JsonControl {...props} />
    default:
      return <LineControl {...props} />
  }
}
