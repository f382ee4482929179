import './chip.css'
import './chip-select.css'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

interface ChipSelectProps<Value extends string> {
  readonly label: string
  readonly value: Value | undefined
  readonly options: readonly (readonly [value: Value, text: string])[]
  readonly onChange: (value: Value | undefined) => void
}

/** A filter with one of several values, or none: a native select that looks like a chip. */
export function ChipSelect<Value extends string>(props: ChipSelectProps<Value>) {
  const { label, value, options, onChange } = props
  const choose = (chosen: string) => onChange(options.find(([name]) => name === chosen)?.[0])
  return (
    <span className={classNames('chip-select', value !== undefined && 'is-on')}>
      <select
        className="chip"
        aria-label={label}
        value={value ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{label}</option>
        {options.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
      <Icon name="chevron" size={12} />
    </span>
  )
}
