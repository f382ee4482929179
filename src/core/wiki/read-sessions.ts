/** The sessions of a project as a day's page tells them. */
import type { Digest } from '../../contract/digest.ts'
import type { SessionSummary } from '../ports/history.ts'
import type { Store } from '../ports/store.ts'
import { shorten } from '../text/shorten.ts'
import type { DaySession } from './pages/wiki-input.ts'

const mostSessions = 1_000
const mostResults = 6
const mostCharacters = 200

export type ReadSessions = (projectId: string) => Promise<DaySession[]>

/** Remembers sessions that have not changed since. */
export function createDaySessionReader({
  history,
  digests,
}: Pick<Store, 'history' | 'digests'>): ReadSessions {
  let known = new Map<string, DaySession>()
  return async (projectId) => {
    const sessions = await history.sessions({ projectId, limit: mostSessions, offset: 0 })
    const read = new Map<string, DaySession>()
    for (const session of sessions) {
      if (session.turns === 0) continue
      const key = `${session.id} ${session.lastEventAt} ${session.status}`
      read.set(key, known.get(key) ?? (await summarise(session, digests)))
    }
    known = read
    return [...read.values()]
  }
}

async function summarise(
  { id, host, startedAt, firstPrompt = '' }: SessionSummary,
  digests: Store['digests'],
): Promise<DaySession> {
  const digest = await digests.find('session', id)
  const title = oneLine(firstPrompt) || 'A session without a prompt'
  return { id, host, startedAt, title, results: digest ? resultsOf(digest) : [] }
}

/** Nothing that repeats text from outside the project. */
function resultsOf({ decided, learned, steps }: Digest): string[] {
  const results = steps.flatMap(({ result, foreign }) => (foreign || !result ? [] : [result]))
  const lines = [...[...decided, ...learned].map(({ text }) => text), ...results.slice(-1)]
  return [...new Set(lines.map(oneLine))].slice(0, mostResults)
}

const oneLine = (text: string) => shorten(text, mostCharacters)
