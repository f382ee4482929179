import './home.css'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { nameAgent } from '../../../../src/contract/vocabulary.ts'
import { ApiError, type OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { Command } from '../../components/command.tsx'
import { Icon } from '../../components/icon.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { ErrorNote, Pending } from '../../components/placeholders.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { Card, View } from '../../components/view.tsx'
import { EarlierSessions } from '../../import/earlier-sessions.tsx'
import { count } from '../../wording/amounts.ts'
import { isConnected } from '../settings/agent-row.tsx'
import { BehindTheScenes } from './behind-the-scenes.tsx'
import { LearnedThisWeek } from './learned.tsx'
import { LiveFeed } from './live-feed.tsx'
import { ValueFigures } from './value-figures.tsx'

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
          {data.sessions.map(
            ({ id, project, host, firstPrompt, turns, toolEvents, lastEventAt }) => (
              <ListRow
                key={id}
                to="/sessions/$id"
                params={{ id }}
                title={<span className="clamp">{firstPrompt ?? 'No prompt yet'}</span>}
                detail={
                  <>
                    <span>{project?.name ?? nameAgent(host)}</span>
                    <span>{count(turns, 'turn')}</span>
                    <span>{count(toolEvents, 'tool event')}</span>
                  </>
                }
                trailing={<RelativeTime at={lastEventAt} />}
              />
            ),
          )}
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
