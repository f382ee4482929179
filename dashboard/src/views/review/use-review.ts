/** The review queue, its open item and the decisions. */
import { useState } from 'react'
import type { ReviewDecisionName } from '../../../../src/contract/vocabulary.ts'
import { useChange, useOperation } from '../../api/operation-hooks.ts'
import { dismissToastsAbout, showFailure, showToast } from '../../components/toasts.tsx'
import type { ReviewFilter } from '../../read-params.ts'
import {
  describeAuthorDecision,
  describeDecision,
  isOffered,
  type ReviewItem,
} from './review-item.ts'

const mostListed = 100

interface DecisionDetails {
  readonly content?: string
  /** Of two, the one to keep; by default the first. */
  readonly stays?: string | undefined
  readonly because?: string
}

interface Progress {
  readonly decided: number
  /** The open item. */
  readonly at?: string | undefined
}

/** Kept while the page is open, so returning from a memory continues there. */
let kept: Progress = { decided: 0 }

export function useReview(filter: ReviewFilter) {
  const [progress, setProgress] = useState(kept)
  const [swappedKey, setSwapped] = useState<string>()
  const go = (at: string | undefined, decisions = 0) => {
    kept = { decided: Math.max(0, kept.decided + decisions), at }
    setProgress(kept)
  }
  const { data, error } = useOperation(
    'listReview',
    { ...filter, limit: mostListed },
    { keepsPrevious: true },
  )
  const deciding = useChange('decideReview')
  const undoing = useChange('undoReview')
  const decidingAll = useChange('decideAuthor')
  const items = data?.items ?? []
  const index = Math.max(
    0,
    items.findIndex(({ key }) => key === progress.at),
  )
  const found = items[index]
  const item = found && found.key === swappedKey ? swap(found) : found
  const isBusy = deciding.isPending || undoing.isPending || decidingAll.isPending

  const undo = (key: string | undefined) =>
    undoing.mutate(
      { key },
      {
        onError: showFailure,
        onSuccess: (undone) => {
          go(undone.key, -1)
          dismissToastsAbout(undone.key)
          showToast('Undone.')
        },
      },
    )

  const decide = (decision: ReviewDecisionName, more: DecisionDetails = {}) => {
    if (!item || !isOffered(item, decision) || isBusy) return
    const { stays = item.memories[0]?.id, content, because } = more
    const next = items[index + 1] ?? items[index - 1]
    deciding.mutate(
      { key: item.key, decision, stays, content, because },
      {
        onError: showFailure,
        onSuccess: ({ key }) => {
          go(next?.key, 1)
          const text = describeDecision(decision, item)
          showToast(text, { undo: () => undo(key), about: key })
        },
      },
    )
  }

  /** Everything of the teammate who wrote the open item. */
  const decideAuthor = (decision: 'keep' | 'drop') => {
    const author = item?.kind === 'candidate' ? item.memories[0]?.author : undefined
    if (!author || isBusy) return
    decidingAll.mutate(
      { author: author.id, decision },
      {
        onError: showFailure,
        onSuccess: (decided) => {
          go(undefined, decided.decided)
          showToast(describeAuthorDecision(decided))
        },
      },
    )
  }

  return {
    data,
    error,
    decideAuthor,
    item,
    isBusy,
    decided: progress.decided,
    decide,
    /** The last decision, made here or elsewhere. */
    undoLast: () => data?.undoable && !isBusy && undo(data.undoable.key),
    select: (key: string) => go(key),
    move: (step: number) => go(items[index + step]?.key ?? found?.key),
    swap: () => setSwapped((key) => (key === found?.key ? undefined : found?.key)),
  }
}

const swap = (item: ReviewItem): ReviewItem => ({ ...item, memories: item.memories.toReversed() })
