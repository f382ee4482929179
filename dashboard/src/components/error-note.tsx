import './error-note.css'
import type { ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import { Icon } from './icon.tsx'

interface ErrorNoteProps {
  readonly error: Error
  readonly action?: ReactNode
}

/** What went wrong and what to do. */
export function ErrorNote({ error, action }: ErrorNoteProps) {
  const hint =
    error instanceof ApiError
      ? error.hint
      : 'Reload the page; if it stays, throughline doctor may tell more.'
  return (
    <div className="error-note" role="alert">
      <Icon name="alert" />
      <div className="error-note-text">
        <p>{sentence(error.message)}</p>
        {hint && <p className="error-note-hint">{sentence(hint)}</p>}
      </div>
      {action}
    </div>
  )
}

function sentence(text: string): string {
  const line = text.trim()
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}`
}
