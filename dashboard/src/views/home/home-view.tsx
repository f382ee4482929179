import './home.css'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import type { OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { View } from '../../components/view.tsx'
import { EarlierSessions } from '../../import/earlier-sessions.tsx'
import { count } from '../../wording/amounts.ts'
import { ActiveSessions } from './active-sessions.tsx'
import { BehindTheScenes } from './behind-the-scenes.tsx'
import { FirstSteps } from './first-steps.tsx'
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
const lookEveryMs = 2_000

/** What the memory is worth first, then what is going on, then how it works. */
export function HomeView() {
  const { project } = getRouteApi('/').useSearch()
  const status = useOperation('getStatus', {}, { live: true, everyMs: lookEveryMs })
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
      <div className="home-columns">
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
  const { data } = useOperation('getOverview', {}, { everyMs: lookEveryMs, enabled: isAsked })
  return isAsked && data !== undefined && data.memories + data.candidates + data.review === 0
}
