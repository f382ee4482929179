import './chip.css'
import './text-filter.css'
import { useEffect, useRef, useState } from 'react'
import { longestFilter } from '../read-params.ts'
import { classNames } from './class-names.ts'

interface TextFilterProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** How long typing must pause before the list is filtered. */
const settleMs = 250

/** Shows only rows that contain a text. */
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
