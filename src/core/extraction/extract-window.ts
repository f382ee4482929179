/** Judges one window of a session, unless that was done before, and stores the memories found. */
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import type { WriteResult } from '../memory/write-memory.ts'
import type { ScopeAddress } from '../model/memory.ts'
import type { Window } from '../model/window.ts'
import type { ExtractionState } from '../ports/extraction-store.ts'
import type { CapturedTurn, History, SessionPlace } from '../ports/history.ts'
import type { Judge } from '../ports/models.ts'
import { closeFixedReports, closeRetracted } from './close-memories.ts'
import { type FallThrough, judgeByChain, type Verdict } from './judge-chain.ts'
import { replaceCandidates } from './replace-candidates.ts'
import { type ItemsToStore, type StorePorts, storeItems } from './store-items.ts'
import type { ExtractionSettings } from './triggers.ts'
import { buildWindow, hashWindow, type WindowSpan } from './window/build-window.ts'
import { recoveredCommands } from './window/fit-exchanges.ts'
import type { TranscriptPorts } from './window/transcript-exchanges.ts'

export interface ExtractionPorts extends StorePorts, TranscriptPorts {
  readonly history: History
  readonly settings: () => ExtractionSettings
  /** In the order to ask: models, then the local one, which always answers. */
  readonly judges: () => Promise<readonly Judge[]>
  /** The digest of a session as text. */
  readonly digestOf: (sessionId: string) => Promise<string>
  /** The commit of the repository in this folder. */
  readonly commitOf: (folder: string | undefined) => Promise<string | undefined>
}

export interface ExtractionOptions {
  readonly signal: AbortSignal
  /** Also judge windows that were judged before. */
  readonly again?: boolean
  /** The last turn may have continued since it was judged. */
  readonly lastTurnAgain?: boolean
  /** Do not advance the session's progress, so that the next run starts here again. */
  readonly holdsProgress?: boolean
  /** Models that did not answer about this part; only the local judge is asked. */
  readonly passedOver?: readonly FallThrough[]
}

export interface ExtractionResult {
  readonly windows: number
  readonly results: readonly WriteResult[]
  /** The judges that answered. */
  readonly judges: readonly string[]
  readonly fellThrough: readonly FallThrough[]
  /** Failed models. Their windows were read by the local judge only and stay open for a model. */
  readonly missed: readonly FallThrough[]
}

export const nothingExtracted: ExtractionResult = {
  windows: 0,
  results: [],
  judges: [],
  fellThrough: [],
  missed: [],
}

export interface Target {
  readonly session: SessionPlace
  /** The number of the last turn. */
  readonly through: number
  readonly span: WindowSpan
}

/** The models that read turns; none if they read whole sessions. */
export async function turnModels({ judges, settings }: ExtractionPorts): Promise<readonly Judge[]> {
  return settings().modelReads === 'session' ? [] : (await judges()).slice(0, -1)
}

export async function extractWindow(
  target: Target,
  ports: ExtractionPorts,
  options: ExtractionOptions,
): Promise<ExtractionResult> {
  await yieldToEventLoop()
  options.signal.throwIfAborted()
  const { session, through, span } = target
  // One more turn, to understand what the first one answers.
  const range = { from: Math.max(1, through - span.exchanges), through }
  const turns = await ports.history.turnsOf(session.sessionId, range)
  const extracted = await extractIfOpen(target, turns, ports, options)
  // A chat in a repository's files can claim that anything was fixed or taken back.
  if (session.trust === 'repository') return extracted
  await yieldToEventLoop()
  const turnIds = turns.map(({ id }) => id)
  const address = memoryAddress(session)
  await replaceCandidates({ sessionId: session.sessionId, turnIds }, address, ports)
  await closeRetracted(turns, ports)
  await closeFixedReports(turns, address, ports)
  return extracted
}

async function extractIfOpen(
  target: Target,
  turns: readonly CapturedTurn[],
  ports: ExtractionPorts,
  options: ExtractionOptions,
): Promise<ExtractionResult> {
  const { session, span } = target
  const window = await buildWindow({ session, turns, span }, ports)
  const hash = window && hashWindow(window, ports.hash)
  if (!window && span.fewestTurns !== undefined) return nothingExtracted
  if (!window || hash === undefined || !(await isOpen(window, hash, ports, options))) {
    if (!options.holdsProgress) await advance(session, progressOf(target), ports)
    return nothingExtracted
  }
  return judgeAndStore(target, window, hash, ports, options)
}

