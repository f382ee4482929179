/** Filters of a list: chips that are on or off, choose a value or take a text. */
import './filters.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { longestFilter } from '../read-params.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

interface FiltersProps {
  readonly children: ReactNode
  /** Whether there is anything to clear. */
  readonly isFiltered: boolean
  readonly onClear: () => void
}

export function Filters({ children, isFiltered, onClear }: FiltersProps) {
  return (
    <fieldset className="filters">
      <legend className="visually-hidden">Filters</legend>
      {children}
      {isFiltered && (
        <Button look="quiet" icon="close" onClick={onClear}>
          Clear
        </Button>
      )}
    </fieldset>
  )
}

interface ChipProps {
  readonly isOn: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

export function Chip({ isOn, onToggle, children }: ChipProps) {
  return (
    <button type="button" className="chip" aria-pressed={isOn} onClick={onToggle}>
      {children}
    </button>
  )
}

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

interface TextFilterProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** How long typing must pause before the list is filtered. */
const settleMs = 250

export function TextFilter({ label, value, onChange }: TextFilterProps) {
  const [typed, setTyped] = useState(value ?? '')
  /** What we last reported. */
  const reported = useRef(value)
  const report = useRef(onChange)
  useEffect(() => {
    report.current = onChange
  })
  // The filters were cleared, or the user went back.
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setTyped(value ?? '')
  }, [value])
  useEffect(() => {
    const wanted = typed.trim() || undefined
    if (wanted === reported.current) return
    const timer = setTimeout(() => {
      reported.current = wanted
      report.current(wanted)
    }, settleMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <input
      type="search"
      className={classNames('chip text-filter', value !== undefined && 'is-on')}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      maxLength={longestFilter}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}
