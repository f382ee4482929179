import { Link } from '@tanstack/react-router'
import type { Turn } from './timeline-entries.ts'

/** Leads to a turn of the session that is shown. */
export function TurnLink({ turn }: { turn: Turn | undefined }) {
  if (!turn) return null
  return (
    <Link from="/sessions/$id" to="." hash={turnAnchor(turn.id)} className="turn-link">
      turn {turn.number}
    </Link>
  )
}

/** What other views put behind the address of a session. */
export const turnAnchor = (id: string) => `turn-${id}`
