import type { ApiError, OutputOf } from '../api/call.ts'
import { useChange, useOperation } from '../api/operation-hooks.ts'
import { Button } from '../components/button.tsx'
import { Facts, Meter } from '../components/figures.tsx'
import { Pending } from '../components/placeholders.tsx'
import { showFailure } from '../components/toasts.tsx'
import { Card } from '../components/view.tsx'
import { bytes, count, number } from '../wording/amounts.ts'
import { shortDate } from '../wording/time.ts'

type Run = NonNullable<OutputOf<'getImport'>['run']>
type Found = OutputOf<'findImports'>['found'][number]
type FoundMemories = OutputOf<'findImports'>['memories'][number]

const refetchEveryMs = 500
/** How long the page shows the result of the last import. */
const recentMs = 60 * 60_000

interface EarlierSessionsProps {
  readonly isOffered: boolean
  /** Says so if there is nothing to import. */
  readonly showsNone?: boolean
  readonly waitingJobs: number
}

export function EarlierSessions(props: EarlierSessionsProps) {
  const { isOffered, showsNone = false, waitingJobs } = props
  const { data } = useOperation('getImport', {}, { everyMs: refetchEveryMs })
  const start = useStart()
  if (!data) return null
  const { run, learned } = data
  if (run?.state === 'running') return <Running run={run} />
  if (run?.state === 'stopped') return <Stopped run={run} {...start} />
  const isDone = run !== undefined && isRecent(run)
  return (
    <>
      {isDone && <Done run={run} learned={learned} waitingJobs={waitingJobs} />}
      {isOffered && (showsNone || !isDone) && <Offer {...start} showsNone={showsNone} />}
    </>
  )
}

const isRecent = ({ updatedAt }: Run) => Date.now() - Date.parse(updatedAt) < recentMs

interface Start {
  readonly begin: () => void
  readonly isBusy: boolean
}

function useStart(): Start {
  const { mutate, isPending } = useChange('startImport')
  const begin = () => mutate({}, { onError: showFailure })
  return { begin, isBusy: isPending }
}

function Offer({ begin, isBusy, showsNone }: Start & { showsNone: boolean }) {
  const { data, error } = useOperation('findImports', {})
  if (!data) return showsNone ? <Looking error={error} /> : null
  if (data.found.length + data.memories.length === 0) return showsNone ? <NothingFound /> : null
  return (
    <Card
      title="Earlier sessions on this machine"
      actions={
        <Button look="primary" isBusy={isBusy} onClick={begin}>
          Import them
        </Button>
      }
    >
      <div className="stack">
        <p>
          Your agents kept these. Imported, they can be searched, and memories are learned from
          them. Secrets are removed; nothing leaves this machine.
        </p>
        <Facts
          facts={[
            ...data.found.map((found) => [found.displayName, describeFound(found)] as const),
            ...data.memories.map((found) => [found.displayName, describeMemories(found)] as const),
          ]}
        />
      </div>
    </Card>
  )
}

function Looking({ error }: { error: ApiError | null }) {
  return (
    <Card title="Earlier sessions on this machine">
      <Pending error={error} lines={2} />
    </Card>
  )
}

function NothingFound() {
  return (
    <Card title="Earlier sessions on this machine">
      <p>Nothing new to import: everything your agents kept here is already in Throughline.</p>
    </Card>
  )
}

function describeFound({ sessions, items, projects, since, bytes: size }: Found): string {
  if (sessions === 0) return `${count(items, 'file')}, ${bytes(size)}`
  const where = projects > 0 ? ` in ${count(projects, 'project')}` : ''
  const when = since === undefined ? '' : ` since ${shortDate(since, Date.now())}`
  return `${count(sessions, 'session')}${where}${when}, ${bytes(size)}`
}

function describeMemories({ memories, unit }: FoundMemories): string {
  if (memories === 0) return 'memories'
  return unit === 'memory' ? memoryCount(memories) : count(memories, unit)
}

const memoryCount = (memories: number) => count(memories, 'memory', 'memories')

function Running({ run: { sessions, secondsLeft, brought } }: { run: Run }) {
  const left =
    secondsLeft === undefined ? 'looking for sessions' : `${count(secondsLeft, 'second')} left`
  return (
    <Card title="Importing earlier sessions">
      <div className="stack" aria-live="polite">
        <Meter label="Sessions" value={sessions.done} most={sessions.all} />
        <p className="quiet">
          {count(brought.turns, 'turn')}, {count(brought.toolCalls, 'tool call')} so far; {left}.
        </p>
      </div>
    </Card>
  )
}

function Stopped({ run: { sessions }, begin, isBusy }: { run: Run } & Start) {
  return (
    <Card
      title="The import was interrupted"
      actions={
        <Button look="primary" isBusy={isBusy} onClick={begin}>
          Go on
        </Button>
      }
    >
      <p>
        {sessions.done} of {count(sessions.all, 'session')} are imported; nothing is imported twice.
      </p>
    </Card>
  )
}

interface DoneProps extends Pick<OutputOf<'getImport'>, 'learned'> {
  readonly run: Run
  readonly waitingJobs: number
}

function Done({ run, learned, waitingJobs }: DoneProps) {
  const { brought, unreadable } = run
  const failed = brought.failures > 0 ? ` (${number(brought.failures)} failed)` : ''
  const facts = [
    `${count(brought.turns, 'turn')} and ${count(brought.toolCalls, 'tool call')}${failed}.`,
    ...(unreadable > 0 ? [`${count(unreadable, 'file')} could not be read.`] : []),
    ...(brought.memories + brought.candidates > 0
      ? [`From other tools: ${describeLearned(brought)}.`]
      : []),
    ...(learned ? [`Local rules learned ${describeLearned(learned)}${soFar(waitingJobs)}.`] : []),
  ]
  return (
    <Card title={`${count(brought.sessions, 'session')} imported`}>
      <p>{facts.join(' ')}</p>
    </Card>
  )
}

const soFar = (waitingJobs: number) =>
  waitingJobs === 0 ? '' : ` so far; ${count(waitingJobs, 'job')} to go`

function describeLearned({ memories, candidates }: { memories: number; candidates: number }) {
  return candidates === 0
    ? memoryCount(memories)
    : `${memoryCount(memories)} and ${count(candidates, 'candidate')}`
}
