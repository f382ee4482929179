import { useLocation } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useMemo } from 'react'
import type { OutputOf } from '../../api/call.ts'
import { EmptyState } from '../../components/placeholders.tsx'
import { GivenContext } from './given-context.tsx'
import { turnAnchor } from './links.tsx'
import { findTurn, type Turn, timelineEntries } from './timeline-entries.ts'
import { TurnArticle } from './turn-article.tsx'

/** Later turns render once these are readable. */
const shownAtOnce = 100

export function Timeline({ session }: { session: OutputOf<'getSession'> }) {
  const target = useTarget(session.timeline)
  const all = useMemo(() => timelineEntries(session), [session])
  const entries = useDeferredValue(all, target.turn ? all : all.slice(0, shownAtOnce))
  if (entries.length === 0) {
    return (
      <EmptyState title="No prompt yet">
        The first prompt and everything after it appear here as they happen.
      </EmptyState>
    )
  }
  return (
    <ol className="timeline" aria-label="Turns, oldest first">
      {entries.map((entry) =>
        entry.kind === 'given' ? (
          <li key={entry.given.at} className="timeline-between">
            <GivenContext given={entry.given} />
          </li>
        ) : (
          <li key={entry.turn.id} className="timeline-turn">
            <TurnArticle
              turn={entry.turn}
              given={entry.given}
              memories={session.memories.filter(({ turns }) => turns.includes(entry.turn.id))}
              isTarget={target.turn === entry.turn}
              targetId={target.id}
            />
          </li>
        ),
      )}
    </ol>
  )
}

/** Scrolls to the turn or tool event that the URL names, once it is rendered. */
function useTarget(timeline: readonly Turn[]): { id: string; turn: Turn | undefined } {
  const id = useLocation({ select: ({ hash }) => hash.replace(/^turn-/, '') })
  const turn = findTurn(timeline, [id])
  useEffect(() => {
    const element = turn?.id ? document.getElementById(turnAnchor(turn.id)) : null
    element?.scrollIntoView()
    element?.focus({ preventScroll: true })
  }, [turn?.id])
  return { id, turn }
}
