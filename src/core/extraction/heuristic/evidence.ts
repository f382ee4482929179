/**
 * Whether a sentence says something that lasts. What speaks for and against it is counted, each with
 * a weight fitted on the labelled corpus: hand-set weights had learnt the corpus by heart.
 */
import { weigh } from './cue.ts'
import type { Language } from './language.ts'
import { identifiersIn, properNamesIn } from './names.ts'
import type { Line } from './own-lines.ts'
import { knownNamesIn } from './topics.ts'

type Found = readonly (readonly [name: string, amount: number])[]

/** How likely each line of a message is worth keeping, as log odds: 0 is even. */
export function weighLines(lines: readonly Line[], language: Language): readonly number[] {
  const { weights } = language
  return findEvidence(lines, language).map((found) =>
    found.reduce((sum, [name, amount]) => sum + (weights[name] ?? 0) * amount, weights.bias),
  )
}

/** All that speaks for or against each line, with how much of it there is, from 0 to 1. */
export function findEvidence(lines: readonly Line[], language: Language): readonly Found[] {
  const lastTask = lines.findLastIndex(
    ({ plain, isQuestion }) => isQuestion || language.isRequest(plain),
  )
  return lines.map((line, at) => [
    ...language.evidence.map(
      ({ name, pattern }) => [name, amountOf(pattern.test(line.plain))] as const,
    ),
    ...kindsOf(line, language),
    ...namesOf(line),
    // Background comes before the task it is background of. That a sentence is the whole message
    // would speak against it in the corpus, where most of those are tasks, and is left out.
    ['comes before a task', amountOf(at < lastTask)],
    ['is in a long message', Math.min(1, Math.max(0, lines.length - 2) / manySentences)],
  ])
}

/** The clearer it is of a kind, the likelier somebody meant it so. */
function kindsOf({ plain }: Line, { grammars }: Language): Found {
  return grammars.map(({ kind, cues }) => [
    `reads as a ${kind}`,
    Math.min(1, Math.max(0, weigh(cues, plain)) / clearly),
  ])
}

function namesOf({ text, plain }: Line): Found {
  const words = plain.split(' ').length
  return [
    ['has a proper name', amountOf(properNamesIn(text).length > 0)],
    ['has an identifier', amountOf(identifiersIn(text).length > 0)],
    ['has a known name', amountOf(knownNamesIn(text).length > 0)],
    ['is long', Math.min(1, words / manyWords)],
  ]
}

/** Weight of cues from which on a kind cannot be said clearer. */
const clearly = 4
const manyWords = 12
const manySentences = 6

function amountOf(isThere: boolean): number {
  return isThere ? 1 : 0
}
