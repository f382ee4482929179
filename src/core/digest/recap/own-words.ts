/** What the user asked for and how the user steered the session, in the user's own words. */
import { promptOdds } from '../../asks/prompt-moment.ts'
import type { SpokenTurn } from '../../ports/history.ts'
import { approvedPlan } from '../../provenance/approved-plan.ts'
import type { SessionProvenance } from '../../provenance/session-provenance.ts'
import { readSentences, type Sentence } from '../../text/sentences.ts'
import { questionIn } from '../statements.ts'
import { type Steering, steeringIn, steeringSentences } from '../user-words.ts'

export interface UserWords {
  /** What the session began with. */
  readonly task: string | undefined
  /** The agent's plan that the user told it to carry out, if that is the task. */
  readonly plan: string | undefined
  /** Corrections and choices, the weightiest first. */
  readonly said: readonly Remark[]
  /** The last request, unless that is the task. */
  readonly lastAsked: string | undefined
  /** A few words after the last request, such as «yes», and the question they answer. */
  readonly lastReply: { readonly words: string; readonly question: string } | undefined
}

interface Remark {
  /** Its place among the turns of the session. */
  readonly at: number
  readonly text: string
}

interface Typed extends Remark {
  readonly turn: SpokenTurn
  readonly before: SpokenTurn | undefined
}

const leastWords = 4
/** So few may say nothing without the question before them. */
const mostReplyWords = 5
const mostQuoted = 300

export async function readUserWords(
  turns: readonly SpokenTurn[],
  provenance: SessionProvenance,
): Promise<UserWords> {
  const typed = turns.flatMap((turn, at): Typed[] => {
    const text = turn.origin === 'user' ? provenance.ownWordsIn(turn.id) : ''
    return text === '' ? [] : [{ at, text, turn, before: turns[at - 1] }]
  })
  const lastReply = await replyIn(typed.at(-1), provenance)
  const asked = lastReply ? typed.slice(0, -1) : typed
  const [task, ...later] = asked.filter(({ text }) => countWords(text) >= leastWords)
  const lastAsked = later.at(-1)
  const steering = later.filter((each) => each !== lastAsked).flatMap(weigh)
  return {
    task: (task ?? typed[0])?.text,
    plan: approvedPlan((task ?? typed[0])?.turn.prompt ?? ''),
    said: steering.sort((one, other) => other.weight - one.weight || other.at - one.at),
    lastAsked: lastAsked?.text,
    lastReply,
  }
}

const weights: Readonly<Record<Steering, number>> = { objection: 0.3, choice: 0 }
/** «OK, let's go on» weighs less. */
const leastWeight = 0.1

function weigh({ at, text, before }: Typed): (Remark & { readonly weight: number })[] {
  const steering = steeringIn(text)
  if (steering === undefined || isQuestion(text)) return []
  const odds = promptOdds({ own: text, isPlan: false, previousAnswer: before?.answer })
  const weight = odds + weights[steering]
  return weight < leastWeight ? [] : [{ at, text: quote(text), weight }]
}

/** «Do we need that?» corrects nothing; «can't we keep it?» does. */
function isQuestion(text: string): boolean {
  const sentences = readSentences(text)
  return sentences.length > 0 && sentences.every(isMereQuestion)
}

const isMereQuestion = ({ text, isQuestion: asks }: Sentence) =>
  asks && !/n['’]t (?:we|you|it|that|this|they)\b/.test(text)

/** All of it, or the sentences that steer. */
function quote(own: string): string {
  if (own.length <= mostQuoted) return own
  const steering = steeringSentences(own).filter((sentence) => !isMereQuestion(sentence))
  return steering.map(({ text }) => text).join(' ') || own
}

async function replyIn(
  last: Typed | undefined,
  provenance: SessionProvenance,
): Promise<UserWords['lastReply']> {
  if (!last?.before || countWords(last.text) > mostReplyWords) return undefined
  const question = questionIn(last.before.answer ?? '')
  if (question === undefined) return undefined
  const trust = await provenance.trustOf(question, 'agent', [last.before.id])
  return trust === 'tool' ? undefined : { words: last.text, question }
}

const countWords = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’_./-]*/gu)?.length ?? 0
