/**
 * Looks for memories in a session: in one turn, in several together, or in the rest. No window is
 * judged twice, and the session's progress advances only with what was stored.
 */
import type { SessionPlace } from '../ports/history.ts'
import {
  joinLooked,
  type Looked,
  type LookOptions,
  type LookPorts,
  look,
  turnModels,
} from './look-at-window.ts'
import { fewestInBatch, lookInBatches } from './look-in-batches.ts'
import { compactionSpan, deepSpan, turnSpan } from './window/window-span.ts'

/** One turn; every `deepEveryTurns` also the last turns together. */
async function lookAtTurn(
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
  return joinLooked([alone, await look({ session, through: number, span }, ports, options)])
}

/** A turn that ended; if earlier or later ones wait for a model too, all of them. */
export async function lookAtEnded(
  session: SessionPlace,
  number: number,
  ports: LookPorts,
  options: LookOptions,
): Promise<Looked> {
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
): Promise<Looked> {
  const { lastTurn: through } = session
  const { turnsThrough } = await ports.extractions.state(session.sessionId)
  const { again, lastTurnAgain } = options
  const done = lastTurnAgain ? Math.min(turnsThrough, through - 1) : turnsThrough
  const from = again ? 1 : Math.max(1, done + 1)
  if (await areMany(from, through, ports)) {
    return lookInBatches(session, { from, through }, ports, options)
  }
  const looked: Looked[] = []
  for (let number = from; number <= through; number++) {
    const holdsProgress = looked.some(({ missed }) => missed.length > 0)
    looked.push(await lookAtTurn(session, number, ports, { ...options, holdsProgress }))
  }
  return joinLooked(looked)
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
  return joinLooked([rest, await look(together, ports, options)])
}
