import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { LiveEvent, LiveEventKind } from '../../../../src/contract/live-event.ts'
import { nameAgent } from '../../../../src/contract/vocabulary.ts'
import { useConnection } from '../../api/connection.ts'
import { useLiveEvents } from '../../api/live-events.ts'
import { IconButton } from '../../components/button.tsx'
import { Icon, type IconName } from '../../components/icon.tsx'
import { EmptyState, Skeleton } from '../../components/placeholders.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { Card } from '../../components/view.tsx'
import { duration } from '../../wording/time.ts'

const mostShown = 8

interface LiveFeedProps {
  /** Whether any event can arrive. */
  readonly hasEvents: boolean
}

/** Newest events on top. While paused, it counts the new ones. */
export function LiveFeed({ hasEvents }: LiveFeedProps) {
  const events = useLiveEvents()
  const isOnline = useConnection() === 'online'
  const isQuiet = useIsQuiet()
  const [heldAt, setHeldAt] = useState<string>()
  const shown = heldAt === undefined ? events : events.filter(({ id }) => id <= heldAt)
  const held = events.length - shown.length
  const toggle = () => setHeldAt(heldAt === undefined ? (events[0]?.id ?? '') : undefined)
  return (
    <Card
      title="Live"
      isFlush
      actions={
        <>
          <span
            className={isOnline && heldAt === undefined ? 'pulse' : 'pulse is-still'}
            aria-hidden="true"
          />
          {held > 0 && <span className="quiet">{held} new</span>}
          <IconButton
            icon={heldAt === undefined ? 'pause' : 'play'}
            label={heldAt === undefined ? 'Pause the feed' : 'Resume the feed'}
            onClick={toggle}
          />
        </>
      }
    >
      {events.length === 0 && hasEvents && !isQuiet && (
        <div className="feed-pending">
          <Skeleton lines={8} />
        </div>
      )}
      {events.length === 0 && hasEvents && isQuiet && (
        <p className="home-nothing">Nothing has happened since the import.</p>
      )}
      {events.length === 0 && !hasEvents && (
        <EmptyState title="Waiting for the first event">
          Prompts, tools and answers appear here as they happen.
        </EmptyState>
      )}
      {events.length > 0 && (
        <ol className="feed" aria-label="Events, newest first">
          {shown.slice(0, mostShown).map((event) => (
            <FeedRow key={event.id} event={event} />
          ))}
        </ol>
      )}
    </Card>
  )
}

const quietAfterMs = 2_000

/** Imported events are not live ones, so there may be some that never come. */
function useIsQuiet(): boolean {
  const [isQuiet, setIsQuiet] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsQuiet(true), quietAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isQuiet
}

const eventLabels: Record<LiveEventKind, { icon: IconName; name: string }> = {
  'session-start': { icon: 'start', name: 'Session started' },
  prompt: { icon: 'prompt', name: 'Asked' },
  'before-tool': { icon: 'tool', name: 'About to use a tool' },
  tool: { icon: 'tool', name: 'Used a tool' },
  'turn-end': { icon: 'done', name: 'Answered' },
  'subagent-start': { icon: 'start', name: 'Subagent started' },
  'subagent-end': { icon: 'end', name: 'Subagent ended' },
  'pre-compact': { icon: 'context', name: 'About to compact' },
  'post-compact': { icon: 'context', name: 'Compacted' },
  'instructions-loaded': { icon: 'file', name: 'Instructions loaded' },
  'cwd-changed': { icon: 'chevron', name: 'Changed folder' },
  'session-end': { icon: 'end', name: 'Session ended' },
  other: { icon: 'activity', name: 'Other event' },
}

function FeedRow({ event }: { event: LiveEvent }) {
  const { kind, name, text, tool, project, host, sessionId, occurredAt } = event
  const hasFailed = tool?.outcome === 'failed'
  const { icon, name: kindName } = eventLabels[kind]
  return (
    <li className={`feed-row feed-${kind}`}>
      <span className={hasFailed ? 'feed-icon is-failed' : 'feed-icon'}>
        <Icon name={hasFailed ? 'alert' : icon} />
      </span>
      <p className="feed-text">
        <strong>{tool?.name ?? (kind === 'other' ? name : kindName)}</strong>
        {hasFailed && <span className="feed-failed"> failed</span>}
        {text && <span className={tool ? 'feed-what mono' : 'feed-what'}> {text}</span>}
      </p>
      <p className="feed-where">
        {tool?.durationMs !== undefined && <span>{duration(tool.durationMs)}</span>}
        <Link
          to="/sessions/$id"
          params={{ id: sessionId }}
          className="truncate"
          title={project?.name}
        >
          {project?.name ?? nameAgent(host)}
        </Link>
        <span className="feed-time">
          <RelativeTime at={occurredAt} />
        </span>
      </p>
    </li>
  )
}
