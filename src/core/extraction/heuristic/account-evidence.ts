/** What speaks for an agent's account telling of a fault that could surprise again. */

import type { Exchange } from '../../model/window.ts'
import { readSentences } from '../../text/sentences.ts'
import { concreteness } from './concreteness.ts'
import { amountOf, type Found } from './evidence.ts'
import type { Explanation } from './explanation.ts'
import type { FixChain } from './fix-chain.ts'
import type { Language } from './language.ts'

/** @param chain the actions it ends, if any */
export function findAccountEvidence(
  { user, assistant, actions }: Exchange,
  told: Explanation,
  chain: FixChain | undefined,
  language: Language,
): Found {
  const asked = readSentences(user)
  const answer = readSentences(assistant)
  const isAsked = (is: (plain: string) => boolean) =>
    asked.some(({ text }) => is(language.normalise(text)))
  const plain = language.normalise(told.sentences.join(' '))
  const whole = answer.map(({ text }) => language.normalise(text)).join(' ')
  const edits = actions.filter(({ kind, outcome }) => kind === 'edit' && outcome === 'ok')
  return [
    ['tells a cause', Math.min(1, Math.max(0, told.cause) / clearly)],
    ['tells a remedy', Math.min(1, Math.max(0, told.remedy) / clearly)],
    ['tells both', amountOf(told.cause >= 1 && told.remedy >= 1)],
    ['trouble was reported', amountOf(isAsked(language.reportsTrouble))],
    ['a reason was asked for', amountOf(isAsked(language.questions.asksForReason))],
    ['work was asked for', amountOf(isAsked(language.isRequest))],
    ['something failed and passed', amountOf(chain !== undefined)],
    ['something failed', amountOf(actions.some(({ outcome }) => outcome === 'failed'))],
    ['something was edited', amountOf(edits.length > 0)],
    ['nothing was done', amountOf(actions.length === 0)],
    ['names things', concreteness(told.sentences.join(' '))],
    ['is a slip', amountOf(told.isSlip)],
    ['lists changes', amountOf(answer.some(({ isItem }) => isItem))],
    ['asks back', amountOf(answer.some(({ isQuestion }) => isQuestion))],
    ...language.account.evidence.map(
      ({ name, pattern, of }) =>
        [name, amountOf(pattern.test(of === 'reply' ? whole : plain))] as const,
    ),
  ]
}

const clearly = 4
