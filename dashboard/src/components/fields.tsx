/** Fields of forms, with a label above. */
import './fields.css'
import { useId } from 'react'
import { Icon } from './icon.tsx'

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** More than one makes it a text area. */
  readonly rows?: number
  /** Explains what to enter, if the label is not enough. */
  readonly hint?: string
  readonly isRequired?: boolean
}

export function TextField(props: TextFieldProps) {
  const { label, value, onChange, rows = 1, hint, isRequired = false } = props
  const id = useId()
  const common = {
    id,
    value,
    required: isRequired,
    'aria-describedby': hint ? `${id}-hint` : undefined,
    spellCheck: rows > 1,
  }
  return (
    <div className="text-field">
      <label htmlFor={id}>{label}</label>
      {rows > 1 ? (
        <textarea {...common} rows={rows} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <input {...common} type="text" onChange={({ target }) => onChange(target.value)} />
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-field-hint">
          {hint}
        </p>
      )}
    </div>
  )
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly onChange: (value: string) => void
}

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
