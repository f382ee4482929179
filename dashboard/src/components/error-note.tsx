import './error-note.css'
import type { ReactNode } from 'react'
import { ApiError, isAway } from '../api/api-error.ts'
import { sentence } from '../wording/texts.ts'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

interface ErrorNoteProps {
  readonly error: Error
  readonly action?: ReactNode
}

/** An error and what to do. The banner already reports a missing daemon. */
export function ErrorNote({ error, action }: ErrorNoteProps) {
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
