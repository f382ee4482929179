import { useEffect, useState } from 'react'
import { useReviewCounts } from '../api/review-counts.ts'

const mostShown = 99
/** Counting must not delay the first view. */
const firstCountMs = 2_000

/** How many decisions wait; nothing if none do. */
export function ReviewBadge({ project }: { project: string | undefined }) {
  const [enabled, setEnabled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setEnabled(true), firstCountMs)
    return () => clearTimeout(timer)
  }, [])
  const total = useReviewCounts(project, { enabled })?.total ?? 0
  if (total === 0) return null
  return (
    <span className="navigation-badge">
      {total > mostShown ? `${mostShown}+` : total}
      <span className="visually-hidden"> to review</span>
    </span>
  )
}
