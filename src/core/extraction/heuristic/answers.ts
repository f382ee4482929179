/** Answers worth keeping because somebody had to ask: how something is done here, and where it is. */

import type { Exchange } from '../../model/window.ts'
import { readSentences, type Sentence } from '../../text/sentences.ts'
import { type Candidate, toCandidate } from './candidate.ts'
import { finishSentence, fitSentences } from './fit-sentences.ts'
import type { Language } from './language.ts'
import { codesIn, filesIn, linksIn } from './names.ts'
import { trustOf } from './trust-of.ts'
import { turnSource } from './turn-source.ts'

const longestSteps = 480

export function answeredSteps(exchange: Exchange, language: Language): Candidate | undefined {
  const { account, normalise, questions, wording } = language
  const sentences = readSentences(exchange.assistant)
  const steps = sentences.filter(({ isItem }) => isItem)
  const lead = sentences[sentences.findIndex(({ isItem }) => isItem) - 1]
  if (steps.length < 2 || !lead?.text.endsWith(':') || account.isIdle(normalise(lead.text))) {
    return undefined
  }
  const question = questionOf(exchange.user, questions.asksForSteps, language)
  const isLookedUp =
    question !== undefined &&
    (exchange.actions.length > 0 ||
      sentences.some(({ text }) => questions.tellsOfLooking(normalise(text))))
  const isTried = questions.introducesSteps(normalise(lead.text)) && haveRun(steps, exchange)
  // Steps that were neither looked up nor tried are general knowledge.
  if (!(isLookedUp && steps.some(hasCode)) && !isTried) return undefined
  const list = steps.map(({ text }, index) => `${index + 1}) ${text.replace(/[.;]$/, '')}`)
  const told = account.neutral(`${lead.text} ${list.join('; ')}.`)
  const isClear = question === undefined || questions.introducesSteps(normalise(lead.text))
  return draft('procedure', isClear ? told : wording.answered(question, told), exchange)
}

function hasCode({ text }: Sentence): boolean {
  return codesIn(text).length > 0
}

function haveRun(steps: readonly Sentence[], { actions }: Exchange): boolean {
  const commands = actions.filter(({ outcome }) => outcome === 'ok').map(({ command }) => command)
  return steps
    .flatMap(({ text }) => codesIn(text))
    .some((code) => commands.some((command) => command?.includes(code)))
}

export function answeredPlace(exchange: Exchange, language: Language): Candidate | undefined {
  const question = questionOf(exchange.user, language.questions.asksForPlace, language)
  if (question === undefined) return undefined
  const answer = readSentences(exchange.assistant).find(
    ({ text }) => filesIn(text).length + linksIn(text).length > 0,
  )
  if (!answer || language.account.isIdle(language.normalise(answer.text))) return undefined
  return draft(
    'reference',
    language.wording.answered(question, finishSentence(language.account.neutral(answer.text))),
    exchange,
  )
}

function questionOf(
  user: string,
  asks: (plain: string) => boolean,
  language: Language,
): string | undefined {
  return readSentences(user).find(({ text }) => asks(language.normalise(text)))?.text
}

function draft(kind: 'procedure' | 'reference', content: string, exchange: Exchange): Candidate {
  const sources = turnSource(exchange.turnId)
  return toCandidate({
    kind,
    content: fitSentences([content], longestSteps),
    margin: 0.5,
    trust: trustOf(exchange),
    sources,
  })
}
