/** What speaks for or against keeping something, as numbers from 0 to 1. None measures length. */
import type { Action } from '../model/action.ts'
import { straightenQuotes } from '../text/straighten-quotes.ts'
import { accountCues, saidCues } from './cues.ts'

export type Features = Readonly<Record<string, number>>
export type Weights = Readonly<Record<string, number>>

export const biasName = 'bias'

/** The log odds that these features speak for: 0 is even. */
export function oddsOf(features: Features, weights: Weights): number {
  let sum = weights[biasName] ?? 0
  for (const [name, amount] of Object.entries(features)) sum += (weights[name] ?? 0) * amount
  return sum
}

export const amountOf = (isThere: boolean) => (isThere ? 1 : 0)

const several = 4

/** Each cue counts for being there, and again for how often, up to four times. */
export function saidFeatures(said: string): Features {
  const plain = straightenQuotes(said)
  return Object.fromEntries(
    Object.entries(saidCues).flatMap(([name, cue]) => {
      const count = plain.match(cue)?.length ?? 0
      return [
        [name, amountOf(count > 0)],
        [`${name}, often`, Math.min(count, several) / several],
      ]
    }),
  )
}

export function accountFeatures(account: string): Features {
  const plain = straightenQuotes(account)
  return Object.fromEntries(
    Object.entries(accountCues).map(([name, cue]) => [
      `agent ${name}`,
      amountOf(account !== '' && cue.test(plain)),
    ]),
  )
}

/** How the agent answered last. */
export function previousFeatures(answer: string | undefined): Features {
  const text = answer?.trim() ?? ''
  const end = text.slice(-400)
  return {
    'opens the session': amountOf(answer === undefined),
    'follows a question': amountOf(/\?\W*$/.test(end)),
    'follows options': amountOf(firstOption.test(text) && end.includes('?')),
    'follows finished work': amountOf(finished.test(text.slice(0, 300))),
  }
}

const firstOption = /^\W*(?:option|approach)?\s*(?:1|A)[.):]/im
const finished = /\b(?:done|fixed|updated|created|implemented|all tests pass|summary|complete)\b/i

/** What the agent did after it was said. */
export function workFeatures(actions: readonly Action[]): Features {
  const edits = actions.filter(({ kind, outcome }) => kind === 'edit' && outcome === 'ok').length
  const commands = actions.map(({ command }) => command ?? '').join('\n')
  return {
    'leads to edits': amountOf(edits > 0),
    'leads to many edits': amountOf(edits > 3),
    'leads to much work': amountOf(actions.length > 10),
    'leads to a commit': amountOf(/\bgit commit\b/.test(commands)),
    'leads to a push': amountOf(/\bgit push\b|\bgh pr create\b/.test(commands)),
    'leads to checks': amountOf(/\b(?:test|lint|build|check)\b/.test(commands)),
    'meets a failure': amountOf(actions.some(({ outcome }) => outcome === 'failed')),
  }
}

/** How the agent answered it. */
export function answerFeatures(answer: string): Features {
  return {
    'is answered by a question': amountOf(answer.trim().endsWith('?')),
    'is answered by a list': amountOf(/^\s*(?:\d+\.|[-*]) /m.test(answer)),
    'is conceded': amountOf(concedes.test(answer.slice(0, 400))),
  }
}

const concedes =
  /you['’]?re (?:absolutely )?right|good (?:point|catch)|makes sense|understood|i see\b/i
