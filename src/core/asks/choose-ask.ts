/**
 * Decides whether the next context asks the agent to store what it learned since the last ask: when
 * work settled, or when the user's prompt shows an outcome. Programs decide when, agents decide what.
 */
import type { AskMode } from '../../contract/vocabulary.ts'
import { commandKeys } from '../activity/command-line.ts'
import { toAction } from '../activity/to-action.ts'
import type { Hash } from '../model/content-key.ts'
import { type ContextRequest, type HostSession, hostSessionOf } from '../model/context.ts'
import type { Action, HostEvent, PromptOrigin } from '../model/host-event.ts'
import type { History } from '../ports/history.ts'
import type { AskStore, WaitingAsk } from '../ports/injection-store.ts'
import { answersCompared, ownWords } from '../provenance/prompt-parts.ts'
import { type AskSituation, hasEnded, isDue } from './ask-limits.ts'
import { tellsOutcome } from './outcome.ts'

export interface AskPorts {
  readonly asks: AskStore
  readonly history: WorkReader & Pick<History, 'lastAnswers'>
  /** Whether an agent of this host has our MCP tools in this folder. Hooks wait for the answer. */
  readonly hasTools: (host: string, folder: string) => boolean
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

export interface AskSettings {
  readonly mode: AskMode
  /** A model reads sessions too. */
  readonly hasReader: boolean
}

/** Counts the prompt even if nothing is asked. */
export async function chooseAsk(
  occasion: AskOccasion,
  ports: AskPorts,
  { mode, hasReader }: AskSettings,
): Promise<ChosenAsk | undefined> {
  const { request, origin, folder, cause, at } = occasion
  const { session } = request
  if (mode === 'off' || !session || folder === undefined) return undefined
  if (!ports.hasTools(session.host, folder)) return undefined
  const isPrompt = request.prompt !== undefined && origin === 'user'
  const prompt = isPrompt
    ? await ports.asks.countPrompt(session, cause, at)
    : await ports.asks.promptCount(session)
  const waiting = isPrompt ? await ports.asks.takeWaiting(session) : undefined
  const asks = await ports.asks.list(session)
  if (hasEnded(asks)) return undefined
  const situation = { asks, prompt, mode, hasReader }
  const wanted = isPrompt
    ? await askAtPrompt(request.prompt ?? '', waiting, session, ports, situation)
    : askAfterCompaction(request, prompt, ports)
  const isNew = wanted && !asks.some(({ subject }) => subject === wanted.subject)
  return isNew ? { ...wanted, prompt } : undefined
}

async function askAtPrompt(
  prompt: string,
  waiting: WaitingAsk | undefined,
  { hostSessionId }: HostSession,
  { history, hash }: AskPorts,
  situation: AskSituation,
): Promise<WaitingAsk | undefined> {
  if (waiting?.moment === 'compacted') return waiting
  if (waiting && isDue(situation, 'outcome')) return waiting
  const ask = { moment: 'prompt', subject: hash(`prompt ${situation.prompt}`) } as const
  if (isDue(situation, 'any')) return ask
  if (!isDue(situation, 'outcome')) return undefined
  const sessionId = await history.sessionId(hostSessionId)
  const answers =
    sessionId === undefined ? [] : await history.lastAnswers(sessionId, answersCompared)
  return tellsOutcome(ownWords(prompt, answers), answers.at(-1)) ? ask : undefined
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

/** Decides whether to ask the agent right after a tool call that settled work. */
export async function chooseSettledAsk(
  { event, folder }: { readonly event: HostEvent; readonly folder: string | undefined },
  ports: AskPorts,
  { mode, hasReader }: AskSettings,
): Promise<ChosenAsk | undefined> {
  const session = hostSessionOf(event)
  const settling = settlingBy(event)
  if (mode === 'off' || !settling || folder === undefined) return undefined
  if (!ports.hasTools(session.host, folder)) return undefined
  const prompt = await ports.asks.promptCount(session)
  const asks = await ports.asks.list(session)
  const ask = settledAsk(settling, ports)
  const isKnown = asks.some(({ subject }) => subject === ask.subject)
  if (isKnown || !isDue({ asks, prompt, mode, hasReader }, 'outcome')) return undefined
  const isSettled =
    settling.kind !== 'check' ||
    hasFailedBefore(settling.key, await lastActions(session, ports.history))
  return isSettled ? { ...ask, prompt } : undefined
}

export function settledAsk({ kind, key }: Settling, { hash }: Pick<AskPorts, 'hash'>): WaitingAsk {
  return { moment: 'settled', subject: hash(`${kind} ${key}`) }
}

/** Settled work: a commit, a pull request, or a check that passes after a failure. */
interface Settling {
  readonly kind: 'published' | 'check'
  /** The command, without what differs between attempts. */
  readonly key: string
}

const published = /^(?:git (?:\S+ ){0,2}commit|gh pr create|glab mr create)\b/
const check =
  /(?:^|[\s:/-])(?:tests?|check|lint|build|typecheck|tsc|vitest|jest|pytest|mypy|ruff|eslint|clippy|vet|spec)(?:$|[\s:./-])/

/** Judges by what the agent ran, not by what it read. A subagent's work is not the session's yet. */
export function settlingBy({ detail, agent, cwd }: HostEvent): Settling | undefined {
  if (detail.kind !== 'tool' || agent) return undefined
  const { toolName, input, output, outcome } = detail
  const { kind, command, ...action } = toAction({ id: '', toolName, input, output, outcome }, cwd)
  if (kind !== 'command' || command === undefined || action.outcome !== 'ok') return undefined
  const keys = commandKeys(command)
  const publishing = keys.find((key) => published.test(key))
  if (publishing !== undefined) return { kind: 'published', key: commandText(command) }
  const checking = keys.find((key) => check.test(key))
  return checking === undefined ? undefined : { kind: 'check', key: checking }
}

/** Two commits are different even if their commands start alike. */
const commandText = (command: string) => command.replace(/\s+/g, ' ').trim()

/**
 * Whether the check failed when it last ran. The current run may already be among the actions.
 * @param actions of the last turns, oldest first
 */
export function hasFailedBefore(key: string, actions: readonly Action[]): boolean {
  const runs = actions.filter(({ command }) => command && commandKeys(command).includes(key))
  const [last, before] = runs.toReversed()
  return last?.outcome === 'failed' || (last?.outcome === 'ok' && before?.outcome === 'failed')
}

const turnsRead = 3

/** A hook without a daemon reads no actions, because unpacking them takes too long. */
type WorkReader = Pick<History, 'sessionId' | 'sessionPlace'> & Partial<Pick<History, 'turnsOf'>>

/** Empty if actions cannot be read. */
async function lastActions(
  { hostSessionId }: HostSession,
  history: WorkReader,
): Promise<readonly Action[]> {
  const sessionId = await history.sessionId(hostSessionId)
  const place = sessionId === undefined ? undefined : await history.sessionPlace(sessionId)
  if (!place || !history.turnsOf) return []
  const through = place.lastTurn
  const range = { from: Math.max(1, through - turnsRead + 1), through }
  return (await history.turnsOf(place.sessionId, range)).flatMap(({ actions }) => actions)
}
