/** What speaks for a sentence of an agent telling something it found out about the project. */

import type { Exchange } from '../../model/window.ts'
import { readSentences, type Sentence } from '../../text/sentences.ts'
import { amountOf, type Found } from './evidence.ts'
import type { Language } from './language.ts'
import { amountsIn, identifiersIn, properNamesIn } from './names.ts'
import { knownNamesIn } from './topics.ts'

/** For each sentence of the answer, in order. */
export function findFindingEvidence(
  { user, assistant, actions }: Exchange,
  next: Exchange | undefined,
  language: Language,
): readonly Found[] {
  const { normalise, questions } = language
  const asked = readSentences(user).map(({ text, isQuestion }) => ({
    plain: normalise(text),
    isQuestion,
  }))
  const sentences = readSentences(assistant)
  const plains = sentences.map(({ text }) => normalise(text))
  const looked = actions.filter(({ kind }) => kind !== 'edit')
  const around: Found = [
    ['a reason was asked for', amountOf(asked.some(({ plain }) => questions.asksForReason(plain)))],
    [
      'something was asked',
      amountOf(asked.some(({ plain, isQuestion }) => isQuestion || language.isInquiry(plain))),
    ],
    ['trouble was reported', amountOf(asked.some(({ plain }) => language.reportsTrouble(plain)))],
    ['work was asked for', amountOf(asked.some(({ plain }) => language.isRequest(plain)))],
    [
      'the agent looked',
      amountOf(looked.length > 0 || plains.some((plain) => questions.tellsOfLooking(plain))),
    ],
    ['something was edited', amountOf(looked.length < actions.length)],
    ['is answered with thanks', amountOf(next !== undefined && questions.isTaken(next.user))],
  ]
  return sentences.map((sentence, at) => [
    ...around,
    ...namesOf(sentence),
    ['is the first', amountOf(at === 0)],
    ['is long', Math.min(1, (plains[at] ?? '').split(' ').length / manyWords)],
    ...language.findingEvidence.map(
      ({ name, pattern }) => [name, amountOf(pattern.test(plains[at] ?? ''))] as const,
    ),
  ])
}

function namesOf({ text }: Sentence): Found {
  return [
    ['has an identifier', amountOf(identifiersIn(text).length > 0)],
    ['has several identifiers', amountOf(identifiersIn(text).length > 1)],
    ['has an amount', amountOf(amountsIn(text).length > 0)],
    ['has a name', amountOf(properNamesIn(text).length + knownNamesIn(text).length > 0)],
  ]
}

const manyWords = 20
