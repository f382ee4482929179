/** What shows in place of data: that it loads, why it failed, or why there is none. */
import './placeholders.css'
import type { ReactNode } from 'react'
import { ApiError, isAway } from '../api/call.ts'
import { sentence } from '../wording/texts.ts'
import { classNames } from './class-names.ts'
import { Command } from './command.tsx'
import { Icon } from './icon.tsx'

/** Shown while data loads: a skeleton, or the error. A daemon may come back. */
export function Pending({ error, lines = 3 }: { error: Error | null; lines?: number }) {
  return error && !isAway(error) ? <ErrorNote error={error} /> : <Skeleton lines={lines} />
}

/** A loading placeholder. It appears only if loading takes noticeably long. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines that are all alike
        <div key={line} className="skeleton-line" />
      ))}
    </div>
  )
}

/** An error and what to do. The banner already reports a missing daemon. */
export function ErrorNote({ error, action }: { error: Error; action?: ReactNode }) {
  const hint =
    error instanceof ApiError
      ? error.hint
      : 'Reload the page. If the error stays, run throughline doctor.'
  return (
    <div className={classNames('error-note', isAway(error) && 'is-in-banner')} role="alert">
      <Icon name="alert" />
      <div className="error-note-text">
        <p>{sentence(error.message)}</p>
        {hint && <p className="error-note-hint">{sentence(hint)}</p>}
      </div>
      {action}
    </div>
  )
}

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
