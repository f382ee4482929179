/**
 * What can be learned from one exchange: what the user said or agreed to, and the result. If nobody
 * decided, corrected or reported anything, there is no episode.
 */
import { commandKeys } from '../../activity/command-line.ts'
import { isFailedCommand } from '../../activity/to-action.ts'
import { chosenOf } from '../../cues/chosen.ts'
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
import { isErrand } from '../../cues/short-lived.ts'
import { accountMarkLength } from '../../memory/conflict.ts'
import type { Action } from '../../model/host-event.ts'
import type { Exchange } from '../../model/window.ts'
import { type AccountSentence, accountSentences, chooseAccount, wordsOf } from './account.ts'

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

/** The approved plan, if the user added nothing to it. */
function planOf({ user, plan }: Exchange): string | undefined {
  return user === '' ? plan : undefined
}

/** The result in the agent's words, cut to the space that is left. */
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

/** A command fails, something is changed, the same command passes. */
interface FixChain {
  readonly failed: Action
  readonly changes: readonly Action[]
  readonly passed: Action
  /** The index of the exchange in which it passed. */
  readonly to: number
}

export function findFixChains(exchanges: readonly Exchange[]): readonly FixChain[] {
  const steps = exchanges.flatMap(({ actions }, at) => actions.map((action) => ({ action, at })))
  const chains: FixChain[] = []
  for (let index = 0; index < steps.length; index++) {
    const failed = steps[index]?.action
    if (!failed || !isFailedCommand(failed)) continue
    const keys = commandKeys(failed.command ?? '')
    const end = steps.findIndex(
      ({ action }, at) => at > index && action.outcome === 'ok' && shares(keys, action),
    )
    const last = steps[end]
    if (!last) continue
    const between = steps.slice(index + 1, end).map(({ action }) => action)
    chains.push({ failed, changes: between.filter(isChange), passed: last.action, to: last.at })
    // Failures in between belong to the same search.
    index = end
  }
  return chains
}

function isChange({ kind, outcome, command }: Action): boolean {
  if (outcome === 'failed') return false
  if (kind === 'edit') return true
  return (
    kind === 'command' &&
    /\b(?:install|add|upgrade|update|config|set|enable|export|chmod|prune|clean)\b/.test(
      command ?? '',
    )
  )
}

function shares(keys: readonly string[], { command }: Action): boolean {
  return command !== undefined && commandKeys(command).some((key) => keys.includes(key))
}
