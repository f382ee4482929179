import { Link } from '@tanstack/react-router'
import { nameAgent } from '../../../../src/contract/vocabulary.ts'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Text } from '../../components/text.tsx'
import { turnAnchor } from '../session/turn-link.tsx'
import type { ReviewItem } from './review-item.ts'

type Said = NonNullable<ReviewItem['said']>

/** Who said what, in the turns a candidate was learned from. */
export function SaidTurns({ turns }: { turns: Said }) {
  if (turns.length === 0) return null
  return (
    <div className="review-difference">
      <h2>Learned from</h2>
      {turns.map(({ id, session, host, at, trust, user, agent }) => (
        <article key={id} className="review-said">
          {user && <Line speaker={trust ? 'Prompt' : 'You'} text={user} />}
          {agent && <Line speaker={trust ? 'Answer' : 'Agent'} text={agent} />}
          <p className="review-facts">
            <span>{nameAgent(host)}</span>
            {trust && <span>a chat in the repository</span>}
            <RelativeTime at={at} />
            <Link to="/sessions/$id" params={{ id: session }} hash={turnAnchor(id)}>
              Open the turn
            </Link>
          </p>
        </article>
      ))}
    </div>
  )
}

function Line({ speaker, text }: { speaker: string; text: string }) {
  return (
    <p>
      <b>{speaker}</b> <Text text={text} />
    </p>
  )
}
