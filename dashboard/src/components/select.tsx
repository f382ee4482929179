import './select.css'
import { useId } from 'react'
import { Icon } from './icon.tsx'

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly onChange: (value: string) => void
}

/** A native select with a label above. */
export function Select({ label, value, options, onChange }: SelectProps) {
  const id = useId()
  return (
    <div className="select">
      <label htmlFor={id}>{label}</label>
      <div className="select-box">
        <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
        <Icon name="chevron" size={12} />
      </div>
    </div>
  )
}
