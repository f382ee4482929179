import { useReviewCounts } from '../api/review-counts.ts'

const mostShown = 99

/** How many decisions wait; nothing if none do. */
export function ReviewBadge({ project }: { project: string | undefined }) {
  const total = useReviewCounts(project)?.total ?? 0
  if (total === 0) return null
  return (
    <span className="navigation-badge">
      {total > mostShown ? `${mostShown}+` : total}
      <span className="visually-hidden"> to review</span>
    </span>
  )
}
