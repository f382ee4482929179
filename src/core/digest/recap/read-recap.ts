/**
 * Reads from stored turns what a session was asked, what it decided and what is open. Summarises
 * turns without a digest itself, so no job needs to have run.
 */
import type { Digest, DigestFile, OpenEnd } from '../../../contract/digest.ts'
import { outrightIn } from '../../cues/outright.ts'
import type { DigestStore, History, SpokenTurn } from '../../ports/history.ts'
import { approvedPlan } from '../../provenance/said-in-tools.ts'
import {
  type ProvenancePorts,
  readProvenance,
  type SessionProvenance,
} from '../../provenance/session-provenance.ts'
import { digestSession } from '../session-digest.ts'
import { questionIn } from '../statements.ts'
import { digestTurn, markForeign } from '../turn-digest.ts'
import {
  isMereQuestion,
  onlyAsks,
  type Steering,
  steeringIn,
  steeringSentences,
} from '../user-words.ts'

export interface RecapPorts extends ProvenancePorts {
  readonly history: ProvenancePorts['history'] & Pick<History, 'turn' | 'turnsOf'>
  readonly digests: Pick<DigestStore, 'ofSession'>
}

export interface Recap extends UserWords {
  readonly picked: readonly string[]
  readonly found: readonly string[]
  readonly filesChanged: readonly string[]
  readonly open: readonly OpenEnd[]
}

/** Unpacking the tool events of more turns takes too long; earlier turns have digests. */
const mostTurnsDigested = 40

/** @param prompt the current one, which the agent still has @returns undefined before any turn */
export async function readRecap(
  sessionId: string,
  ports: RecapPorts,
  prompt?: string,
): Promise<Recap | undefined> {
  const { history, digests } = ports
  const spoken = withoutPrompt(await history.spokenTurns(sessionId), prompt)
  if (spoken.length === 0) return undefined
  const provenance = await readProvenance(sessionId, ports)
  const { turns: kept } = await digests.ofSession(sessionId)
  const turns: Digest[] = []
  for (const [index, { id }] of spoken.entries()) {
    const isLate = index >= spoken.length - mostTurnsDigested
    const digest = kept.get(id) ?? (isLate ? await digestOf(id, history, provenance) : undefined)
    if (digest) turns.push(digest)
  }
  // A digest from an older version may contain foreign text.
  const session = await markForeign(digestSession(turns), provenance)
  const { decided, learned, filesChanged, open } = session
  const typed = new Set(spoken.map(({ id }) => id))
  return {
    ...(await readUserWords(spoken, provenance)),
    picked: decided.filter(({ cites }) => !cites.some((id) => typed.has(id))).map(textOf),
    found: learned.map(textOf),
    filesChanged: byLastChange(filesChanged),
    open: open.filter(({ foreign }) => !foreign),
  }
}

function withoutPrompt(turns: readonly SpokenTurn[], prompt: string | undefined) {
  const isAnswered = prompt !== undefined && turns.at(-1)?.prompt?.trim() === prompt.trim()
  return isAnswered ? turns.slice(0, -1) : turns
}

async function digestOf(
  turnId: string,
  history: RecapPorts['history'],
  provenance: SessionProvenance,
): Promise<Digest | undefined> {
  const place = await history.turn(turnId)
  if (!place) return undefined
  const { sessionId, number } = place
  const [turn] = await history.turnsOf(sessionId, { from: number, through: number })
  return turn && markForeign(digestTurn(turn, provenance.ownWordsIn(turnId)), provenance)
}

const textOf = ({ text }: { readonly text: string }) => text

/** Ids of tool events sort by time. */
function byLastChange(files: readonly DigestFile[]): string[] {
  const lastOf = ({ cites }: DigestFile) => cites.at(-1) ?? ''
  return files
    .toSorted((one, other) => (lastOf(one) < lastOf(other) ? -1 : 1))
    .map(({ path }) => path)
}

/** What the user asked for and how they steered the session, in their own words. */
interface UserWords {
  readonly task: string | undefined
  /** The agent's plan that the user approved, if that is the task. */
  readonly plan: string | undefined
  readonly said: readonly Remark[]
  /** The last request, unless it is the task. */
  readonly lastAsked: string | undefined
  /** A short reply after the last request, such as "yes", and the question it answers. */
  readonly lastReply: { readonly words: string; readonly question: string } | undefined
}

interface Remark {
  /** Its position among the session's turns. */
  readonly at: number
  readonly text: string
}

interface Typed extends Remark {
  readonly turn: SpokenTurn
  readonly before: SpokenTurn | undefined
}

const leastWords = 4
/** So few words may mean nothing without the question. */
const mostReplyWords = 5
const mostQuoted = 300

async function readUserWords(
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

const weights: Readonly<Record<Steering, number>> = { objection: 1, choice: 0 }
/** A rule outweighs any objection. */
const outrightWeight = 2

function weigh({ at, text }: Typed): (Remark & { readonly weight: number })[] {
  const steering = steeringIn(text)
  if (steering === undefined || isMereQuestion(text)) return []
  const weight = weights[steering] + (outrightIn(text).length > 0 ? outrightWeight : 0)
  return [{ at, text: quote(text), weight }]
}

/** The whole text, or only the sentences that steer. */
function quote(own: string): string {
  if (own.length <= mostQuoted) return own
  const steering = steeringSentences(own).filter((sentence) => !onlyAsks(sentence))
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
