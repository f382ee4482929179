import { Link } from '@tanstack/react-router'
import type { OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { type ReviewCounts, useReviewCounts } from '../../api/review-counts.ts'
import { Figure, Figures, PendingFigures } from '../../components/figures.tsx'
import { count, number } from '../../wording/amounts.ts'

interface ValueFiguresProps {
  readonly project: string | undefined
  /** Proposals come with the live status, before the rest is counted. */
  readonly proposals: number | undefined
}

export function ValueFigures({ project, proposals }: ValueFiguresProps) {
  const learned = useOperation('listLearned', { project, limit: 1 }, { live: true }).data
  const stats = useOperation('getContextStats', { project, days: 7 }, { live: true }).data
  const review = useReviewCounts(project)
  if (!learned || !stats) return <PendingFigures />
  const waiting = project || proposals === undefined ? review : withProposals(review, proposals)
  return (
    <Figures>
      <Learned {...learned} />
      <Used {...stats} />
      <Failures moments={stats.moments} />
      <Waiting review={waiting} project={project} />
    </Figures>
  )
}

function withProposals(review: ReviewCounts | undefined, proposals: number): ReviewCounts {
  const { candidates, others } = review ?? { candidates: 0, others: 0 }
  return { proposals, candidates, others, total: proposals + candidates + others }
}

function Learned({ rules, memories, candidates }: OutputOf<'listLearned'>) {
  const parts = [
    ...(rules > 0 ? [count(rules, 'rule')] : []),
    ...(candidates > 0 ? [count(candidates, 'candidate')] : []),
  ]
  return (
    <Figure
      name="Learned this week"
      value={count(rules + memories, 'memory', 'memories')}
      detail={parts.join(' · ') || 'in the last seven days'}
    />
  )
}

function Used({ shown, used, sessions }: OutputOf<'getContextStats'>) {
  return (
    <Figure
      name="Given and used"
      value={shown > 0 ? `${number(used)} of ${number(shown)}` : '–'}
      detail={
        shown > 0 ? `memories used, in ${count(sessions, 'session')}` : 'nothing given this week'
      }
    />
  )
}

function Failures({ moments }: Pick<OutputOf<'getContextStats'>, 'moments'>) {
  const failures = moments.filter(({ moment }) => moment === 'failure')
  const sum = (name: 'given' | 'followed' | 'helped') =>
    failures.reduce((total, each) => total + (each[name] ?? 0), 0)
  const followed = sum('followed')
  return (
    <Figure
      name="Failures answered"
      value={number(sum('given'))}
      detail={
        followed > 0
          ? `${number(sum('helped'))} of ${number(followed)} then passed`
          : 'from memory, this week'
      }
    />
  )
}

interface WaitingProps {
  readonly review: ReviewCounts | undefined
  readonly project: string | undefined
}

function Waiting({ review, project }: WaitingProps) {
  if (!review) return <Figure name="To review" value="…" detail="counting" />
  const { proposals, candidates, others, total } = review
  const parts = [
    ...(proposals > 0 ? [count(proposals, 'proposal')] : []),
    ...(candidates > 0 ? [count(candidates, 'candidate')] : []),
    ...(others > 0 ? [`${number(others)} to check`] : []),
  ]
  if (total === 0) return <Figure name="To review" value="0" detail="nothing is waiting" />
  return (
    <Figure
      name="To review"
      value={number(total)}
      detail={
        <Link to="/review" search={{ kind: undefined, project }} className="home-review">
          {parts.join(' · ')}
        </Link>
      }
    />
  )
}
