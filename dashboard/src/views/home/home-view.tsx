import './home.css'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ApiError, type OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote, Skeleton } from '../../components/placeholders.tsx'
import { View } from '../../components/view.tsx'
import { EarlierSessions } from '../../import/earlier-sessions.tsx'
import { useProjectOptions } from '../../project/current-project.tsx'
import { count } from '../../wording/amounts.ts'
import { LastSessions } from './last-sessions.tsx'
import { LiveFeed } from './live-feed.tsx'
import { NextSession } from './next-session.tsx'
import { AfterImport, FirstSteps } from './next-steps.tsx'
import { StatusLine } from './status-line.tsx'
import { LastDays, Week } from './week.tsx'

/** Jobs change without a live event. */
const refetchEveryMs = 2_000
const lastShown = 5

/** What the next session gets, whether memory helps, and what was done last. */
export function HomeView() {
  const { project, live = false } = getRouteApi('/').useSearch()
  const navigate = useNavigate({ from: '/' })
  const status = useOperation('getStatus', {}, { live: true, everyMs: refetchEveryMs })
  const isNew = useIsNew(status.data?.totals.sessions)
  return (
    <View
      title="Home"
      intro={<StatusLine status={status.data} />}
      actions={
        !isNew && (
          <Button
            icon="play"
            aria-pressed={live}
            onClick={() =>
              void navigate({ search: { project, live: live ? undefined : true }, replace: true })
            }
          >
            Live
          </Button>
        )
      }
    >
      {status.error && !status.data && <ErrorNote error={status.error} />}
      {status.data?.damagedDatabases.map((file) => (
        <ErrorNote key={file} error={replaced(file)} />
      ))}
      {status.data?.lostDatabase && <ErrorNote error={emptied(status.data.lostDatabase)} />}
      {status.data?.lostEvents && <ErrorNote error={lost(status.data.lostEvents.count)} />}
      {status.data && (
        <EarlierSessions
          isOffered={status.data.totals.sessions === 0}
          waitingJobs={waitingIn(status.data.jobs)}
        />
      )}
      {!isNew && <AfterImport />}
      {isNew ? (
        <div className="columns">
          <FirstSteps />
          <LiveFeed hasEvents={status.data?.totals.events !== 0} />
        </div>
      ) : (
        <Overview project={project} isLive={live} />
      )}
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

type LostDatabase = NonNullable<OutputOf<'getStatus'>['lostDatabase']>

function emptied({ sessions, memories }: LostDatabase): ApiError {
  const had = `${count(sessions, 'session')} and ${count(memories, 'memory', 'memories')}`
  return new ApiError(
    'corrupt-database',
    `the database was emptied or replaced; it had ${had}`,
    'throughline doctor says what to do',
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

interface OverviewProps {
  readonly project: string | undefined
  readonly isLive: boolean
}

function Overview({ project, isLive }: OverviewProps) {
  const input = { project, limit: lastShown }
  const last = useOperation('listSessions', input, { live: true, keepsPrevious: true })
  const projects = useProjectOptions()
  const chosen = projects.find(([id]) => id === project)
  if (!last.data) return last.error ? <ErrorNote error={last.error} /> : <Skeleton lines={8} />
  const { sessions } = last.data
  // Of all projects, the one that was worked in last is the likeliest to be next.
  const next = chosen
    ? { id: chosen[0], name: chosen[1] }
    : sessions.find((session) => session.project)?.project
  return (
    <div className="columns">
      <NextSession key={next?.id} project={next} />
      <div className="stack">
        {isLive && <LiveFeed hasEvents={sessions.length > 0} />}
        <Week project={project} />
        <LastDays project={project} />
        <LastSessions sessions={sessions} project={project} />
      </div>
    </div>
  )
}
