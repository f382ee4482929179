/** What speaks for asking, at a prompt and once work has settled. Its weights are fitted. */
import { chosenOf } from '../cues/chosen.ts'
import {
  amountOf,
  type Features,
  previousFeatures,
  saidFeatures,
  workFeatures,
} from '../cues/features.ts'
import type { Action } from '../model/host-event.ts'

export interface HeardPrompt {
  /** The user's own words, without anything pasted or quoted. */
  readonly own: string
  /** The prompt is a plan of the agent's that the user approved. */
  readonly isPlan: boolean
  /** What the agent answered last, where that is known. */
  readonly previousAnswer: string | undefined
}

/** Enough to know what a prompt is; pasted text that was taken for typed is mostly longer. */
const mostRead = 1_500

export function promptFeatures({ own, isPlan, previousAnswer }: HeardPrompt): Features {
  const words = own.slice(0, mostRead)
  return {
    ...saidFeatures(words),
    ...previousFeatures(previousAnswer),
    'approves a plan': amountOf(isPlan && own === ''),
    'is a choice': amountOf(chosenOf(own, previousAnswer ?? '') !== undefined),
    'says nothing': amountOf(own === ''),
    'ends as a question': amountOf(/\?\W*$/.test(words)),
  }
}

/** @param actions what the agent did since the prompt */
export function settledFeatures(said: HeardPrompt, actions: readonly Action[]): Features {
  return { ...promptFeatures(said), ...workFeatures(actions) }
}