export async function isOpen(
  window: Window,
  hash: string,
  { extractions }: ExtractionPorts,
  { again }: ExtractionOptions,
): Promise<boolean> {
  if (!isWorthJudging(window)) return false
  return again === true || !(await extractions.isJudged(window.sessionId, hash))
}

async function judgeAndStore(
  target: Target,
  window: Window,
  windowHash: string,
  ports: ExtractionPorts,
  { signal, holdsProgress = false, passedOver }: ExtractionOptions,
): Promise<ExtractionResult> {
  const local = (await ports.judges()).slice(-1)
  const models = passedOver ? [] : await turnModels(ports)
  const verdict = await judgeByChain(window, [...models, ...local], signal)
  const failed = [...(passedOver ?? []), ...verdict.fellThrough].filter((each) => each.hasFailed)
  const missed = verdict.model === undefined ? failed : []
  const isMissed = missed.length > 0
  const results = await storeVerdict(verdict, { session: target.session, window }, ports, {
    judged: isMissed ? [] : [{ windowHash, depth: target.span.depth }],
    progress: isMissed || holdsProgress ? {} : progressOf(target),
  })
  const { judge, fellThrough } = verdict
  return { windows: 1, results, judges: [judge], fellThrough, missed }
}

export async function storeVerdict(
  { judge, model, items }: Pick<Verdict, 'judge' | 'model' | 'items'>,
  { session, window }: { readonly session: SessionPlace; readonly window: Window },
  ports: ExtractionPorts,
  record: {
    readonly judged: readonly Pick<ItemsToStore['judged'][number], 'windowHash' | 'depth'>[]
    readonly progress: Partial<ExtractionState>
  },
): Promise<WriteResult[]> {
  return storeItems(
    {
      sessionId: session.sessionId,
      trust: session.trust,
      address: memoryAddress(session),
      commit: await ports.commitOf(session.cwd),
      items,
      turnIds: window.exchanges.flatMap(({ turnId }) => turnId ?? []),
      asides: new Map(
        window.exchanges.flatMap(({ turnId, asides }) =>
          turnId === undefined || asides === undefined ? [] : [[turnId, asides]],
        ),
      ),
      model,
      judged: record.judged.map((each) => ({ ...each, judge, model })),
      progress: record.progress,
    },
    ports,
  )
}

export async function advance(
  { sessionId }: SessionPlace,
  progress: Partial<ExtractionState>,
  { transaction, clock }: ExtractionPorts,
): Promise<void> {
  const at = clock.now().toISOString()
  await transaction(({ extractions }) => extractions.advance(sessionId, progress, at))
}

function progressOf({ through, span }: Target): Partial<ExtractionState> {
  return span.depth === 'turn' ? { turnsThrough: through } : { deepThrough: through }
}

/** Outside of projects, memories belong to the session. */
export function memoryAddress({ projectId, sessionId }: SessionPlace): ScopeAddress {
  return projectId === undefined
    ? { scope: 'session', scopeId: sessionId }
    : { scope: 'project', scopeId: projectId }
}

export function joinResults(extracted: readonly ExtractionResult[]): ExtractionResult {
  return {
    windows: extracted.reduce((sum, { windows }) => sum + windows, 0),
    results: extracted.flatMap(({ results }) => results),
    judges: [...new Set(extracted.flatMap(({ judges }) => judges))],
    fellThrough: extracted.flatMap(({ fellThrough }) => fellThrough),
    missed: extracted.flatMap(({ missed }) => missed),
  }
}

const fewestTexts = 2
const shortestUserText = 10

/** Judging costs something, so windows that cannot contain anything are skipped. */
export function isWorthJudging({ exchanges }: Window): boolean {
  const texts = exchanges.flatMap(({ user, assistant }) => [user, assistant])
  const isConversation =
    texts.filter((text) => text !== '').length >= fewestTexts &&
    exchanges.some(({ user }) => user.length >= shortestUserText)
  return isConversation || recoveredCommands(exchanges.flatMap((each) => each.actions)).size > 0
}
