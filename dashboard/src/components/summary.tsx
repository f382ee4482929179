import './summary.css'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

interface SummaryProps {
  readonly children: ReactNode
  readonly className?: string
  readonly iconSize?: number
}

/** The summary of a `details` element, with our chevron instead of the browser's triangle. */
export function Summary({ children, className, iconSize = 14 }: SummaryProps) {
  return (
    <summary className={classNames('summary', className)}>
      <Icon name="chevron" size={iconSize} />
      {children}
    </summary>
  )
}
