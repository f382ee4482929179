/** Links from a session to its turns and memories. */
import { Link } from '@tanstack/react-router'
import { Text } from '../../components/text.tsx'
import type { Turn } from './timeline-entries.ts'

export function TurnLink({ turn }: { turn: Turn | undefined }) {
  if (!turn) return null
  return (
    <Link from="/sessions/$id" to="." hash={turnAnchor(turn.id)} className="turn-link">
      turn {turn.number}
    </Link>
  )
}

export const turnAnchor = (id: string) => `turn-${id}`

export function MemoryLink({ id, content }: { id: string; content: string }) {
  return (
    <Link to="/memories/$id" params={{ id }} className="memory-link">
      <Text text={content} />
    </Link>
  )
}
