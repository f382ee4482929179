/** How likely a prompt, or the work that followed it, has something worth storing, as log odds. */
import { oddsOf } from '../cues/features.ts'
import { outrightIn, outrightOdds } from '../cues/passage.ts'
import { promptWeights, settledWeights } from '../cues/weights.generated.ts'
import type { Action } from '../model/host-event.ts'
import { ownWords } from '../provenance/prompt-parts.ts'
import { approvedPlan } from '../provenance/said-in-tools.ts'
import { type HeardPrompt, promptFeatures, settledFeatures } from './moment-features.ts'

/** @param answers what the agent said before, the last one last */
export function hearPrompt(prompt: string, answers: readonly string[]): HeardPrompt {
  return {
    own: ownWords(prompt, answers),
    isPlan: approvedPlan(prompt) !== undefined,
    previousAnswer: answers.at(-1),
  }
}

export function promptOdds(heard: HeardPrompt): number {
  const odds = oddsOf(promptFeatures(heard), promptWeights)
  return outrightIn(heard.own) === undefined ? odds : Math.max(odds, outrightOdds)
}

/** @param actions what the agent did since the prompt */
export function settledOdds(heard: HeardPrompt, actions: readonly Action[]): number {
  return oddsOf(settledFeatures(heard, actions), settledWeights)
}
