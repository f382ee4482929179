/** The four models of the local judge and of asks, fitted together. */

import {
  type HeardPrompt,
  promptFeatures,
  settledFeatures,
} from '../../src/core/asks/moment-features.ts'
import type { Weights } from '../../src/core/cues/features.ts'
import { accountOf, episodeFeatures } from '../../src/core/extraction/heuristic/episode.ts'
import { withAccount } from '../../src/core/memory/conflict.ts'
import { isWanted, type LabelledTurn } from './examples.ts'
import { type Example, fitWeights, strength } from './fit.ts'

export interface Models {
  /** Which sentences of an answer say what came of it. */
  readonly account: Weights
  /** Whether an episode is worth keeping. */
  readonly episode: Weights
  /** Whether to ask at a prompt. */
  readonly prompt: Weights
  /** Whether to ask once work has settled. */
  readonly settled: Weights
}

const longestText = 300

export function fitModels(turns: readonly LabelledTurn[]): Models {
  const account = fitWeights(turns.flatMap(accountExamples), strength.account)
  const episode = fitWeights(
    turns.flatMap((turn) => episodeExample(turn, account)),
    strength.episode,
  )
  const prompt = fitWeights(
    turns.map((turn) => askExample(turn, promptFeatures(saidAt(turn)))),
    strength.ask,
  )
  const settled = fitWeights(
    turns.map((turn) => askExample(turn, settledFeatures(saidAt(turn), turn.exchange.actions))),
    strength.ask,
  )
  return { account, episode, prompt, settled }
}

/** A sentence is good if it makes what was said recognisable as something a reader would keep. */
function accountExamples({ source, episode, items }: LabelledTurn): Example[] {
  if (!episode) return []
  return episode.sentences.map(({ text, features }) => ({
    source,
    features,
    isPositive: isWanted(`${episode.said} ${text}`.slice(0, longestText), items),
  }))
}

function episodeExample({ source, episode, items }: LabelledTurn, account: Weights): Example[] {
  if (!episode) return []
  const told = accountOf(episode, account)
  return [
    {
      source,
      features: episodeFeatures(episode, told),
      isPositive: isWanted(withAccount(episode.said, told), items),
    },
  ]
}

function askExample({ source, must }: LabelledTurn, features: Example['features']): Example {
  return { source, features, isPositive: must.length > 0 }
}

export function saidAt({ exchange, previous }: LabelledTurn): HeardPrompt {
  return {
    own: exchange.user,
    isPlan: exchange.plan !== undefined,
    previousAnswer: previous?.assistant,
  }
}
