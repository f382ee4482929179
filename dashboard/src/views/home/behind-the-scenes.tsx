import { useEffect, useRef, useState } from 'react'
import { describeJob } from '../../../../src/contract/vocabulary.ts'
import type { OutputOf } from '../../api/call.ts'
import { useChange, useOperation } from '../../api/operation-hooks.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { Figure, Figures } from '../../components/figures.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { Pending } from '../../components/placeholders.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { showFailure, showToast } from '../../components/toasts.tsx'
import { Card, Summary } from '../../components/view.tsx'
import { bytes, count, dollars, number } from '../../wording/amounts.ts'

type Status = OutputOf<'getStatus'>

/** Capture, jobs and model costs. Closed unless something needs attention. */
export function BehindTheScenes({ status }: { status: Status }) {
  const isTrouble = needsAttention(status)
  const [isOpen, setOpen] = useState(isTrouble)
  useEffect(() => {
    if (isTrouble) setOpen(true)
  }, [isTrouble])
  return (
    <details
      className="home-behind"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <Summary className="home-behind-summary">
        <h2>Behind the scenes</h2>
        <span className="quiet">capture, jobs and model costs</span>
      </Summary>
      {isOpen && (
        <div className="stack">
          <Overview status={status} />
          <Jobs />
        </div>
      )}
    </details>
  )
}

function needsAttention({ spool, jobs, budget }: Status): boolean {
  return (
    spool.rejected > 0 ||
    budget.exhausted !== undefined ||
    jobs.some(({ status }) => status === 'parked')
  )
}

function Overview({ status }: { status: Status }) {
  return (
    <Figures>
      <Spool {...status.spool} />
      <JobFigure jobs={status.jobs} />
      <Figure
        name="Captured"
        value={count(status.totals.events, 'event')}
        detail={`${count(status.totals.sessions, 'session')} · ${bytes(status.databaseBytes)}`}
      />
      <Models {...status.budget} />
    </Figures>
  )
}

function Spool({ pending, oldest, rejected }: Status['spool']) {
  const value = pending === 0 ? 'Empty' : `${count(pending, 'event')} waiting`
  if (rejected > 0) {
    const detail = `${count(rejected, 'event')} could not be read; run throughline doctor`
    return <Figure name="Spool" value={value} detail={detail} tone="warn" />
  }
  const waiting = oldest ? (
    <>
      oldest <RelativeTime at={oldest} />
    </>
  ) : (
    'all events are ingested'
  )
  return <Figure name="Spool" value={value} detail={waiting} />
}

function JobFigure({ jobs }: Pick<Status, 'jobs'>) {
  const sum = (status: string) =>
    jobs.filter((job) => job.status === status).reduce((total, job) => total + job.count, 0)
  const [running, waiting, parked] = [sum('running'), sum('pending'), sum('parked')]
  const [value, detail] = describeJobs(running, waiting)
  if (parked > 0) {
    return <Figure name="Jobs" value={value} detail={`${number(parked)} parked`} tone="bad" />
  }
  return <Figure name="Jobs" value={value} detail={detail} />
}

function describeJobs(running: number, waiting: number): [value: string, detail: string] {
  if (running > 0) return [`${number(running)} running`, `${number(waiting)} waiting`]
  if (waiting > 0) return [`${number(waiting)} waiting`, 'none is running']
  return ['Idle', 'nothing to do']
}

function Models({ reader, today, limits, exhausted }: Status['budget']) {
  if (reader === 'off') {
    return <Figure name="Reader" value="None" detail="no model reads sessions" />
  }
  const limit = limits.dailyUsd === undefined ? '' : `of ${dollars(limits.dailyUsd)} · `
  return (
    <Figure
      name="Models today"
      value={dollars(today.costUsd)}
      detail={exhausted ? 'the budget is exhausted' : limit + count(today.tokens, 'token')}
      {...(exhausted && { tone: 'warn' as const })}
    />
  )
}

type Job = OutputOf<'listJobs'>['jobs'][number]

const refetchEveryMs = 2_000

function Jobs() {
  const options = { live: true, everyMs: refetchEveryMs }
  const parked = useOperation('listJobs', { status: 'parked', limit: 20 }, options)
  const running = useOperation('listJobs', { status: 'running', limit: 5 }, options)
  const pending = useOperation('listJobs', { status: 'pending', limit: 5 }, options)
  const place = useRef<HTMLDivElement>(null)
  const tryAgain = useRetry()
  // The button disappears with its action, so move the focus first.
  const retry = (id: string | undefined) => {
    place.current?.focus()
    tryAgain(id)
  }
  const jobs = [parked, running, pending].flatMap(({ data }) => data?.jobs ?? [])
  const parkedCount = parked.data?.jobs.length ?? 0
  const isLoaded = parked.data && running.data && pending.data
  return (
    <Card
      title="Jobs"
      isFlush
      actions={
        parkedCount > 1 && (
          <Button look="quiet" icon="retry" onClick={() => retry(undefined)}>
            Retry all
          </Button>
        )
      }
    >
      <div ref={place} className="jobs" tabIndex={-1}>
        {!isLoaded && <Pending error={parked.error} />}
        {isLoaded && jobs.length === 0 && <p className="home-nothing">Nothing to do.</p>}
        {jobs.length > 0 && (
          <List label="Jobs">
            {jobs.map((job) => (
              <JobRow key={job.id} job={job} onRetry={() => retry(job.id)} />
            ))}
          </List>
        )}
      </div>
    </Card>
  )
}

function useRetry(): (id: string | undefined) => void {
  const { mutate } = useChange('retryJobs')
  return (id) =>
    mutate(
      { id },
      {
        onSuccess: ({ retried }) => showToast(`${count(retried, 'job')} will be tried again.`),
        onError: showFailure,
      },
    )
}

const tones = { parked: 'bad', running: 'accent', pending: 'neutral', done: 'good' } as const
const words = { parked: 'parked', running: 'running', pending: 'waiting', done: 'done' }

function JobRow({ job, onRetry }: { job: Job; onRetry: () => void }) {
  const { kind, status, attempts, error, runAfter, updatedAt } = job
  return (
    <ListRow
      title={describeJob(kind)}
      detail={
        <>
          {error && (
            <span className="job-error clamp" title={lastError(job)}>
              {lastError(job)}
            </span>
          )}
          {status === 'parked' && <span>gave up after {count(attempts, 'try', 'tries')}</span>}
          <RelativeTime at={status === 'pending' ? runAfter : updatedAt} />
        </>
      }
      trailing={
        <>
          <Badge tone={tones[status]}>{words[status]}</Badge>
          {status === 'parked' && (
            <IconButton icon="retry" label={`Retry: ${describeJob(kind)}`} onClick={onRetry} />
          )}
        </>
      }
    />
  )
}

/** Its first line; the rest is in the log. */
function lastError({ error = '' }: Job): string {
  const [line = ''] = error.split('\n')
  return line.replace(/^\w*Error: /, '')
}
