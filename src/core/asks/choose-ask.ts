/**
 * Decides whether the agent is asked, with the context it gets now, to store what it just learned.
 * Programs decide when, agents decide what.
 */
import type { AskMode } from '../../contract/vocabulary.ts'
import type { Hash } from '../model/content-key.ts'
import type { ContextRequest, HostSession } from '../model/context.ts'
import type { HostEvent, PromptOrigin } from '../model/host-event.ts'
import type { AskStore, RecordedAsk, WaitingAsk } from '../ports/ask-store.ts'
import type { CapturedTurn, SessionReader, TurnReader } from '../ports/history.ts'
import type { ToolConnections } from '../ports/tool-connections.ts'
import { isStopWord } from '../text/common-words.ts'
import { tokenise } from '../text/tokenise.ts'
import { isGoodMoment, mayAsk } from './ask-limits.ts'
import { hearPrompt, promptOdds, settledOdds } from './prompt-moment.ts'
import { hasFailedBefore, type Settling, settlingBy } from './settled-moment.ts'

export interface AskPorts {
  readonly asks: AskStore
  /** A hook without a daemon reads no actions: unpacking them takes too long. */
  readonly history: Pick<SessionReader, 'sessionId' | 'lastAnswers' | 'sessionPlace'> &
    Partial<Pick<TurnReader, 'turnsOf'>>
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
  const { request, folder, cause, at } = occasion
  const { session } = request
  if (mode === 'off' || !session || folder === undefined) return undefined
  if (!(await ports.connections.isConnected(session.host, folder))) return undefined
  const isPrompt = request.prompt !== undefined && occasion.origin === 'user'
  const prompt = isPrompt
    ? await ports.asks.countPrompt(session, cause, at)
    : await ports.asks.promptCount(session)
  const waiting = isPrompt ? await ports.asks.takeWaiting(session) : undefined
  const asks = await ports.asks.list(session)
  if (!mayAsk(asks, prompt, mode)) return undefined
  const isGood = (odds: number) => isGoodMoment('prompt', odds, asks, prompt, mode)
  const stillGood = async (ask: WaitingAsk | undefined) =>
    ask?.moment === 'settled' && !isWorthAsking(await lastTurns(session, ports), asks, prompt, mode)
      ? undefined
      : ask
  const wanted = isPrompt
    ? ((await askAbout(request.prompt ?? '', session, ports, isGood)) ?? (await stillGood(waiting)))
    : askAfterCompaction(request, prompt, ports)
  const isNew = wanted && !asks.some(({ subject }) => subject === wanted.subject)
  return isNew ? { ...wanted, prompt } : undefined
}

export interface SettledOccasion {
  readonly event: HostEvent
  readonly folder: string | undefined
}

/** The ask after a tool call that settled work. */
export async function chooseSettledAsk(
  { event, folder }: SettledOccasion,
  ports: AskPorts,
  mode: AskMode,
): Promise<ChosenAsk | undefined> {
  const session = { host: event.host, hostSessionId: event.sessionId }
  const settling = settlingBy(event)
  if (mode === 'off' || !settling || folder === undefined) return undefined
  if (!(await ports.connections.isConnected(session.host, folder))) return undefined
  const prompt = await ports.asks.promptCount(session)
  const asks = await ports.asks.list(session)
  if (!mayAsk(asks, prompt, mode)) return undefined
  const ask = settledAsk(settling, ports)
  if (asks.some(({ subject }) => subject === ask.subject)) return undefined
  const turns = await lastTurns(session, ports)
  const isSettled =
    settling.kind !== 'check' ||
    hasFailedBefore(
      settling.key,
      turns.flatMap(({ actions }) => actions),
    )
  const isGood = isWorthAsking(turns, asks, prompt, mode)
  return isSettled && isGood ? { ...ask, prompt } : undefined
}

/** Where the work cannot be read, it is asked about. */
function isWorthAsking(
  turns: readonly CapturedTurn[],
  asks: readonly RecordedAsk[],
  prompt: number,
  mode: Exclude<AskMode, 'off'>,
): boolean {
  return turns.length === 0 || isGoodMoment('settled', oddsOfWork(turns), asks, prompt, mode)
}

/** What the last prompt said and what the agent did since. */
function oddsOfWork(turns: readonly CapturedTurn[]): number {
  const { prompt = '', actions = [] } = turns.at(-1) ?? {}
  const answers = turns.slice(0, -1).flatMap(({ answer }) => answer ?? [])
  return settledOdds(hearPrompt(prompt, answers), actions)
}

export function settledAsk({ kind, key }: Settling, { hash }: Pick<AskPorts, 'hash'>): WaitingAsk {
  return { moment: 'settled', subject: hash(`${kind} ${key}`) }
}

const turnsRead = 3

/** None where actions cannot be read. */
async function lastTurns(
  { hostSessionId }: HostSession,
  { history }: AskPorts,
): Promise<readonly CapturedTurn[]> {
  const sessionId = await history.sessionId(hostSessionId)
  const place = sessionId === undefined ? undefined : await history.sessionPlace(sessionId)
  if (!place || !history.turnsOf) return []
  const through = place.lastTurn
  const range = { from: Math.max(1, through - turnsRead + 1), through }
  return history.turnsOf(place.sessionId, range)
}

/** A user who quotes the agent quotes what it said last. */
const answersRead = 8

async function askAbout(
  prompt: string,
  { hostSessionId }: HostSession,
  { history, hash }: AskPorts,
  isGood: (odds: number) => boolean,
): Promise<WaitingAsk | undefined> {
  const sessionId = await history.sessionId(hostSessionId)
  const answers = sessionId === undefined ? [] : await history.lastAnswers(sessionId, answersRead)
  const heard = hearPrompt(prompt, answers)
  if ((heard.own === '' && !heard.isPlan) || !isGood(promptOdds(heard))) return undefined
  return { moment: 'prompt', subject: hash(`prompt ${topicOf(heard.own || prompt)}`) }
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
