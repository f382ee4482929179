import type { OutputOf } from '../../api/call.ts'
import { Figure, Figures } from '../../components/figures.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { bytes, count, dollars, number } from '../../wording/amounts.ts'

type Status = OutputOf<'getStatus'>

export function Overview({ status }: { status: Status }) {
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

const modes = { off: 'Off', local: 'Local rules', model: 'Models' }

function Models({ mode, today, limits, exhausted }: Status['budget']) {
  if (mode !== 'model') {
    return <Figure name="Extraction" value={modes[mode]} detail="no model is used" />
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
