import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/operation-hooks.ts'
import { Icon } from '../../components/icon.tsx'
import { count } from '../../wording/amounts.ts'
import { noFilter } from '../review/review-filter.ts'

/**
 * What waits for the user's decision. Proposals come with the live status; counting the rest compares
 * memories, so it happens once per visit.
 */
export function OpenReview({ proposals }: { proposals: number }) {
  const { data } = useOperation('listReview', { limit: 1 }, { isFresh: true })
  const counts = data?.counts ?? []
  const candidates = counts.find(({ kind }) => kind === 'candidate')?.count ?? 0
  const others = counts
    .filter(({ kind }) => kind !== 'proposal' && kind !== 'candidate')
    .reduce((sum, each) => sum + each.count, 0)
  const parts = [
    ...(proposals > 0 ? [`${count(proposals, 'proposal')} to decide`] : []),
    ...(candidates > 0 ? [`${count(candidates, 'candidate')} to keep or drop`] : []),
    ...(others > 0 ? [`${count(others, 'memory', 'memories')} to check`] : []),
  ]
  if (parts.length === 0) return null
  return (
    <Link to="/review" search={noFilter} className="now-review">
      <Icon name="review" />
      <span>{parts.join(' · ')}</span>
      <span className="now-review-action">Review</span>
    </Link>
  )
}
