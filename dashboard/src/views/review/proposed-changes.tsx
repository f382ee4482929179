import { Diff } from '../../components/diff.tsx'
import { Facts } from '../../components/facts.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Sources } from '../memory/sources.tsx'
import type { ReviewItem } from './review-item.ts'
import { fieldNames } from './wording.ts'

type Proposal = NonNullable<ReviewItem['proposal']>

/** What accepting a proposal would change, and what it was learned from. */
export function ProposedChanges({
  proposal: { action, changes, sources, writtenAt },
}: {
  proposal: Proposal
}) {
  const learnedFrom = sources.filter(({ type }) => type !== 'manual')
  const facts = changes.map(
    (change) =>
      [fieldNames[change.field] ?? change.field, <Change key="to" {...change} />] as const,
  )
  return (
    <>
      <div className="review-difference">
        {writtenAt === undefined ? (
          <h2>If you accept</h2>
        ) : (
          <h2>
            Yours, written <RelativeTime at={writtenAt} />
          </h2>
        )}
        {action === 'forget' ? <p>The memory is forgotten.</p> : <Facts facts={facts} />}
      </div>
      {learnedFrom.length > 0 && <Sources sources={learnedFrom} />}
    </>
  )
}

function Change({ field, from, to = 'none' }: Proposal['changes'][number]) {
  if (from === undefined) return to
  if (field === 'content') return <Diff before={from} after={to} />
  return (
    <span className="diff">
      <del>{from}</del> → <ins>{to}</ins>
    </span>
  )
}
