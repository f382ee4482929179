/**
 * Extracts memories from a session: from one turn, from several together, or from the rest. No window
 * is judged twice, and the session's progress advances only with what was stored.
 */
import type { Window } from '../model/window.ts'
import type { CapturedTurn, SessionPlace, TurnRange } from '../ports/history.ts'
import {
  advance,
  type ExtractionOptions,
  type ExtractionPorts,
  type ExtractionResult,
  extractWindow,
  isOpen,
  joinResults,
  memoryAddress,
  nothingExtracted,
  storeVerdict,
  turnModels,
} from './extract-window.ts'
import { askInOrder } from './judge-chain.ts'
import { replaceCandidates } from './replace-candidates.ts'
import {
  batchSpan,
  buildWindow,
  compactionSpan,
  deepSpan,
  hashWindow,
  sessionSpan,
  turnSpan,
} from './window/build-window.ts'

/** One turn; every `deepEveryTurns` also the last turns together. */
async function extractTurn(
  session: SessionPlace,
  number: number,
  ports: ExtractionPorts,
  options: ExtractionOptions,
): Promise<ExtractionResult> {
  const { sessionId } = session
  const alone = await extractWindow({ session, through: number, span: turnSpan }, ports, options)
  const { deepEveryTurns } = ports.settings()
  const { deepThrough } = await ports.extractions.state(sessionId)
  if (deepEveryTurns === 0 || number - deepThrough < deepEveryTurns) return alone
  const span = deepSpan(deepEveryTurns)
  return joinResults([
    alone,
    await extractWindow({ session, through: number, span }, ports, options),
  ])
}

/** A turn that ended, together with all others that wait for a model. */
export async function extractEndedTurn(
  session: SessionPlace,
  number: number,
  ports: ExtractionPorts,
  options: ExtractionOptions,
): Promise<ExtractionResult> {
  const { turnsThrough } = await ports.extractions.state(session.sessionId)
  // The last turn may still be running.
  const through = Math.max(number, session.lastTurn - 1)
  if (number <= turnsThrough || !(await areMany(turnsThrough + 1, through, ports))) {
    return extractTurn(session, number, ports, options)
  }
  return extractInBatches(session, { from: turnsThrough + 1, through }, ports, options)
}

async function areMany(from: number, through: number, ports: ExtractionPorts): Promise<boolean> {
  return through - from + 1 >= fewestInBatch && (await turnModels(ports)).length > 0
}

/** Every turn that was not judged yet. */
export async function extractRest(
  session: SessionPlace,
  ports: ExtractionPorts,
  options: ExtractionOptions,
): Promise<ExtractionResult> {
  const { lastTurn: through } = session
  const { turnsThrough } = await ports.extractions.state(session.sessionId)
  const { again, lastTurnAgain } = options
  const done = lastTurnAgain ? Math.min(turnsThrough, through - 1) : turnsThrough
  const from = again ? 1 : Math.max(1, done + 1)
  if (await areMany(from, through, ports)) {
    return extractInBatches(session, { from, through }, ports, options)
  }
  const extracted: ExtractionResult[] = []
  for (let number = from; number <= through; number++) {
    const holdsProgress = extracted.some(({ missed }) => missed.length > 0)
    extracted.push(await extractTurn(session, number, ports, { ...options, holdsProgress }))
  }
  return joinResults(extracted)
}

export const fewestTogether = 2

/**
 * Every turn that was not judged yet, then the last ones together with those only in the transcript,
 * if there are at least `fewestTurns`.
 */
export async function extractAll(
  session: SessionPlace,
  fewestTurns: number,
  ports: ExtractionPorts,
  options: ExtractionOptions,
): Promise<ExtractionResult> {
  const rest = await extractRest(session, ports, options)
  const { deepThrough } = await ports.extractions.state(session.sessionId)
  const isCaptured = session.lastTurn > 0
  const isNew = options.again === true || !isCaptured || session.lastTurn > deepThrough
  if (!isNew) return rest
  const span = { ...compactionSpan, fewestTurns }
  const together = { session, through: session.lastTurn, span }
  return joinResults([rest, await extractWindow(together, ports, options)])
}

/** Fewer are read one by one. */
const fewestInBatch = 3
const mostInBatch = 12

/**
 * Shows a model many turns in few calls. If no model answers, the local judge reads the turns one by
 * one.
 */
async function extractInBatches(
  session: SessionPlace,
  range: TurnRange,
  ports: ExtractionPorts,
  options: ExtractionOptions,
): Promise<ExtractionResult> {
  const open = await findOpen(session, range, ports, options)
  const extracted: ExtractionResult[] = []
  for (const batch of inBatches(open)) {
    options.signal.throwIfAborted()
    const holdsProgress = extracted.some(({ missed }) => missed.length > 0)
    extracted.push(await extractBatch(session, batch, ports, { ...options, holdsProgress }))
  }
  const all = joinResults(extracted)
  if (all.missed.length === 0) await advance(session, { turnsThrough: range.through }, ports)
  return all
}

