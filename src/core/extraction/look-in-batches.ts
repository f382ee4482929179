/**
 * Shows a model many turns in few calls. If no model answers, the local judge reads the turns one by
 * one, as it always does.
 */
import type { CapturedTurn, SessionPlace, TurnRange } from '../ports/history.ts'
import { askInOrder } from './judge-chain.ts'
import {
  advance,
  isOpen,
  joinLooked,
  type Looked,
  type LookOptions,
  type LookPorts,
  look,
  memoryAddress,
  sawNothing,
  storeVerdict,
  turnModels,
} from './look-at-window.ts'
import { replaceCandidates } from './replace-candidates.ts'
import { buildWindow } from './window/build-window.ts'
import { hashWindow } from './window/hash-window.ts'
import { batchSpan, turnSpan } from './window/window-span.ts'

/** Fewer are read one by one. */
export const fewestInBatch = 3
const mostInBatch = 12

export async function lookInBatches(
  session: SessionPlace,
  range: TurnRange,
  ports: LookPorts,
  options: LookOptions,
): Promise<Looked> {
  const open = await findOpen(session, range, ports, options)
  const looked: Looked[] = []
  for (const batch of inBatches(open)) {
    options.signal.throwIfAborted()
    const holdsProgress = looked.some(({ missed }) => missed.length > 0)
    looked.push(await lookAtBatch(session, batch, ports, { ...options, holdsProgress }))
  }
  const all = joinLooked(looked)
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
): Promise<Looked> {
  const turns = batch.map(({ turn }) => turn)
  const window = await buildWindow({ session, turns, span: batchSpan }, ports)
  if (!window) return sawNothing
  const answer = await askInOrder(window, await turnModels(ports), options.signal)
  const { fellThrough } = answer
  if (!('judge' in answer)) {
    const alone = await lookAtEach(session, turns, ports, { ...options, passedOver: fellThrough })
    return joinLooked([alone, { ...sawNothing, fellThrough }])
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
  return { ...sawNothing, windows: 1, results, judges: [answer.judge], fellThrough }
}

async function lookAtEach(
  session: SessionPlace,
  turns: readonly CapturedTurn[],
  ports: LookPorts,
  options: LookOptions,
): Promise<Looked> {
  const looked: Looked[] = []
  for (const { number } of turns) {
    looked.push(await look({ session, through: number, span: turnSpan }, ports, options))
  }
  return joinLooked(looked)
}
