import { isAway } from '../api/api-error.ts'
import { ErrorNote } from './error-note.tsx'
import { Skeleton } from './skeleton.tsx'

interface PendingProps {
  readonly error: Error | null
  readonly lines?: number
}

/** Shown while data loads: a skeleton, or the error. A daemon may come back. */
export function Pending({ error, lines = 3 }: PendingProps) {
  return error && !isAway(error) ? <ErrorNote error={error} /> : <Skeleton lines={lines} />
}
