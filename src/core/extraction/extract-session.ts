/**
 * Learns from single turns by local rules, without a model: from each turn when it ends, and from
 * the rest when the session is read. Progress advances only with what was stored.
 */
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import type { WriteResult } from '../memory/write-memory.ts'
import type { ExtractedItem, Window } from '../model/window.ts'
import type { History, SessionPlace } from '../ports/history.ts'
import { followOrigins } from '../provenance/origins.ts'
import {
  type AsidesByTurn,
  readProvenance,
  type SessionProvenance,
} from '../provenance/session-provenance.ts'
import { closeFixedReports, closeRetracted } from './close-memories.ts'
import { replaceCandidates } from './replace-candidates.ts'
import { type StorePorts, sessionAddress, storeItems } from './store-items.ts'
import { turnWindow } from './window/build-window.ts'
import { recoveredCommands } from './window/fit-actions.ts'
import type { TranscriptPorts } from './window/transcript-exchanges.ts'

export interface ExtractionPorts extends StorePorts, TranscriptPorts {
  readonly history: History
  /** The local rules. */
  readonly rules: (window: Window) => readonly ExtractedItem[]
  /** Returns the repository's current commit in this folder. */
  readonly commitOf: (folder: string | undefined) => Promise<string | undefined>
}

/** Reads every turn that the rules have not read. @param again also those they have */
export async function extractRest(
  session: SessionPlace,
  ports: ExtractionPorts,
  { signal, again = false }: { readonly signal: AbortSignal; readonly again?: boolean | undefined },
): Promise<WriteResult[]> {
  const { turnsThrough } = await ports.extractions.state(session.sessionId)
  const results: WriteResult[] = []
  for (let number = again ? 1 : turnsThrough + 1; number <= session.lastTurn; number++) {
    signal.throwIfAborted()
    results.push(...(await extractTurn(session, number, ports)))
  }
  return results
}

export async function extractTurn(
  session: SessionPlace,
  number: number,
  ports: ExtractionPorts,
): Promise<WriteResult[]> {
  await yieldToEventLoop()
  // Includes the previous turn, to understand what this one answers.
  const range = { from: Math.max(1, number - 1), through: number }
  const turns = await ports.history.turnsOf(session.sessionId, range)
  const window = await turnWindow(session, turns, ports)
  const isJudged = window !== undefined && isWorthJudging(window)
  const items = isJudged ? await findItems(session.sessionId, window, ports) : []
  const { sessionId } = session
  const stored = await storeItems(
    {
      session,
      source: 'heuristic',
      commit: items.length > 0 ? await ports.commitOf(session.cwd) : undefined,
      items,
      record: ({ extractions }, _, at) =>
        extractions.advance(sessionId, { turnsThrough: number }, at),
    },
    ports,
  )
  // A chat in a repository's files can claim that anything was fixed or retracted.
  if (session.trust !== 'repository') {
    await yieldToEventLoop()
    const address = sessionAddress(session)
    await replaceCandidates({ sessionId, turnIds: turns.map(({ id }) => id) }, address, ports)
    await closeRetracted(turns, ports)
    await closeFixedReports(turns, address, ports)
  }
  return stored.map(({ result }) => result)
}

async function findItems(
  sessionId: string,
  window: Window,
  ports: ExtractionPorts,
): Promise<ExtractedItem[]> {
  const found = ports.rules(window)
  if (found.length === 0) return []
  await followOrigins(ports)
  const asides: AsidesByTurn = new Map(
    window.exchanges.flatMap(({ turnId, asides: said }) =>
      turnId === undefined || said === undefined ? [] : [[turnId, said]],
    ),
  )
  const provenance = await readProvenance(sessionId, ports, asides)
  const turnIds = window.exchanges.flatMap(({ turnId }) => turnId ?? [])
  return Promise.all(found.map((item) => withProvenance(item, turnIds, provenance)))
}

/**
 * Decides an item's trust by where its words come from, whatever the rules say. Drops what an agent
 * added to the user's words if it may be foreign.
 * @param judged the turns that were read, for items without citations
 */
export async function withProvenance(
  item: ExtractedItem,
  judged: readonly string[],
  provenance: SessionProvenance,
): Promise<ExtractedItem> {
  const cited = item.sources.filter(({ type }) => type === 'turn').map(({ ref }) => ref)
  const turnIds = cited.length > 0 ? cited : judged
  const { content, said = content, account = '' } = item
  const trust = await provenance.trustOf(said, item.trust, turnIds)
  const isForeign =
    account !== '' && (await provenance.trustOf(account, 'agent', turnIds)) === 'tool'
  return {
    ...item,
    content: isForeign ? said : content,
    trust,
    // If the rules got the speaker wrong, nobody said it outright.
    standing: trust !== 'tool' && trust === item.trust ? item.standing : 'candidate',
  }
}

const fewestTexts = 2
const shortestUserText = 10

/** Skips turns that cannot contain anything. */
function isWorthJudging({ exchanges }: Window): boolean {
  const texts = exchanges.flatMap(({ user, assistant }) => [user, assistant])
  const isConversation =
    texts.filter((text) => text !== '').length >= fewestTexts &&
    exchanges.some(({ user }) => user.length >= shortestUserText)
  return isConversation || recoveredCommands(exchanges.flatMap((each) => each.actions)).size > 0
}
