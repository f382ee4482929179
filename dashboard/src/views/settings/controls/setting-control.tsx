import './controls.css'
import { ChoiceControl } from './choice-control.tsx'
import type { ControlProps } from './control-props.ts'
import { JsonControl } from './json-control.tsx'
import { LineControl } from './line-control.tsx'
import { ListControl } from './list-control.tsx'
import { SwitchControl } from './switch-control.tsx'

/** The control for a setting's type. */
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