interface OpenTurn {
  readonly turn: CapturedTurn
  /** Of the window of this turn alone. */
  readonly windowHash: string
}

async function findOpen(
  session: SessionPlace,
  range: TurnRange,
  ports: ExtractionPorts,
  options: ExtractionOptions,
): Promise<OpenTurn[]> {
  const open: OpenTurn[] = []
  // One more turn before, as in the window of a single turn.
  const from = Math.max(1, range.from - 1)
  const all = await ports.history.turnsOf(session.sessionId, { ...range, from })
  for (const [at, turn] of all.entries()) {
    if (turn.number < range.from) continue
    const turns = all.slice(Math.max(0, at - 1), at + 1)
    const window = await buildWindow({ session, turns, span: turnSpan }, ports)
    if (!window) continue
    const windowHash = hashWindow(window, ports.hash)
    if (await isOpen(window, windowHash, ports, options)) open.push({ turn, windowHash })
  }
  return open
}

/** As few batches as possible, of about the same size. */
function inBatches(open: readonly OpenTurn[]): OpenTurn[][] {
  const count = Math.ceil(open.length / mostInBatch)
  const size = Math.ceil(open.length / count)
  return Array.from({ length: count }, (_, at) => open.slice(at * size, (at + 1) * size))
}

async function extractBatch(
  session: SessionPlace,
  batch: readonly OpenTurn[],
  ports: ExtractionPorts,
  options: ExtractionOptions,
): Promise<ExtractionResult> {
  const turns = batch.map(({ turn }) => turn)
  const window = await buildWindow({ session, turns, span: batchSpan }, ports)
  if (!window) return nothingExtracted
  const answer = await askInOrder(window, await turnModels(ports), options.signal)
  const { fellThrough } = answer
  if (!('judge' in answer)) {
    const alone = await extractEach(session, turns, ports, { ...options, passedOver: fellThrough })
    return joinResults([alone, { ...nothingExtracted, fellThrough }])
  }
  const through = turns.at(-1)?.number ?? 0
  const results = await storeVerdict(answer, { session, window }, ports, {
    judged: [
      { windowHash: hashWindow(window, ports.hash), depth: 'deep' },
      ...batch.map(({ windowHash }) => ({ windowHash, depth: 'turn' as const })),
    ],
    progress: options.holdsProgress ? {} : { turnsThrough: through, deepThrough: through },
  })
  const { sessionId } = session
  const turnIds = turns.map(({ id }) => id)
  await replaceCandidates({ sessionId, turnIds }, memoryAddress(session), ports)
  return { ...nothingExtracted, windows: 1, results, judges: [answer.judge], fellThrough }
}

async function extractEach(
  session: SessionPlace,
  turns: readonly CapturedTurn[],
  ports: ExtractionPorts,
  options: ExtractionOptions,
): Promise<ExtractionResult> {
  const extracted: ExtractionResult[] = []
  for (const { number } of turns) {
    extracted.push(
      await extractWindow({ session, through: number, span: turnSpan }, ports, options),
    )
  }
  return joinResults(extracted)
}

/** A session in which the user said less, such as “list the files”, is not worth a call. */
const fewestOwnCharacters = 40

/**
 * Asks a model once about a whole session, if the settings say so: its digest and the user's own
 * words.
 */
export async function extractWholeSession(
  session: SessionPlace,
  ports: ExtractionPorts,
  { signal, again = false }: ExtractionOptions,
): Promise<ExtractionResult> {
  if (ports.settings().modelReads !== 'session') return nothingExtracted
  const models = (await ports.judges()).slice(0, -1)
  const window = models.length > 0 ? await readSession(session, ports) : undefined
  if (!window) return nothingExtracted
  const windowHash = hashWindow(window, ports.hash)
  const isDone = await ports.extractions.isJudged(session.sessionId, windowHash)
  if (isDone && !again) return nothingExtracted
  const answer = await askInOrder(window, models, signal)
  const { fellThrough } = answer
  if (!('judge' in answer)) {
    return {
      ...nothingExtracted,
      fellThrough,
      missed: fellThrough.filter((each) => each.hasFailed),
    }
  }
  const results = await storeVerdict(answer, { session, window }, ports, {
    judged: [{ windowHash, depth: 'deep' }],
    progress: {},
  })
  return { ...nothingExtracted, windows: 1, results, judges: [answer.judge], fellThrough }
}

async function readSession(
  session: SessionPlace,
  ports: ExtractionPorts,
): Promise<Window | undefined> {
  const { sessionId, lastTurn: through } = session
  const turns = await ports.history.turnsOf(sessionId, { from: 1, through })
  const window = await buildWindow({ session, turns, span: sessionSpan }, ports)
  const said = window?.exchanges.reduce((sum, { user }) => sum + user.length, 0) ?? 0
  if (!window || said < fewestOwnCharacters) return undefined
  return { ...window, digest: await ports.digestOf(sessionId) }
}
