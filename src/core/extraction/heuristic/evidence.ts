/**
 * Whether a sentence says something that lasts. What speaks for and against it is counted, each with
 * a weight fitted on the labelled corpus: hand-set weights had learnt the corpus by heart.
 */
import { weigh } from './cue.ts'
import type { Evidence, Language, Weights } from './language.ts'
import type { Message } from './message.ts'
import { amountsIn, identifiersIn, properNamesIn } from './names.ts'
import type { Line } from './own-lines.ts'
import { knownNamesIn } from './topics.ts'

export type Found = readonly (readonly [name: string, amount: number])[]

/** How much speaks for it, as log odds: 0 is even. */
export function sumOf(found: Found, weights: Weights): number {
  return found.reduce((sum, [name, amount]) => sum + (weights[name] ?? 0) * amount, weights.bias)
}

export function amountOf(isThere: boolean): number {
  return isThere ? 1 : 0
}

/** All that speaks for or against each line, with how much of it there is, from 0 to 1. */
export function findEvidence(message: Message, language: Language): readonly Found[] {
  const { lines, isFollowUp } = message
  const lastTask = lines.findLastIndex(
    ({ plain, isQuestion }) => isQuestion || language.isRequest(plain),
  )
  return lines.map((line, at) => [
    ...language.evidence.map(
      (one) => [one.name, amountOf(one.pattern.test(whereOf(one, message, at)))] as const,
    ),
    ['is said outright', amountOf(language.isOutright(line.plain))],
    ...kindsOf(line, language),
    ...namesOf(line),
    ...lengthOf(line, language),
    // Background comes before the task it is background of. That a sentence is the whole message
    // would speak against it in the corpus, where most of those are tasks, and is left out.
    ['comes before a task', amountOf(at < lastTask)],
    ['follows an answer', amountOf(isFollowUp)],
    ['stands in a list', amountOf(line.isItem)],
    ['stands above the last paragraph', amountOf(line.paragraph < (lines.at(-1)?.paragraph ?? 0))],
    ['is written as a standard', amountOf(/\b(?:MUST|SHOULD|SHALL)\b/.test(line.text))],
    ['is in a long message', Math.min(1, Math.max(0, lines.length - 2) / manySentences)],
  ])
}

const offsets = { 'line before': -1, line: 0, 'line after': 1 }

function whereOf({ of = 'line' }: Evidence, { lines, reply }: Message, at: number): string {
  if (of === 'reply') return reply
  return lines[at + offsets[of]]?.plain ?? ''
}

/** The clearer it is of a kind, the likelier somebody meant it so. */
function kindsOf({ plain }: Line, { grammars }: Language): Found {
  const read = grammars.map(({ kind, cues }) => [kind, Math.max(0, weigh(cues, plain))] as const)
  const highest = Math.max(...read.map(([, weight]) => weight))
  return [
    ...read.map(([kind, weight]) => [`reads as a ${kind}`, Math.min(1, weight / clearly)] as const),
    ['reads clearly', Math.min(1, Math.max(0, highest - clearly / 2) / clearly)],
  ]
}

function namesOf({ text }: Line): Found {
  return [
    ['has a proper name', amountOf(properNamesIn(text).length > 0)],
    ['has an identifier', amountOf(identifiersIn(text).length > 0)],
    ['has a known name', amountOf(knownNamesIn(text).length > 0)],
    ['has an amount', amountOf(amountsIn(text).length > 0)],
  ]
}

/** A long statement says much; a long request is a detailed one. */
function lengthOf({ plain }: Line, language: Language): Found {
  const words = plain.split(' ').length
  const isRequest = language.isRequest(plain)
  return [
    ['is long', isRequest ? 0 : Math.min(1, words / manyWords)],
    ['is very long', isRequest ? 0 : Math.min(1, words / veryManyWords)],
    ['is a long request', isRequest ? Math.min(1, words / veryManyWords) : 0],
  ]
}

/** Weight of cues from which on a kind cannot be said clearer. */
const clearly = 4
const manyWords = 12
const veryManyWords = 25
const manySentences = 6
