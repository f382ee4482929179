/**
 * Looks for memories in a session: in one turn, in several together, or in the rest. No window is
 * judged twice, and the session's progress advances only with what was stored.
 */
import type { WriteResult } from '../memory/write-memory.ts'
import type { ScopeAddress } from '../model/memory.ts'
import type { Window } from '../model/window.ts'
import type { ExtractionState } from '../ports/extraction-store.ts'
import type { CapturedTurn, History, SessionPlace } from '../ports/history.ts'
import type { Judge } from '../ports/judge.ts'
import { type FallThrough, judgeByChain } from './judge-chain.ts'
import { replaceCandidates } from './replace-candidates.ts'
import { type StorePorts, storeItems } from './store-items.ts'
import type { ExtractionSettings } from './triggers.ts'
import { buildWindow } from './window/build-window.ts'
import { hashWindow } from './window/hash-window.ts'
import type { TranscriptPorts } from './window/transcript-exchanges.ts'
import { compactionSpan, deepSpan, turnSpan, type WindowSpan } from './window/window-span.ts'
import { isWorthJudging } from './window/worth-judging.ts'

export interface LookPorts extends StorePorts, TranscriptPorts {
  readonly history: History
  readonly settings: () => ExtractionSettings
  /** In the order to ask; the last one always answers. */
  readonly judges: () => Promise<readonly Judge[]>
  /** The commit of the repository in this folder. */
  readonly commitOf: (folder: string | undefined) => Promise<string | undefined>
}

export interface LookOptions {
  readonly signal: AbortSignal
  /** Judge windows that were judged before, too. */
  readonly again?: boolean
  /** The last turn may have continued since it was judged. */
  readonly lastTurnAgain?: boolean
  /** Do not advance the session's progress, so that the next run starts here again. */
  readonly holdsProgress?: boolean
}

export interface Looked {
  readonly windows: number
  readonly results: readonly WriteResult[]
  /** Those that answered. */
  readonly judges: readonly string[]
  readonly fellThrough: readonly FallThrough[]
  /** Failed models whose windows only the local judge has seen; they stay open for a model. */
  readonly missed: readonly FallThrough[]
}

const nothing: Looked = { windows: 0, results: [], judges: [], fellThrough: [], missed: [] }

/** One turn; every `deepEveryTurns` also the last turns together. */
export async function lookAtTurn(
  session: SessionPlace,
  number: number,
  ports: LookPorts,
  options: LookOptions,
): Promise<Looked> {
  const { sessionId } = session
  const alone = await look({ session, through: number, span: turnSpan }, ports, options)
  const { deepEveryTurns } = ports.settings()
  const { deepThrough } = await ports.extractions.state(sessionId)
  if (deepEveryTurns === 0 || number - deepThrough < deepEveryTurns) return alone
  const span = deepSpan(deepEveryTurns)
  return join([alone, await look({ session, through: number, span }, ports, options)])
}

/** Every turn that was not judged yet. */
export async function lookAtRest(
  session: SessionPlace,
  ports: LookPorts,
  options: LookOptions,
): Promise<Looked> {
  const { turnsThrough } = await ports.extractions.state(session.sessionId)
  const { again, lastTurnAgain } = options
  const done = lastTurnAgain ? Math.min(turnsThrough, session.lastTurn - 1) : turnsThrough
  const first = again ? 1 : Math.max(1, done + 1)
  const looked: Looked[] = []
  for (let number = first; number <= session.lastTurn; number++) {
    const holdsProgress = looked.some(({ missed }) => missed.length > 0)
    looked.push(await lookAtTurn(session, number, ports, { ...options, holdsProgress }))
  }
  return join(looked)
}

export const fewestTogether = 2

/**
 * Every turn that was not judged yet, then the last ones together with those only in the transcript,
 * if there are at least `fewestTurns`.
 */
