import './home.css'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { nameAgent } from '../../../../src/contract/vocabulary.ts'
import { describeStanding } from '../../../../src/contract/wording.ts'
import { ApiError, type OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { CandidateBadge, KindBadge } from '../../components/badge.tsx'
import { Command } from '../../components/command.tsx'
import { Icon } from '../../components/icon.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { ErrorNote, Pending } from '../../components/placeholders.tsx'
import { Text } from '../../components/text.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { Card, View } from '../../components/view.tsx'
import { EarlierSessions } from '../../import/earlier-sessions.tsx'
import { count } from '../../wording/amounts.ts'
import { sentence } from '../../wording/texts.ts'
import { isConnected } from '../settings/agent-row.tsx'
import { BehindTheScenes } from './behind-the-scenes.tsx'
import { LiveFeed } from './live-feed.tsx'
import { ValueFigures } from './value-figures.tsx'

/** Jobs change without a live event. */
const refetchEveryMs = 2_000

/** What the memory is worth first, then what is going on, then how it works. */
export function HomeView() {
  const { project } = getRouteApi('/').useSearch()
  const status = useOperation('getStatus', {}, { live: true, everyMs: refetchEveryMs })
  const isNew = useIsNew(status.data?.totals.sessions)
  return (
    <View title="Home" intro="What your agents learned and used, and what they are doing now.">
      {status.error && !status.data && <ErrorNote error={status.error} />}
      {status.data?.damagedDatabases.map((file) => (
        <ErrorNote key={file} error={replaced(file)} />
      ))}
      {status.data?.lostEvents && <ErrorNote error={lost(status.data.lostEvents.count)} />}
      {status.data && (
        <EarlierSessions
          isOffered={status.data.totals.sessions === 0}
          waitingJobs={waitingIn(status.data.jobs)}
        />
      )}
      {!isNew && <ValueFigures project={project} proposals={status.data?.proposals} />}
      <div className="columns">
        {isNew ? <FirstSteps /> : <LearnedThisWeek project={project} />}
        <div className="stack">
          {!isNew && <ActiveSessions project={project} />}
          <LiveFeed hasEvents={status.data?.totals.events !== 0} />
        </div>
      </div>
      {status.data && <BehindTheScenes status={status.data} />}
    </View>
  )
}

function replaced(file: string): ApiError {
  return new ApiError(
    'corrupt-database',
    `the database was damaged and moved to ${file}; a new one has everything that could be read`,
    'throughline doctor says what to do; remove the file when you no longer need it',
  )
}

function lost(events: number): ApiError {
  return new ApiError(
    'database-unwritable',
    `${count(events, 'event')} of your agents could not be written, so memory has a gap`,
    'throughline doctor says what to do',
  )
}

const waitingIn = (jobs: OutputOf<'getStatus'>['jobs']) =>
  jobs.reduce((sum, { status, count: jobsOf }) => sum + (status === 'pending' ? jobsOf : 0), 0)

/** Whether nothing was captured, learned or proposed yet. */
function useIsNew(sessions: number | undefined): boolean {
  const isAsked = sessions === 0
  const { data } = useOperation('getOverview', {}, { everyMs: refetchEveryMs, enabled: isAsked })
  return isAsked && data !== undefined && data.memories + data.candidates + data.review === 0
}

function ActiveSessions({ project }: { project: string | undefined }) {
  const { data, error } = useOperation(
    'listSessions',
    { project, status: 'active', limit: 8 },
    { live: true },
  )
  return (
    <Card title="Active sessions" isFlush>
      {!data && <Pending error={error} />}
      {data?.sessions.length === 0 && <p className="home-nothing">No agent is at work.</p>}
      {data && data.sessions.length > 0 && (
        <List label="Active sessions">
          {data.sessions.map(({ id, project, host, title, turns, toolEvents, lastEventAt }) => (
            <ListRow
              key={id}
              to="/sessions/$id"
              params={{ id }}
              title={<span className="clamp">{title}</span>}
              detail={
                <>
                  <span>{project?.name ?? nameAgent(host)}</span>
                  <span>{count(turns, 'turn')}</span>
                  <span>{count(toolEvents, 'tool event')}</span>
                </>
              }
              trailing={<RelativeTime at={lastEventAt} />}
            />
          ))}
        </List>
      )}
    </Card>
  )
}

/** In place of the figures until something was captured or learned. */
function FirstSteps() {
  const { data } = useOperation('getHosts', {})
  const connected = data?.hosts.filter(isConnected).map(({ displayName }) => displayName) ?? []
  return (
    <Card title="Get started">
      <ol className="first-steps">
        <Step title="Connect your agents" isDone={connected.length > 0}>
          {connected.length > 0 ? (
            <p>{connected.join(', ')}</p>
          ) : (
            <>
              <p>Run this once in a terminal. It shows every change and asks first.</p>
              <Command text="throughline setup" />
            </>
          )}
        </Step>
        <Step title="Work as usual">
          <p>Start a session. What your agent does appears under Live.</p>
        </Step>
        <Step title="Say what should last">
          <p>Tell your agent “remember that we deploy on Tuesdays”. What it learns appears here.</p>
        </Step>
      </ol>
    </Card>
  )
}

interface StepProps {
  readonly title: string
  readonly isDone?: boolean
  readonly children: ReactNode
}

function Step({ title, isDone = false, children }: StepProps) {
  return (
    <li className={isDone ? 'first-step is-done' : 'first-step'}>
      <span className="first-step-mark">{isDone && <Icon name="done" />}</span>
      <div className="first-step-text">
        <h3>
          {title}
          {isDone && <span className="visually-hidden"> (done)</span>}
        </h3>
        {children}
      </div>
    </li>
  )
}

type Learned = OutputOf<'listLearned'>

const mostShown = 8

function LearnedThisWeek({ project }: { project: string | undefined }) {
  const input = { project, limit: mostShown }
  const { data, error } = useOperation('listLearned', input, { live: true })
  return (
    <Card title="Learned this week" isFlush>
      {!data && <Pending error={error} />}
      {data?.items.length === 0 && (
        <p className="home-nothing">
          Nothing yet. Say “remember that …” to an agent, and it shows here.
        </p>
      )}
      {data && data.items.length > 0 && (
        <>
          <List label="Learned this week">
            {data.items.map((item) => (
              <LearnedRow key={item.id} item={item} />
            ))}
          </List>
          <p className="home-others">
            <Link to="/memories" search={{ project, order: 'created' }}>
              All memories
            </Link>
            {data.candidates > 0 && (
              <Link to="/review" search={{ kind: 'candidate', project }}>
                Review {count(data.candidates, 'candidate')}
              </Link>
            )}
          </p>
        </>
      )}
    </Card>
  )
}

function LearnedRow({ item }: { item: Learned['items'][number] }) {
  const { id, content, kind, standing, storedBy, project, at } = item
  return (
    <ListRow
      to="/memories/$id"
      params={{ id }}
      title={
        <span className="clamp">
          <Text text={content} />
        </span>
      }
      detail={
        <>
          <KindBadge kind={kind} />
          {standing === 'candidate' ? (
            <CandidateBadge />
          ) : (
            <span>{sentence(describeStanding(item, storedBy && nameAgent(storedBy)))}</span>
          )}
          {project && <span>{project}</span>}
        </>
      }
      trailing={<RelativeTime at={at} />}
    />
  )
}
