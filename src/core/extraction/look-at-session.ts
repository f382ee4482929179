/** Asks a model once about a whole session: its digest and the user's own words. */
import type { Window } from '../model/window.ts'
import type { SessionPlace } from '../ports/history.ts'
import { askInOrder } from './judge-chain.ts'
import {
  type Looked,
  type LookOptions,
  type LookPorts,
  sawNothing,
  storeVerdict,
} from './look-at-window.ts'
import { buildWindow } from './window/build-window.ts'
import { hashWindow } from './window/hash-window.ts'
import { sessionSpan } from './window/window-span.ts'

/** A session in which the user said less, such as “list the files”, is not worth a call. */
const fewestOwnCharacters = 40

/** Nothing unless the settings have models read whole sessions. */
export async function lookAtSession(
  session: SessionPlace,
  ports: LookPorts,
  { signal, again = false }: LookOptions,
): Promise<Looked> {
  if (ports.settings().modelReads !== 'session') return sawNothing
  const models = (await ports.judges()).slice(0, -1)
  const window = models.length > 0 ? await readSession(session, ports) : undefined
  if (!window) return sawNothing
  const windowHash = hashWindow(window, ports.hash)
  const isDone = await ports.extractions.isJudged(session.sessionId, windowHash)
  if (isDone && !again) return sawNothing
  const answer = await askInOrder(window, models, signal)
  const { fellThrough } = answer
  if (!('judge' in answer)) {
    return { ...sawNothing, fellThrough, missed: fellThrough.filter((each) => each.hasFailed) }
  }
  const results = await storeVerdict(answer, { session, window }, ports, {
    judged: [{ windowHash, depth: 'deep' }],
    progress: {},
  })
  return { ...sawNothing, windows: 1, results, judges: [answer.judge], fellThrough }
}

async function readSession(session: SessionPlace, ports: LookPorts): Promise<Window | undefined> {
  const { sessionId, lastTurn: through } = session
  const turns = await ports.history.turnsOf(sessionId, { from: 1, through })
  const window = await buildWindow({ session, turns, span: sessionSpan }, ports)
  const said = window?.exchanges.reduce((sum, { user }) => sum + user.length, 0) ?? 0
  if (!window || said < fewestOwnCharacters) return undefined
  return { ...window, digest: await ports.digestOf(sessionId) }
}
