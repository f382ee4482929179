/** The review queue, its open item and the decisions. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { MemoryKind, ReviewDecisionName } from '../../../../src/contract/vocabulary.ts'
import { call } from '../../api/call.ts'
import { useChange, useOperation } from '../../api/operation-hooks.ts'
import { dismissToastsAbout, showFailure, showToast } from '../../components/toasts.tsx'
import type { ReviewFilter } from '../../read-params.ts'
import {
  describeAuthorDecision,
  describeDecision,
  isOffered,
  type Review,
  type ReviewItem,
  sessionOf,
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

/**
 * A decision shows at once and is sent in the background, one after another, so that no key is lost
 * however fast they come. One that fails brings its item back.
 */
export function useReview(filter: ReviewFilter) {
  const [progress, setProgress] = useState(kept)
  const [swappedKey, setSwapped] = useState<string>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [lastChosen, setLastChosen] = useState<string>()
  /** By item, another kind that the user wants the candidate to have. */
  const [kinds, setKinds] = useState<ReadonlyMap<string, MemoryKind>>(new Map())
  const go = (at: string | undefined, decisions = 0) => {
    kept = { decided: Math.max(0, kept.decided + decisions), at }
    setProgress(kept)
  }
  const { data, error } = useOperation(
    'listReview',
    { ...filter, limit: mostListed },
    { keepsPrevious: true },
  )
  const { gone, hide, bringBack, send } = useBackground()
  const decidingAll = useChange('decideAuthor')
  const shown = data && without(data, gone)
  const items = shown?.items ?? []
  const index = Math.max(
    0,
    items.findIndex(({ key }) => key === progress.at),
  )
  const found = items[index]
  const shownItem = found && found.key === swappedKey ? swap(found) : found
  const item = shownItem && withKind(shownItem, kinds.get(shownItem.key))
  const isBusy = decidingAll.isPending
  /** Decided here and not undone, the last one last. */
  const made = useRef<string[]>([])

  const undo = (key: string) => {
    made.current = made.current.filter((each) => each !== key)
    // The item comes back as it is then, with the next reading.
    go(key, -1)
    send(async () => {
      await call('undoReview', { key })
      dismissToastsAbout(key)
      showToast('Undone.')
    })
  }

  const decideEach = (
    wanted: readonly ReviewItem[],
    decision: ReviewDecisionName,
    { stays, content, because }: DecisionDetails = {},
  ) => {
    const last = items.findLastIndex((each) => wanted.includes(each) || each.key === item?.key)
    const left = (each: ReviewItem) => wanted.every(({ key }) => key !== each.key)
    const next = items.slice(last + 1).find(left) ?? items.findLast(left)
    go(next?.key, wanted.length)
    setChosen(new Set())
    for (const each of wanted) {
      const { key } = each
      made.current.push(key)
      hide(key)
      const as = decision === 'keep' ? kinds.get(key) : undefined
      const given = { key, decision, stays: stays ?? each.memories[0]?.id, content, as, because }
      send(async () => {
        try {
          await call('decideReview', given)
        } catch (failure) {
          made.current = made.current.filter((other) => other !== key)
          bringBack(key)
          go(key, -1)
          throw failure
        }
        showToast(describeDecision(decision, each), { undo: () => undo(key), about: key })
      })
    }
  }

  const decide = (decision: ReviewDecisionName, more: DecisionDetails = {}) => {
    if (isBusy) return
    const picked = items.filter(({ key }) => chosen.has(key))
    const offered = (picked.length > 0 ? picked : item ? [item] : []).filter(
      (each) => isOffered(each, decision) && (picked.length === 0 || each.kind !== 'contradiction'),
    )
    if (offered.length > 0) decideEach(offered, decision, picked.length > 0 ? {} : more)
  }

  const choose = (keys: readonly string[], isOn: boolean) => {
    setChosen((before) => {
      const others = [...before].filter((key) => !keys.includes(key))
      return new Set(isOn ? [...others, ...keys] : others)
    })
    setLastChosen(keys.at(-1))
  }
  /** Chooses the item, or no longer, and goes on to the next one. */
  const toggle = (key = item?.key) => {
    if (key === undefined) return
    choose([key], !chosen.has(key))
  }
  /** Everything between the item chosen last and this one. */
  const chooseUntil = (key = item?.key) => {
    const ends = [lastChosen ?? key, key].map((each) => items.findIndex((it) => it.key === each))
    const [from, to] = [Math.min(...ends), Math.max(...ends)]
    if (from >= 0)
      choose(
        items.slice(from, to + 1).map((each) => each.key),
        true,
      )
  }

  /** The candidates of the session that the open one was learned in, if it has several. */
  const session = item && sessionOf(item)
  const ofSession = session === undefined ? [] : items.filter((each) => sessionOf(each) === session)

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
    data: shown,
    error,
    decideAuthor,
    item,
    isBusy,
    decided: progress.decided,
    decide,
    sessionCount: ofSession.length,
    decideSession: (decision: 'keep' | 'drop') =>
      ofSession.length > 1 && !isBusy && decideEach(ofSession, decision),
    /** The last decision, made here or elsewhere. */
    chosen,
    toggle,
    chooseUntil,
    clearChosen: () => setChosen(new Set()),
    /** Makes a candidate another kind once it is kept. */
    chooseKind: (kind: MemoryKind) => {
      if (item?.kind === 'candidate') setKinds((all) => new Map(all).set(item.key, kind))
    },
    undoLast: () => {
      const last = made.current.at(-1) ?? data?.undoable?.key
      if (last !== undefined && !isBusy) undo(last)
    },
    select: (key: string) => go(key),
    move: (step: number) => go(items[index + step]?.key ?? found?.key),
    swap: () => setSwapped((key) => (key === found?.key ? undefined : found?.key)),
  }
}

/** Sends one after another, and reads everything anew once nothing is left to send. */
function useBackground() {
  const client = useQueryClient()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const last = useRef(Promise.resolve())
  const waiting = useRef(0)
  const send = (work: () => Promise<void>) => {
    waiting.current += 1
    addEventListener('beforeunload', stay)
    last.current = last.current
      .then(work)
      .catch(showFailure)
      .then(async () => {
        waiting.current -= 1
        if (waiting.current > 0) return
        removeEventListener('beforeunload', stay)
        await client.invalidateQueries()
        if (waiting.current === 0) setGone(new Set())
      })
  }
  return {
    gone,
    send,
    hide: (key: string) => setGone((keys) => new Set([...keys, key])),
    bringBack: (key: string) =>
      setGone((keys) => new Set([...keys].filter((each) => each !== key))),
  }
}

/** The browser asks before it closes a page that has decisions left to send. */
const stay = (event: BeforeUnloadEvent) => event.preventDefault()

function without(review: Review, gone: ReadonlySet<string>): Review {
  const hidden = review.items.filter(({ key }) => gone.has(key))
  return {
    ...review,
    items: review.items.filter(({ key }) => !gone.has(key)),
    total: review.total - hidden.length,
    counts: review.counts.map(({ kind, count }) => ({
      kind,
      count: count - hidden.filter((item) => item.kind === kind).length,
    })),
  }
}

function withKind(item: ReviewItem, kind: MemoryKind | undefined): ReviewItem {
  if (kind === undefined) return item
  return { ...item, memories: item.memories.map((memory) => ({ ...memory, kind })) }
}

const swap = (item: ReviewItem): ReviewItem => ({ ...item, memories: item.memories.toReversed() })
