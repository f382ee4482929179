import './empty-state.css'
import type { ReactNode } from 'react'
import { Command } from './command.tsx'

interface EmptyStateProps {
  readonly title: string
  /** Why there is nothing, and what comes of the first step. */
  readonly children: ReactNode
  /** The first step, where it is a command. */
  readonly command?: string
  /** The first step, where it is on this page. */
  readonly action?: ReactNode
}

/** Where there is nothing yet, the first step is taught. */
export function EmptyState({ title, children, command, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <p className="empty-state-title">{title}</p>
      <p className="empty-state-text">{children}</p>
      {command && <Command text={command} />}
      {action}
    </div>
  )
}
