import './session.css'
import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { nameAgent } from '../../../../src/contract/vocabulary.ts'
import type { OutputOf } from '../../api/call.ts'
import { useChange, useOperation } from '../../api/operation-hooks.ts'
import { Badge } from '../../components/badge.tsx'
import { Menu } from '../../components/menu.tsx'
import { EmptyState, Pending } from '../../components/placeholders.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { showFailure, showToast } from '../../components/toasts.tsx'
import { View } from '../../components/view.tsx'
import { count } from '../../wording/amounts.ts'
import { DeleteSession } from './delete-session.tsx'
import { GivenContext } from './given-context.tsx'
import { LearnedMemories } from './learned-memories.tsx'
import { turnAnchor } from './links.tsx'
import { describeLength, SessionAbout } from './session-about.tsx'
import { SessionChart } from './session-chart.tsx'
import { SessionSummary } from './session-summary.tsx'
import { findTurn, type Turn, timelineEntries } from './timeline-entries.ts'
import { TurnArticle } from './turn-article.tsx'
import { marksOf } from './turn-marks.ts'
import { TurnRail } from './turn-rail.tsx'
import { useTurnKeys } from './use-turn-keys.ts'

type Session = OutputOf<'getSession'>

export function SessionView() {
  const { id } = getRouteApi('/sessions/$id').useParams()
  const { data: session, error } = useOperation('getSession', { id }, { live: true })
  if (session) return <ShownSession key={session.id} session={session} />
  return (
    <View title="Session">
      {error?.code === 'not-found' ? (
        <EmptyState title="Session not found" action={<Link to="/sessions">All sessions</Link>}>
          The link may be incomplete, or the session was deleted.
        </EmptyState>
      ) : (
        <Pending error={error} lines={8} />
      )}
    </View>
  )
}

function ShownSession({ session }: { session: Session }) {
  const { title, summary, timeline } = session
  const turns = useMemo(() => timeline.map((turn) => ({ turn, marks: marksOf(turn) })), [timeline])
  const current = useTurnKeys(turns)
  return (
    <View
      title={title}
      intro={<Intro session={session} />}
      actions={<SessionMenu session={session} />}
    >
      <div className="columns session-head">
        <div className="stack">
          <SessionSummary lines={summary} timeline={timeline} />
          {turns.length > 2 && <SessionChart turns={turns} current={current} />}
        </div>
        <LearnedMemories session={session} />
      </div>
      <div className="session-body">
        {turns.length > 1 && <TurnRail turns={turns} current={current} />}
        <Timeline session={session} />
      </div>
      <SessionAbout session={session} />
    </View>
  )
}

function Intro({ session }: { session: Session }) {
  const { project, host, branch, trust, status, startedAt, turns } = session
  return (
    <span className="row session-intro">
      {project && (
        <Link to="/sessions" search={{ project: project.id }}>
          {project.name}
        </Link>
      )}
      <span>{nameAgent(host)}</span>
      {trust && <span>from the repository</span>}
      {branch && <code className="truncate">{branch}</code>}
      <span>
        <RelativeTime at={startedAt} />, {describeLength(session)}
      </span>
      <span>{count(turns, 'turn')}</span>
      {status === 'active' && <Badge tone="good">active</Badge>}
      {session.heldBack && <Badge tone="warn">held back for proof</Badge>}
    </span>
  )
}

function SessionMenu({ session: { id, project, heldBack } }: { session: Session }) {
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const { mutate } = useChange('extractSession')
  const { mutate: release } = useChange('releaseSession')
  const extract = () =>
    mutate(
      { id },
      {
        onSuccess: ({ found }) =>
          showToast(
            found.length === 0
              ? 'Nothing new was found.'
              : `Found ${count(found.length, 'memory', 'memories')}.`,
          ),
        onError: showFailure,
      },
    )
  return (
    <>
      <Menu
        label="Session actions"
        items={[
          {
            label: 'Preview context',
            icon: 'context',
            run: () =>
              void navigate({ to: '/context', search: { session: id, project: project?.id } }),
          },
          { label: 'Extract memories', icon: 'search', run: extract },
          ...(heldBack
            ? [
                {
                  label: 'Give it memory again',
                  icon: 'play' as const,
                  run: () => release({ session: id }, { onError: showFailure }),
                },
              ]
            : []),
          {
            label: 'Delete session',
            icon: 'forget',
            isDangerous: true,
            run: () => setDeleting(true),
          },
        ]}
      />
      {isDeleting && <DeleteSession id={id} onClose={() => setDeleting(false)} />}
    </>
  )
}

/** Later turns render once these are readable. */
const shownAtOnce = 20

function Timeline({ session }: { session: Session }) {
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
    if (!element) return
    element.scrollIntoView()
    element.focus({ preventScroll: true })
    // Turns above get their real height once they come into view.
    const frame = requestAnimationFrame(() => element.scrollIntoView())
    return () => cancelAnimationFrame(frame)
  }, [turn?.id])
  return { id, turn }
}