export async function lookAtAll(
  session: SessionPlace,
  fewestTurns: number,
  ports: LookPorts,
  options: LookOptions,
): Promise<Looked> {
  const rest = await lookAtRest(session, ports, options)
  const { deepThrough } = await ports.extractions.state(session.sessionId)
  const isCaptured = session.lastTurn > 0
  const isNew = options.again === true || !isCaptured || session.lastTurn > deepThrough
  if (!isNew) return rest
  const span = { ...compactionSpan, fewestTurns }
  const together = { session, through: session.lastTurn, span }
  return join([rest, await look(together, ports, options)])
}

interface Target {
  readonly session: SessionPlace
  /** The number of the last turn. */
  readonly through: number
  readonly span: WindowSpan
}

async function look(target: Target, ports: LookPorts, options: LookOptions): Promise<Looked> {
  options.signal.throwIfAborted()
  const { session, through, span } = target
  // One more, to understand what the first one answers.
  const range = { from: Math.max(1, through - span.exchanges), through }
  const turns = await ports.history.turnsOf(session.sessionId, range)
  const looked = await lookAt(target, turns, ports, options)
  const turnIds = turns.map(({ id }) => id)
  await replaceCandidates({ sessionId: session.sessionId, turnIds }, addressOf(session), ports)
  return looked
}

async function lookAt(
  target: Target,
  turns: readonly CapturedTurn[],
  ports: LookPorts,
  options: LookOptions,
): Promise<Looked> {
  const { session, span } = target
  const window = await buildWindow({ session, turns, span }, ports)
  const hash = window && hashWindow(window, ports.hash)
  if (!window && span.fewestTurns !== undefined) return nothing
  if (!window || hash === undefined || !(await isOpen(window, hash, ports, options))) {
    if (!options.holdsProgress) await advance(target, ports)
    return nothing
  }
  return judgeAndStore(target, window, hash, ports, options)
}

async function isOpen(
  window: Window,
  hash: string,
  { extractions }: LookPorts,
  { again }: LookOptions,
): Promise<boolean> {
  if (!isWorthJudging(window)) return false
  return again === true || !(await extractions.isJudged(window.sessionId, hash))
}

async function judgeAndStore(
  target: Target,
  window: Window,
  windowHash: string,
  ports: LookPorts,
  { signal, holdsProgress = false }: LookOptions,
): Promise<Looked> {
  const { session, span } = target
  const verdict = await judgeByChain(window, await ports.judges(), signal)
  const { judge, model, items, fellThrough } = verdict
  const missed = model === undefined ? fellThrough.filter(({ hasFailed }) => hasFailed) : []
  const results = await storeItems(
    {
      sessionId: session.sessionId,
      address: addressOf(session),
      commit: await ports.commitOf(session.cwd),
      items,
      turnIds: window.exchanges.flatMap(({ turnId }) => turnId ?? []),
      model,
      judged: missed.length > 0 ? undefined : { windowHash, depth: span.depth, judge, model },
      progress: missed.length > 0 || holdsProgress ? {} : progressOf(target),
    },
    ports,
  )
  return { windows: 1, results, judges: [judge], fellThrough, missed }
}

async function advance(target: Target, { transaction, clock }: LookPorts): Promise<void> {
  const at = clock.now().toISOString()
  await transaction(({ extractions }) =>
    extractions.advance(target.session.sessionId, progressOf(target), at),
  )
}

function progressOf({ through, span }: Target): Partial<ExtractionState> {
  return span.depth === 'turn' ? { turnsThrough: through } : { deepThrough: through }
}

/** Outside of projects, memories belong to the session. */
function addressOf({ projectId, sessionId }: SessionPlace): ScopeAddress {
  return projectId === undefined
    ? { scope: 'session', scopeId: sessionId }
    : { scope: 'project', scopeId: projectId }
}

function join(looked: readonly Looked[]): Looked {
  return {
    windows: looked.reduce((sum, { windows }) => sum + windows, 0),
    results: looked.flatMap(({ results }) => results),
    judges: [...new Set(looked.flatMap(({ judges }) => judges))],
    fellThrough: looked.flatMap(({ fellThrough }) => fellThrough),
    missed: looked.flatMap(({ missed }) => missed),
  }
}
