import './session.css'
import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useMemo } from 'react'
import { nameAgent } from '../../../../src/contract/vocabulary.ts'
import type { OutputOf } from '../../api/call.ts'
import { useChange, useOperation } from '../../api/operation-hooks.ts'
import { Badge, KindBadge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Facts } from '../../components/figures.tsx'
import { Icon } from '../../components/icon.tsx'
import { EmptyState, Pending } from '../../components/placeholders.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { showFailure, showToast } from '../../components/toasts.tsx'
import { Card, View } from '../../components/view.tsx'
import { count, dollars, number } from '../../wording/amounts.ts'
import { duration } from '../../wording/time.ts'
import { DeleteSession } from './delete-session.tsx'
import { GivenContext } from './given-context.tsx'
import { MemoryLink, TurnLink, turnAnchor } from './links.tsx'
import { SessionDigest } from './session-digest.tsx'
import { findTurn, type Turn, timelineEntries } from './timeline-entries.ts'
import { TurnArticle } from './turn-article.tsx'

type Session = OutputOf<'getSession'>

export function SessionView() {
  const { id } = getRouteApi('/sessions/$id').useParams()
  const { data: session, error } = useOperation('getSession', { id }, { live: true })
  if (session) return <ShownSession session={session} />
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
  const { id, project, host, branch, trust, status } = session
  return (
    <View
      title={session.title}
      intro={
        <span className="row">
          {project && (
            <Link to="/sessions" search={{ project: project.id }}>
              {project.name}
            </Link>
          )}
          <span>{nameAgent(host)}</span>
          {trust && <span>from the repository</span>}
          {branch && <code>{branch}</code>}
          <Badge tone={status === 'active' ? 'good' : 'neutral'}>
            {status === 'active' ? 'active' : 'ended'}
          </Badge>
        </span>
      }
      actions={
        <>
          <Link
            to="/context"
            search={{ session: id, project: project?.id }}
            className="button button-plain"
          >
            <Icon name="context" />
            Preview context
          </Link>
          <ExtractButton id={id} />
          <DeleteSession id={id} />
        </>
      }
    >
      {session.digest && <SessionDigest digest={session.digest} timeline={session.timeline} />}
      <div className="columns session-columns">
        <Timeline session={session} />
        <div className="stack">
          <SessionFacts session={session} />
          <LearnedMemories session={session} />
        </div>
      </div>
    </View>
  )
}

function ExtractButton({ id }: { id: string }) {
  const { mutate, isPending } = useChange('extractSession')
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
    <Button icon="search" isBusy={isPending} onClick={extract}>
      Extract memories
    </Button>
  )
}

/** Later turns render once these are readable. */
const shownAtOnce = 100

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
    element?.scrollIntoView()
    element?.focus({ preventScroll: true })
  }, [turn?.id])
  return { id, turn }
}

function SessionFacts({ session }: { session: Session }) {
  const { startedAt, endedAt, endReason, lastEventAt, turns, toolEvents, cwd } = session
  const lasted = Date.parse(endedAt ?? lastEventAt) - Date.parse(startedAt)
  return (
    <Card title="About">
      <Facts
        facts={[
          ['Started', <RelativeTime key="started" at={startedAt} />],
          ['Lasted', duration(lasted)],
          ['Ended', endedAt ? describeEnd(endReason) : 'not yet'],
          ['Work', `${count(turns, 'turn')}, ${count(toolEvents, 'tool event')}`],
          ['Context', describeContext(session)],
          ['Learning', describeLearning(session)],
          ['Folder', <code key="folder">{cwd ?? 'unknown'}</code>],
          ...(session.sharedSession ? [fact('Shared as', session.sharedSession)] : []),
          ...(session.agent ? [fact('Agent', session.agent)] : []),
          ['Id', <code key="id">{session.hostSessionId}</code>],
        ]}
      />
    </Card>
  )
}

/** Reasons as hosts give them. */
const ends: Readonly<Record<string, string>> = {
  prompt_input_exit: 'you left',
  logout: 'you logged out',
  clear: 'context cleared',
  other: 'closed',
}

const describeEnd = (reason = 'by itself') => ends[reason] ?? reason.replaceAll('_', ' ')

const fact = (name: string, value: string) => [name, <code key={name}>{value}</code>] as const

function describeContext({ context }: Session): string {
  const lines = context.flatMap((given) => given.lines)
  if (lines.length === 0) return 'nothing'
  const tokens = context.reduce((sum, given) => sum + given.tokens, 0)
  const used = lines.filter(({ use }) => use !== undefined).length
  return `${count(lines.length, 'line')}, ${count(tokens, 'token')}; ${number(used)} used`
}

function describeLearning({ extraction }: Session): string {
  const { items, calls, tokens, costUsd, readBy } = extraction
  if (items === 0 && calls === 0) return 'nothing yet'
  const reader = readBy === undefined ? '' : `${readBy} read it; `
  const found = `${reader}found ${count(items, 'memory', 'memories')}`
  if (calls === 0) return `${found}; no model asked`
  return `${found}; ${count(calls, 'call')}, ${count(tokens, 'token')}, ${dollars(costUsd)}`
}

function LearnedMemories({ session }: { session: Session }) {
  const { memories, timeline } = session
  return (
    <Card title="Learned here" isFlush>
      {memories.length === 0 && <p className="session-nothing">No memory yet.</p>}
      <ul className="learned">
        {memories.map(({ id, kind, content, validTo, turns }) => (
          <li key={id} className={validTo === undefined ? undefined : 'is-superseded'}>
            <MemoryLink id={id} content={content} />
            <span className="row">
              <KindBadge kind={kind} />
              {validTo !== undefined && <span className="quiet">superseded</span>}
              <TurnLink turn={timeline.find((turn) => turns.includes(turn.id))} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
