/** Deletes history for good, after showing what goes, what may go along and what stays. */
import { type ReactNode, useState } from 'react'
import type { OutputOf } from '../api/call.ts'
import { useChange, useOperation } from '../api/operation-hooks.ts'
import { Pending } from '../components/placeholders.tsx'
import { showToast } from '../components/toasts.tsx'
import { bytes, count } from '../wording/amounts.ts'

type Plan = OutputOf<'deleteHistory'>

interface DeletionPlanProps {
  readonly plan: Plan | undefined
  readonly error: Error | null
  readonly choice: DeletionChoice
  readonly onChoose: (choice: DeletionChoice) => void
}

interface DeletionChoice {
  readonly withMemories: boolean
  readonly withBackups: boolean
}

const onlyHistory: DeletionChoice = { withMemories: false, withBackups: false }

export function DeletionPlan({ plan, error, choice, onChoose }: DeletionPlanProps) {
  if (!plan) return <Pending error={error} lines={3} />
  const { memoriesAlone, memoriesShared, active, transcripts, copies } = plan
  return (
    <div className="stack">
      <p>
        This deletes {describeCounts(plan)} for good: prompts, answers, tool inputs and outputs,
        digests and all that search knows of them. It cannot be undone.
      </p>
      {active > 0 && <p>A session that is still open is not captured any more.</p>}
      {memoriesAlone > 0 && (
        <Choice
          isChosen={choice.withMemories}
          onChange={(withMemories) => onChoose({ ...choice, withMemories })}
        >
          Also delete {count(memoriesAlone, 'memory', 'memories')} without another source
        </Choice>
      )}
      {memoriesShared > 0 && (
        <p>{count(memoriesShared, 'memory', 'memories')} with other sources stay.</p>
      )}
      {copies.length > 0 && (
        <Choice
          isChosen={choice.withBackups}
          onChange={(withBackups) => onChoose({ ...choice, withBackups })}
        >
          Also delete {count(copies.length, 'database backup')} that may hold it (
          {bytes(copies.reduce((sum, copy) => sum + copy.bytes, 0))})
        </Choice>
      )}
      {transcripts.length > 0 && (
        <p>
          {count(transcripts.length, 'transcript')} of the agent stay, such as{' '}
          <code>{transcripts[0]}</code>
        </p>
      )}
    </div>
  )
}

function describeCounts({ sessions, turns, events }: Plan): string {
  const parts = [
    ...(sessions > 0 ? [count(sessions, 'session')] : []),
    count(turns, 'turn'),
    count(events, 'event'),
  ]
  return parts.join(', ')
}

interface ChoiceProps {
  readonly isChosen: boolean
  readonly onChange: (isChosen: boolean) => void
  readonly children: ReactNode
}

function Choice({ isChosen, onChange, children }: ChoiceProps) {
  return (
    <label className="row">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{children}</span>
    </label>
  )
}

export interface DeletedHistory {
  readonly session?: string
  readonly turn?: string
  readonly project?: string
}

/** Counts what would be deleted while the user decides, and deletes it when they confirm. */
export function useDeletion(what: DeletedHistory, onDone: () => void) {
  const [choice, setChoice] = useState(onlyHistory)
  const { mutate, error, isPending } = useChange('deleteHistory')
  // While it is being deleted, nobody asks about what is gone a moment later.
  const options = { isFresh: true, enabled: !isPending }
  const planned = useOperation('deleteHistory', { ...what, dryRun: true }, options)
  const confirm = () =>
    mutate(
      {
        ...what,
        memories: choice.withMemories ? 'delete' : 'keep',
        backups: choice.withBackups,
        confirm: true,
      },
      {
        onSuccess(deleted) {
          showToast(describeDeleted(deleted))
          onDone()
        },
      },
    )
  return {
    plan: planned.data,
    error: error ?? planned.error,
    isPending,
    choice,
    setChoice,
    confirm,
  }
}

function describeDeleted({ sessions, turns, memories }: OutputOf<'deleteHistory'>): string {
  const history = sessions > 0 ? count(sessions, 'session') : count(turns, 'turn')
  const along = memories > 0 ? ` and ${count(memories, 'memory', 'memories')}` : ''
  return `${history}${along} deleted.`
}
