/**
 * What one exchange may teach: what the user said or agreed to, and what came of it. An exchange in
 * which nobody decided, corrected or reported anything makes no episode.
 */

import { chosenOf } from '../../cues/chosen.ts'
import { isErrand } from '../../cues/errand.ts'
import {
  accountFeatures,
  amountOf,
  answerFeatures,
  type Features,
  previousFeatures,
  saidFeatures,
  type Weights,
  workFeatures,
} from '../../cues/features.ts'
import { leansOnContext, passageOf } from '../../cues/passage.ts'
import { accountMarkLength } from '../../memory/account.ts'
import type { Exchange } from '../../model/window.ts'
import { type AccountSentence, accountSentences, chooseAccount } from './account.ts'
import { type FixChain, findFixChains } from './fix-chain.ts'
import { wordsOf } from './words.ts'

export interface Episode {
  readonly exchange: Exchange
  readonly previous: Exchange | undefined
  /** Whose words `said` is. */
  readonly speaker: 'user' | 'agent'
  readonly said: string
  readonly sentences: readonly AccountSentence[]
  /** What failed, was changed and then passed. */
  readonly chain: FixChain | undefined
}

const longestContent = 300

export function episodeOf(exchange: Exchange, previous: Exchange | undefined): Episode | undefined {
  const chosen = chosenOf(exchange.user, previous?.assistant ?? '') ?? planOf(exchange)
  const said = passageOf(chosen === undefined ? exchange.user : `Agreed: ${chosen}`)
  if (said === '' || isErrand(said)) return undefined
  return {
    exchange,
    previous,
    speaker: chosen === undefined ? 'user' : 'agent',
    said,
    sentences: accountSentences(exchange.assistant, `${said} ${exchange.user}`),
    chain: chainEndingIn(exchange, previous),
  }
}

function chainEndingIn(exchange: Exchange, previous: Exchange | undefined): FixChain | undefined {
  const exchanges = previous ? [previous, exchange] : [exchange]
  return findFixChains(exchanges).find(({ to, changes }) => {
    return to === exchanges.length - 1 && changes.length > 0
  })
}

/** A plan counts if the user adds nothing to it. */
function planOf({ user, plan }: Exchange): string | undefined {
  return user === '' ? plan : undefined
}

/** What the agent says came of it, as far as there is room. */
export function accountOf({ said, sentences }: Episode, weights: Weights): string {
  return chooseAccount(sentences, longestContent - said.length - accountMarkLength, weights)
}

export function episodeFeatures(episode: Episode, account: string): Features {
  const { exchange, previous, said, speaker } = episode
  const topic = new Set(wordsOf(said))
  const shared = new Set(wordsOf(account).filter((word) => topic.has(word))).size
  return {
    ...saidFeatures(said),
    ...accountFeatures(account),
    ...previousFeatures(previous?.assistant),
    ...workFeatures(exchange.actions),
    ...answerFeatures(exchange.assistant),
    'mends what failed': amountOf(episode.chain !== undefined),
    'is a choice': amountOf(speaker === 'agent'),
    'ends as a question': amountOf(/\?\W*$/.test(said)),
    'leans on what came before': amountOf(leansOnContext(said)),
    'has no account': amountOf(account === ''),
    'account shares words': Math.min(shared, 4) / 4,
  }
}
