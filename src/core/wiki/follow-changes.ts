/** Finds the wikis that changes of memories and sessions concern, by a cursor of its own. */
import type { ScopeAddress } from '../model/memory.ts'
import type { Change, ChangeFeed } from '../ports/change-feed.ts'
import type { Store } from '../ports/store.ts'
import { globalWiki } from './which-wiki.ts'

type FollowPorts = Pick<Store, 'changes' | 'memories' | 'history'>

const wikiConsumer = 'wiki'
const subjects = ['memory', 'session', 'digest'] as const
const batch = 1_000

/** Ids of wikis; undefined for all, where the changes do not tell. */
export type ChangedWikis = ReadonlySet<string> | undefined

export interface WikiChanges {
  readonly changed: ChangedWikis
  /** For the transaction that queues what they ask for. */
  pass(changes: Pick<ChangeFeed, 'advance'>): Promise<void>
}

/** Reads on from what was passed last. */
export async function readWikiChanges(ports: FollowPorts): Promise<WikiChanges> {
  const cursor = await ports.changes.cursor(wikiConsumer)
  const page = await ports.changes.after(cursor, batch, { subjects, latestOnly: true })
  const isTooMuch = page.changes.length === batch
  const changed = isTooMuch || cursor === '' ? undefined : await wikisOf(page.changes, ports)
  const end = isTooMuch ? await ports.changes.head() : page.cursor
  return {
    changed: page.changes.length === 0 ? new Set() : changed,
    pass: async (changes) => {
      if (end !== cursor) await changes.advance(wikiConsumer, end)
    },
  }
}

/** While wikis are switched off: a cursor that stays behind would keep all changes since. */
export async function skipWikiChanges({ changes }: Pick<FollowPorts, 'changes'>): Promise<void> {
  const [cursor, head] = [await changes.cursor(wikiConsumer), await changes.head()]
  if (cursor !== '' && cursor !== head) await changes.advance(wikiConsumer, head)
}

async function wikisOf(changes: readonly Change[], ports: FollowPorts): Promise<ChangedWikis> {
  const ids = new Set<string>()
  const ofMemories = changes.filter(({ subject }) => subject === 'memory')
  const found = await ports.memories.findMany(ofMemories.map(({ id }) => id))
  const byId = new Map<string, ScopeAddress>(found.map((memory) => [memory.id, memory]))
  for (const { id, kind } of ofMemories) {
    const address = byId.get(id) ?? (await ports.memories.findForgotten(id))
    // Nothing tells where it was before.
    if (!address || kind === 'moved') return undefined
    if (address.scope === 'global') ids.add(globalWiki.id)
    if (address.scope === 'project') ids.add(address.scopeId)
  }
  const sessionIds = changes.filter(({ subject }) => subject !== 'memory').map(({ id }) => id)
  const limit = sessionIds.length
  if (limit === 0) return ids
  // A digest may be of a turn, which has no project of its own; the session's own follows.
  const sessions = await ports.history.sessions({ ids: sessionIds, limit, offset: 0 })
  for (const { project } of sessions) if (project) ids.add(project.id)
  return changes.some(({ subject, kind }) => subject === 'session' && kind === 'removed')
    ? undefined
    : ids
}
