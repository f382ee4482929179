/** What a replay has left in the store. */
import { isInjectable } from '../../src/core/context/situation.ts'
import type { HostSession } from '../../src/core/model/context.ts'
import type { Memory } from '../../src/core/model/memory.ts'
import type { Store } from '../../src/core/ports/store.ts'
import type { Source } from './data.ts'
import type { LearnedMemory, Start } from './results.ts'

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
