import { useState } from 'react'
import type { OutputOf } from '../api/call.ts'
import { useChange, useOperation } from '../api/operation-hooks.ts'
import { showToast } from '../components/toast-store.ts'
import { count } from '../wording/amounts.ts'
import { onlyHistory } from './deletion-plan.tsx'

export interface DeletedHistory {
  readonly session?: string
  readonly turn?: string
  readonly project?: string
}

/** Counts what would go while somebody is asked, and deletes it on their word. */
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
