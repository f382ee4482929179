/** Reads everything that the pages of a wiki are compiled from. */

import type { Digest } from '../../contract/digest.ts'
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { summaryLines } from '../model/digest-summary.ts'
import type { Memory } from '../model/memory.ts'
import type { Cursor } from '../ports/change-feed.ts'
import type { SessionSummary } from '../ports/history.ts'
import type { Store } from '../ports/store.ts'
import { shorten } from '../text/shorten.ts'
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

type SessionPorts = Pick<Store, 'history' | 'digests' | 'changes'>

const mostSessions = 1_000
const mostResults = 6
const mostCharacters = 200

const mostChanges = 10_000

/**
 * Reads a project's sessions as a day's page lists them. A session is read again when the change feed
 * names it or its digest: its prompt or digest may have been rewritten without another event.
 */
function createDaySessionReader({ history, digests, changes }: SessionPorts) {
  let known = new Map<string, DaySession>()
  let cursor: Cursor | undefined
  return async (projectId: string): Promise<DaySession[]> => {
    const changed = await changedSince(cursor, changes)
    cursor = changed.cursor
    const sessions = await history.sessions({ projectId, limit: mostSessions, offset: 0 })
    const read = new Map<string, DaySession>()
    for (const session of sessions) {
      if (session.turns === 0) continue
      const isKnown = changed.ids !== undefined && !changed.ids.has(session.id)
      const before = isKnown ? known.get(session.id) : undefined
      read.set(session.id, before ?? (await summarise(session, digests)))
    }
    known = read
    return [...read.values()]
  }
}

/** @returns ids of sessions; undefined for all */
async function changedSince(
  cursor: Cursor | undefined,
  changes: Store['changes'],
): Promise<{ readonly ids: ReadonlySet<string> | undefined; readonly cursor: Cursor }> {
  if (cursor === undefined) return { ids: undefined, cursor: await changes.head() }
  const filter = { subjects: ['session', 'digest'] as const, latestOnly: true }
  const page = await changes.after(cursor, mostChanges, filter)
  if (page.changes.length === mostChanges) return { ids: undefined, cursor: await changes.head() }
  return { ids: new Set(page.changes.map(({ id }) => id)), cursor: page.cursor }
}

async function summarise(
  { id, host, startedAt, title }: SessionSummary,
  digests: Store['digests'],
): Promise<DaySession> {
  const digest = await digests.find('session', id)
  return { id, host, startedAt, title, results: digest ? resultsOf(digest) : [] }
}

/** Results that repeat text from outside the project are left out. */
function resultsOf(digest: Digest): string[] {
  const { decided, learned, steps } = digest
  const summary = summaryLines(digest).filter(({ part }) => part !== 'asked')
  if (summary.length > 0) return summary.map(({ text }) => oneLine(text))
  const results = steps.flatMap(({ result, foreign }) => (foreign || !result ? [] : [result]))
  const lines = [...[...decided, ...learned].map(({ text }) => text), ...results.slice(-1)]
  return [...new Set(lines.map(oneLine))].slice(0, mostResults)
}

const oneLine = (text: string) => shorten(text, mostCharacters)
