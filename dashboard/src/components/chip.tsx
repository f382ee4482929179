import './chip.css'
import type { ReactNode } from 'react'

interface ChipProps {
  readonly isOn: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

/** A filter that is on or off. */
export function Chip({ isOn, onToggle, children }: ChipProps) {
  return (
    <button type="button" className="chip" aria-pressed={isOn} onClick={onToggle}>
      {children}
    </button>
  )
}
