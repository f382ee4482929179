/** What a replay has left in the store. */
import { isInjectable } from '../../src/core/context/situation.ts'
import type { HostSession } from '../../src/core/model/context.ts'
import { type Memory, shortId } from '../../src/core/model/memory.ts'
import type { Store } from '../../src/core/ports/store.ts'
import type { Source } from './data.ts'
import type { GivenLine, LearnedMemory, Start } from './results.ts'

/** What the session was given when it started. */
export async function readStart(store: Store, session: HostSession): Promise<Start> {
  const given = await store.injections.ofSession(session)
  const start = given.find(({ event }) => event === 'session-start')
  const ids = (start?.lines ?? [])
    .filter(({ section }) => section !== 'last-session')
    .map((line) => line.id)
  const memories = await store.memories.findMany(ids)
  return {
    session: session.hostSessionId,
    lines: memories.map(({ content }) => content),
    tokens: start?.tokens ?? 0,
  }
}

/**
 * The lines of what the session was given last.
 * @param block as the agent reads it
 * @param before how many injections were read before
 */
export async function readGivenLines(
  block: string,
  store: Store,
  session: HostSession,
  before: number,
): Promise<{ readonly lines: GivenLine[]; readonly injections: number }> {
  const given = await store.injections.ofSession(session)
  const recorded = given.slice(before).flatMap(({ event, source, lines }) => {
    const isStart = event === 'session-start'
    const moment = isStart ? (source === 'compact' ? 'compaction' : 'start') : event
    return lines.map(({ id }) => ({ moment, id }))
  })
  const found = await store.memories.findMany(recorded.map(({ id }) => id))
  const contents = new Map(found.map(({ id, content }) => [id, content]))
  const rows = linesIn(block)
  const rowOf = (id: string) => rows.findIndex((row) => row.includes(`${shortId(id)}] `))
  const known = new Set(found.map(({ id }) => rowOf(id)))
  const others = [...rows.keys()].filter((row) => !known.has(row))
  const lines = recorded.map(({ moment, id }) => {
    const content = contents.get(id)
    const row = content === undefined ? (others.shift() ?? -1) : rowOf(id)
    const memoryId = content === undefined ? undefined : id
    return { moment, memoryId, row, text: content ?? rows[row] ?? '' }
  })
  return { lines, injections: given.length }
}

/** The lines of a block that are about earlier work, without its frame, headings and asks. */
export function linesIn(block: string): string[] {
  return block.split('\n').filter((line) => line.startsWith('- '))
}

const pageSize = 500

/** The valid memories, candidates too. */
export async function readMemories(store: Store, { sessions }: Source): Promise<LearnedMemory[]> {
  const names = new Map<string, string>()
  for (const { id } of sessions) names.set((await store.history.sessionId(id)) ?? '', id)
  const learned: LearnedMemory[] = []
  for (let page: string[] = [''], after = ''; page.length > 0; after = page.at(-1) ?? '') {
    page = await store.memories.idsAfter(after, pageSize)
    const found = await store.memories.findMany(page)
    const valid = found.filter(({ validTo }) => validTo === undefined)
    for (const memory of valid) learned.push(await withTurns(memory, store, names))
  }
  return learned
}

/** @param names the hosts' ids of sessions, by ours */
async function withTurns(
  memory: Memory,
  { memories, history }: Store,
  names: ReadonlyMap<string, string>,
): Promise<LearnedMemory> {
  const { id, content, kind, scope, trust, standing } = memory
  const turns = await Promise.all(
    (await memories.sources(id)).map(async ({ type, ref }) => {
      const turnId = type === 'tool-event' ? (await history.toolEvent(ref))?.turnId : ref
      return turnId === undefined ? undefined : history.turn(turnId)
    }),
  )
  const from = turns.flatMap((turn) =>
    turn ? [{ session: names.get(turn.sessionId) ?? turn.sessionId, turn: turn.number }] : [],
  )
  const isTold = standing === 'memory' && isInjectable(memory, new Date())
  return { content, kind, scope, trust, standing, isTold, from }
}
