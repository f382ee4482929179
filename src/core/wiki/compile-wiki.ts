/** Reads everything that the pages of a wiki are compiled from. */

import type { Digest } from '../../contract/digest.ts'
import { summariseSession } from '../digest/summarise-session.ts'
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import type { Memory } from '../model/memory.ts'
import type { Cursor } from '../ports/change-feed.ts'
import type { SessionSummary } from '../ports/history.ts'
import type { Store } from '../ports/store.ts'
import { shorten, withCapital, withoutLinks } from '../text/shorten.ts'
import type { Page } from './model.ts'
import { createWikiCompiler, type WikiCompiler } from './pages/wiki-compiler.ts'
import type { DaySession } from './pages/wiki-plan.ts'
import { followReplacedDecisions } from './sync/follow-wiki-memories.ts'
import { resolveTimeZone } from './time-zone.ts'
import type { Wiki } from './which-wiki.ts'

export type Compile = (memories: readonly Memory[]) => Promise<readonly Page[]>
export type CompileWiki = (wiki: Wiki, timeZone: string) => Compile

/** Remembers the last wiki it compiled, so that a small change to it is compiled quickly. */
export function createCompileWiki(
  store: Pick<Store, 'memories' | 'changes' | 'history' | 'digests'>,
): CompileWiki {
  const readSessions = createDaySessionReader(store)
  let last: { readonly id: string; readonly compiler: WikiCompiler } | undefined
  return (wiki, timeZone) =>
    async (memories): Promise<readonly Page[]> => {
      if (last?.id !== wiki.id) last = { id: wiki.id, compiler: createWikiCompiler() }
      const { compiler } = last
      if (memories.length === 0) return []
      const replaced = await followReplacedDecisions(wiki.address, store)
      const links = await store.memories.linksAt(wiki.address)
      const sessions = wiki.address.scope === 'project' ? await readSessions(wiki.id) : []
      await yieldToEventLoop()
      const { dayOf } = resolveTimeZone(timeZone)
      await yieldToEventLoop()
      const { name } = wiki
      return compiler.compile({ name, place: 'local', memories, replaced, links, sessions, dayOf })
    }
}

type SessionPorts = Pick<Store, 'history' | 'digests' | 'changes' | 'memories'>

const mostSessions = 1_000
const mostCharacters = 240

const mostChanges = 10_000

/**
 * Reads a project's sessions as a day's page lists them. A session is read again when the change feed
 * names it, its digest or a memory learned in it: its prompt or digest may have been rewritten without
 * another event.
 */
function createDaySessionReader(ports: SessionPorts) {
  const { history } = ports
  let known = new Map<string, DaySession>()
  let all: DaySession[] = []
  let cursor: Cursor | undefined
  return async (projectId: string): Promise<DaySession[]> => {
    const changed = await changedSince(cursor, ports)
    cursor = changed.cursor
    const sessions = await history.sessions({ projectId, limit: mostSessions, offset: 0 })
    const read = new Map<string, DaySession>()
    for (const session of sessions) {
      if (session.turns === 0) continue
      const isKnown = changed.ids !== undefined && !changed.ids.has(session.id)
      const before = isKnown ? known.get(session.id) : undefined
      read.set(session.id, before ?? (await summarise(session, ports)))
      await yieldToEventLoop()
    }
    if (changed.ids?.size === 0 && read.size === known.size) return all
    known = read
    all = [...read.values()]
    return all
  }
}

/** @returns ids of sessions; undefined for all */
async function changedSince(
  cursor: Cursor | undefined,
  { changes, history }: SessionPorts,
): Promise<{ readonly ids: ReadonlySet<string> | undefined; readonly cursor: Cursor }> {
  if (cursor === undefined) return { ids: undefined, cursor: await changes.head() }
  const filter = { subjects: ['session', 'digest', 'memory'] as const, latestOnly: true }
  const page = await changes.after(cursor, mostChanges, filter)
  if (page.changes.length === mostChanges) return { ids: undefined, cursor: await changes.head() }
  const ids = new Set<string>()
  for (const { subject, id } of page.changes) {
    const session = subject === 'memory' ? await history.sessionOfMemory(id) : id
    if (session !== undefined) ids.add(session)
  }
  return { ids, cursor: page.cursor }
}

async function summarise(
  { id, host, startedAt, title }: SessionSummary,
  ports: SessionPorts,
): Promise<DaySession> {
  const digest = await ports.digests.find('session', id)
  const learned = await readLearned(id, digest, ports)
  const results = digest ? resultsOf(digest, learned.length > 0) : []
  return { id, host, startedAt, title, results, learned }
}

/** In the order in which it was learned. */
async function readLearned(
  id: string,
  digest: Digest | undefined,
  { history, memories }: SessionPorts,
): Promise<DaySession['learned']> {
  const ids = (await history.memoriesFrom(id)).toReversed()
  const steps = (digest?.steps ?? []).filter(
    ({ request = '' }) => request.length > fewestCharacters,
  )
  const asked = new Map(steps.flatMap(({ cites, request }) => cites.map((turn) => [turn, request])))
  const requests = new Map<string, string>()
  if (ids.length > 0) {
    for (const { turnId, memory } of await memories.learnedFrom([...asked.keys()])) {
      const request = asked.get(turnId)
      if (request !== undefined && !requests.has(memory.id)) requests.set(memory.id, request)
    }
  }
  return ids.map((memory) => {
    const request = requests.get(memory)
    return { id: memory, ...(request !== undefined && { asked: oneLine(withoutLinks(request)) }) }
  })
}

/** A shorter prompt, such as «go on», does not say what was asked for. */
const fewestCharacters = 24

/**
 * The title says what was asked. What repeats text from outside the project is left out, and so is
 * what was decided if the memories learned from it are listed, and what an agent asked at the end.
 */
function resultsOf(digest: Digest, isLearned: boolean): string[] {
  const lines = summariseSession(digest).filter(
    ({ part, foreign, text }) =>
      part !== 'asked' &&
      !foreign &&
      !(isLearned && part === 'decided') &&
      !(part === 'open' && text.endsWith('?')),
  )
  return lines.map(({ part, text }) => {
    return oneLine(part === 'done' ? text : `${withCapital(part)}: ${text}`)
  })
}

const oneLine = (text: string) => shorten(text, mostCharacters)
