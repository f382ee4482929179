import './empty-state.css'
import type { ReactNode } from 'react'
import { Command } from './command.tsx'

interface EmptyStateProps {
  readonly title: string
  /** Why it is empty, and what the first step does. */
  readonly children: ReactNode
  /** The first step, if it is a command. */
  readonly command?: string
  /** The first step, if it is on this page. */
  readonly action?: ReactNode
}

/** Shown where there is no data yet, with the first step. */
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
