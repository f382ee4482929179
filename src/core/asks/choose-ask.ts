/**
 * Decides whether the agent is asked, with the context it gets now, to store what it just learned.
 * Programs decide when, agents decide what.
 */
import type { AskMode } from '../../contract/vocabulary.ts'
import type { Hash } from '../model/content-key.ts'
import type { ContextRequest, HostSession } from '../model/context.ts'
import type { PromptOrigin } from '../model/host-event.ts'
import type { SessionReader } from '../ports/history.ts'
import type { ToolConnections } from '../ports/host-files.ts'
import type { AskStore, WaitingAsk } from '../ports/injection-store.ts'
import { isStopWord } from '../text/common-words.ts'
import { tokenise } from '../text/tokenise.ts'
import { type AskSituation, isGoodMoment, mayAsk } from './ask-limits.ts'
import { hearPrompt, promptOdds } from './prompt-moment.ts'
import { isSettledWorthAsking, lastTurns, type WorkReader } from './settled-work.ts'

export interface AskPorts {
  readonly asks: AskStore
  readonly history: WorkReader & Pick<SessionReader, 'lastAnswers'>
  readonly connections: ToolConnections
  readonly hash: Hash
}

export interface AskOccasion {
  readonly request: ContextRequest
  readonly origin: PromptOrigin | undefined
  readonly folder: string | undefined
  /** Identifies the event, as for an injection. */
  readonly cause: string
  readonly at: string
}

export interface ChosenAsk extends WaitingAsk {
  readonly prompt: number
}

/** Counts the prompt even if nothing is asked. */
export async function chooseAsk(
  occasion: AskOccasion,
  ports: AskPorts,
  mode: AskMode,
): Promise<ChosenAsk | undefined> {
  const { request, origin, folder, cause, at } = occasion
  const { session } = request
  if (mode === 'off' || !session || folder === undefined) return undefined
  if (!(await ports.connections.isConnected(session.host, folder))) return undefined
  const isPrompt = request.prompt !== undefined && origin === 'user'
  const prompt = isPrompt
    ? await ports.asks.countPrompt(session, cause, at)
    : await ports.asks.promptCount(session)
  const waiting = isPrompt ? await ports.asks.takeWaiting(session) : undefined
  const asks = await ports.asks.list(session)
  const situation = { asks, prompt, mode }
  if (!mayAsk(situation)) return undefined
  const wanted = isPrompt
    ? ((await askAbout(request.prompt ?? '', session, ports, situation)) ??
      (await ifStillGood(waiting, session, ports, situation)))
    : askAfterCompaction(request, prompt, ports)
  const isNew = wanted && !asks.some(({ subject }) => subject === wanted.subject)
  return isNew ? { ...wanted, prompt } : undefined
}

/** A user who quotes the agent quotes what it said last. */
const answersRead = 8

async function askAbout(
  prompt: string,
  { hostSessionId }: HostSession,
  { history, hash }: AskPorts,
  situation: AskSituation,
): Promise<WaitingAsk | undefined> {
  const sessionId = await history.sessionId(hostSessionId)
  const answers = sessionId === undefined ? [] : await history.lastAnswers(sessionId, answersRead)
  const heard = hearPrompt(prompt, answers)
  const isHeard = heard.own !== '' || heard.isPlan
  if (!isHeard || !isGoodMoment('prompt', promptOdds(heard), situation)) return undefined
  return { moment: 'prompt', subject: hash(`prompt ${topicOf(heard.own || prompt)}`) }
}

/** Nobody weighed settled work when it began to wait. */
async function ifStillGood(
  waiting: WaitingAsk | undefined,
  session: HostSession,
  { history }: AskPorts,
  situation: AskSituation,
): Promise<WaitingAsk | undefined> {
  if (waiting?.moment !== 'settled') return waiting
  const turns = await lastTurns(session, history)
  return isSettledWorthAsking(turns, situation) ? waiting : undefined
}

/** The same words in another order, or with other filling words, are about the same. */
function topicOf(words: string): string {
  const terms = tokenise(words).filter((term) => !isStopWord(term))
  return [...new Set(terms)].sort().join(' ')
}

function askAfterCompaction(
  { source }: ContextRequest,
  prompt: number,
  ports: Pick<AskPorts, 'hash'>,
): WaitingAsk | undefined {
  return source === 'compact' ? compactionAsk(prompt, ports) : undefined
}

/** @param prompt the number of the last prompt before the compaction */
export function compactionAsk(prompt: number, { hash }: Pick<AskPorts, 'hash'>): WaitingAsk {
  return { moment: 'compacted', subject: hash(`compacted ${prompt}`) }
}
