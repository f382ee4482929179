import './meter.css'
import { useId } from 'react'
import { number } from '../wording/amounts.ts'

interface MeterProps {
  readonly label: string
  readonly value: number
  readonly most: number
}

/** How much of a limit is used. */
export function Meter({ label, value, most }: MeterProps) {
  const id = useId()
  return (
    <div className="meter">
      <label htmlFor={id}>{label}</label>
      <span className="meter-text">
        {number(value)} of {number(most)}
      </span>
      <meter id={id} min={0} max={Math.max(most, 1)} value={value} />
    </div>
  )
}
