/** The queue, which item is looked at, and what is done about it. */
import { useState } from 'react'
import type { ReviewDecisionName, ReviewKind } from '../../../../src/contract/vocabulary.ts'
import type { ApiError } from '../../api/api-error.ts'
import type { OutputOf } from '../../api/call.ts'
import { useChange, useOperation } from '../../api/operation-hooks.ts'
import { showToast } from '../../components/toast-store.ts'
import { tellDecision } from './wording.ts'

export type Review = OutputOf<'listReview'>
export type ReviewItem = Review['items'][number]

export interface ReviewFilter {
  readonly kind?: ReviewKind | undefined
  readonly project?: string | undefined
}

const mostListed = 100

export function useReview(filter: ReviewFilter) {
  const [selectedKey, select] = useState<string>()
  const [swappedKey, setSwapped] = useState<string>()
  const [decided, setDecided] = useState(0)
  const { data, error } = useOperation(
    'listReview',
    { ...filter, limit: mostListed },
    { keepsPrevious: true },
  )
  const deciding = useChange('decideReview')
  const undoing = useChange('undoReview')
  const items = data?.items ?? []
  const index = Math.max(
    0,
    items.findIndex(({ key }) => key === selectedKey),
  )
  const found = items[index]
  const item = found && found.key === swappedKey ? swap(found) : found
  const isBusy = deciding.isPending || undoing.isPending
  const onError = ({ message }: ApiError) => showToast(message, { tone: 'bad' })

  const undo = (key: string | undefined) =>
    undoing.mutate(
      { key },
      {
        onError,
        onSuccess: (undone) => {
          setDecided((count) => Math.max(0, count - 1))
          select(undone.key)
          showToast('Undone.')
        },
      },
    )

  const decide = (decision: ReviewDecisionName) => {
    const isOffered = item && (decision !== 'merge' || item.memories.length > 1)
    if (!isOffered || isBusy) return
    const next = items[index + 1] ?? items[index - 1]
    deciding.mutate(
      { key: item.key, decision, stays: item.memories[0]?.id },
      {
        onError,
        onSuccess: ({ key }) => {
          setDecided((count) => count + 1)
          select(next?.key)
          showToast(tellDecision(decision, item.memories.length), { undo: () => undo(key) })
        },
      },
    )
  }

  return {
    data,
    error,
    item,
    isBusy,
    decided,
    decide,
    /** Whatever was decided last, here or elsewhere. */
    undoLast: () => data?.undoable && !isBusy && undo(data.undoable.key),
    select,
    move: (step: number) => select(items[index + step]?.key ?? found?.key),
    swap: () => setSwapped((key) => (key === found?.key ? undefined : found?.key)),
  }
}

function swap(item: ReviewItem): ReviewItem {
  return { ...item, memories: item.memories.toReversed() }
}
