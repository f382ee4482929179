/**
 * Looks for memories in a session: in one turn, in several together, or in the rest. No window is
 * judged twice, and the session's progress advances only with what was stored.
 */

import type { Window } from '../model/window.ts'
import type { CapturedTurn, SessionPlace, TurnRange } from '../ports/history.ts'
import { askInOrder } from './judge-chain.ts'
import {
  advance,
  type ExtractionResult,
  isOpen,
  joinResults,
  type LookOptions,
  type LookPorts,
  look,
  memoryAddress,
  nothingExtracted,
  storeVerdict,
  turnModels,
} from './look-at-window.ts'
import { replaceCandidates } from './replace-candidates.ts'
import { buildWindow, hashWindow } from './window/build-window.ts'
import { batchSpan, compactionSpan, deepSpan, sessionSpan, turnSpan } from './window/window-span.ts'

/** One turn; every `deepEveryTurns` also the last turns together. */
async function lookAtTurn(
  session: SessionPlace,
  number: number,
  ports: LookPorts,
  options: LookOptions,
): Promise<ExtractionResult> {
  const { sessionId } = session
  const alone = await look({ session, through: number, span: turnSpan }, ports, options)
  const { deepEveryTurns } = ports.settings()
  const { deepThrough } = await ports.extractions.state(sessionId)
  if (deepEveryTurns === 0 || number - deepThrough < deepEveryTurns) return alone
  const span = deepSpan(deepEveryTurns)
  return joinResults([alone, await look({ session, through: number, span }, ports, options)])
}

/** A turn that ended; if earlier or later ones wait for a model too, all of them. */
export async function lookAtEnded(
  session: SessionPlace,
  number: number,
  ports: LookPorts,
  options: LookOptions,
): Promise<ExtractionResult> {
  const { turnsThrough } = await ports.extractions.state(session.sessionId)
  // The last turn may still be going on.
  const through = Math.max(number, session.lastTurn - 1)
  if (number <= turnsThrough || !(await areMany(turnsThrough + 1, through, ports))) {
    return lookAtTurn(session, number, ports, options)
  }
  return lookInBatches(session, { from: turnsThrough + 1, through }, ports, options)
}

async function areMany(from: number, through: number, ports: LookPorts): Promise<boolean> {
  return through - from + 1 >= fewestInBatch && (await turnModels(ports)).length > 0
}

/** Every turn that was not judged yet. */
export async function lookAtRest(
  session: SessionPlace,
  ports: LookPorts,
  options: LookOptions,
): Promise<ExtractionResult> {
  const { lastTurn: through } = session
  const { turnsThrough } = await ports.extractions.state(session.sessionId)
  const { again, lastTurnAgain } = options
  const done = lastTurnAgain ? Math.min(turnsThrough, through - 1) : turnsThrough
  const from = again ? 1 : Math.max(1, done + 1)
  if (await areMany(from, through, ports)) {
    return lookInBatches(session, { from, through }, ports, options)
  }
  const looked: ExtractionResult[] = []
  for (let number = from; number <= through; number++) {
    const holdsProgress = looked.some(({ missed }) => missed.length > 0)
    looked.push(await lookAtTurn(session, number, ports, { ...options, holdsProgress }))
  }
  return joinResults(looked)
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
): Promise<ExtractionResult> {
  const rest = await lookAtRest(session, ports, options)
  const { deepThrough } = await ports.extractions.state(session.sessionId)
  const isCaptured = session.lastTurn > 0
  const isNew = options.again === true || !isCaptured || session.lastTurn > deepThrough
  if (!isNew) return rest
  const span = { ...compactionSpan, fewestTurns }
  const together = { session, through: session.lastTurn, span }
  return joinResults([rest, await look(together, ports, options)])
}

// Shows a model many turns in few calls. If no model answers, the local judge reads the turns one by
// one, as it always does.

/** Fewer are read one by one. */
const fewestInBatch = 3
const mostInBatch = 12

async function lookInBatches(
  session: SessionPlace,
  range: TurnRange,
  ports: LookPorts,
  options: LookOptions,
): Promise<ExtractionResult> {
  const open = await findOpen(session, range, ports, options)
  const looked: ExtractionResult[] = []
  for (const batch of inBatches(open)) {
    options.signal.throwIfAborted()
    const holdsProgress = looked.some(({ missed }) => missed.length > 0)
    looked.push(await lookAtBatch(session, batch, ports, { ...options, holdsProgress }))
  }
  const all = joinResults(looked)
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
  ports: LookPorts,
  options: LookOptions,
): Promise<OpenTurn[]> {
  const open: OpenTurn[] = []
  // One more, as the window of a turn alone has it.
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

/** As few as possible, of about the same size. */
function inBatches(open: readonly OpenTurn[]): OpenTurn[][] {
  const count = Math.ceil(open.length / mostInBatch)
  const size = Math.ceil(open.length / count)
  return Array.from({ length: count }, (_, at) => open.slice(at * size, (at + 1) * size))
}

async function lookAtBatch(
  session: SessionPlace,
  batch: readonly OpenTurn[],
  ports: LookPorts,
  options: LookOptions,
): Promise<ExtractionResult> {
  const turns = batch.map(({ turn }) => turn)
  const window = await buildWindow({ session, turns, span: batchSpan }, ports)
  if (!window) return nothingExtracted
  const answer = await askInOrder(window, await turnModels(ports), options.signal)
  const { fellThrough } = answer
  if (!('judge' in answer)) {
    const alone = await lookAtEach(session, turns, ports, { ...options, passedOver: fellThrough })
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

async function lookAtEach(
  session: SessionPlace,
  turns: readonly CapturedTurn[],
  ports: LookPorts,
  options: LookOptions,
): Promise<ExtractionResult> {
  const looked: ExtractionResult[] = []
  for (const { number } of turns) {
    looked.push(await look({ session, through: number, span: turnSpan }, ports, options))
  }
  return joinResults(looked)
}

// Asks a model once about a whole session: its digest and the user's own words.

/** A session in which the user said less, such as “list the files”, is not worth a call. */
const fewestOwnCharacters = 40

/** Nothing unless the settings have models read whole sessions. */
export async function lookAtSession(
  session: SessionPlace,
  ports: LookPorts,
  { signal, again = false }: LookOptions,
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

async function readSession(session: SessionPlace, ports: LookPorts): Promise<Window | undefined> {
  const { sessionId, lastTurn: through } = session
  const turns = await ports.history.turnsOf(sessionId, { from: 1, through })
  const window = await buildWindow({ session, turns, span: sessionSpan }, ports)
  const said = window?.exchanges.reduce((sum, { user }) => sum + user.length, 0) ?? 0
  if (!window || said < fewestOwnCharacters) return undefined
  return { ...window, digest: await ports.digestOf(sessionId) }
}
