import { useRef } from 'react'
import { describeJob } from '../../../../src/contract/vocabulary.ts'
import type { OutputOf } from '../../api/call.ts'
import { useChange, useOperation } from '../../api/operation-hooks.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { Pending } from '../../components/placeholders.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { showFailure, showToast } from '../../components/toasts.tsx'
import { Card } from '../../components/view.tsx'
import { count } from '../../wording/amounts.ts'

type Job = OutputOf<'listJobs'>['jobs'][number]

const refetchEveryMs = 2_000

/** Work in the background: what failed can be tried again. */
export function Jobs() {
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
        {isLoaded && jobs.length === 0 && <p className="jobs-none">Nothing to do.</p>}
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
