import './filters.css'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface FiltersProps {
  readonly children: ReactNode
  /** Whether there is anything to clear. */
  readonly isFiltered: boolean
  readonly onClear: () => void
}

/** Chips in a row, which scrolls on a narrow screen. */
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
