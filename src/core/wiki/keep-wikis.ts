/** Keeps wikis up to date in the background: after changes, at most every so often, and after edits. */

import type { ScopeAddress } from '../model/memory.ts'
import type { Change, ChangeFeed } from '../ports/change-feed.ts'
import type { Log } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import { refreshWikis } from './erase-pages.ts'
import { findDue, introducePages, soonest } from './introduction/introduce-pages.ts'
import type { Page } from './model.ts'
import { syncOneWiki, wikiParts } from './sync-one-wiki.ts'
import { globalWiki, listWikis, type Wiki } from './which-wiki.ts'
import type { WikiPorts } from './wiki-ports.ts'

export interface KeepWikiPorts extends WikiPorts, Pick<Store, 'history' | 'jobs'> {
  readonly log: Log
}

export interface WikiKeeper {
  /**
   * Queues builds that are due.
   * @param edited names of folders in which pages changed
   * @returns in how many ms to look again, if it is too early for changes of memories
   */
  queueDue(edited: ReadonlySet<string>): Promise<number | undefined>
  /** The job: builds one wiki, and queues its introductions. */
  build(id: string): Promise<void>
  /** The job: has a model introduce a few pages of one wiki. */
  introduce(id: string, signal: AbortSignal): Promise<void>
  /** Removes from the pages what was erased for good. */
  erase(): Promise<void>
}

/** After changes of memories; edits of pages do not wait. */
const betweenBuildsMs = 30_000

export function createWikiKeeper(ports: KeepWikiPorts): WikiKeeper {
  let lastReadAt = Number.NEGATIVE_INFINITY
  let wasOff = false
  let hadWriters = false

  async function queueDue(edited: ReadonlySet<string>): Promise<number | undefined> {
    if (!ports.settings().enabled) {
      wasOff = true
      await skipWikiChanges(ports)
      return undefined
    }
    const now = ports.clock.now().getTime()
    // The clock may have been set back since.
    const sinceMs = Math.abs(now - lastReadAt)
    if (sinceMs < betweenBuildsMs) {
      await queue(await findConcerned(new Set(), edited))
      return betweenBuildsMs - sinceMs
    }
    const { changed, pass } = await readWikiChanges(ports)
    const hasWriters = (await ports.writers()).length > 0
    // When the user allows a model to write, the pages are there already.
    const isForAll = wasOff || (hasWriters && !hadWriters)
    await queue(await findConcerned(isForAll ? undefined : changed, edited), pass)
    lastReadAt = now
    wasOff = false
    hadWriters = hasWriters
    return undefined
  }

  async function findConcerned(
    changed: ChangedWikis,
    edited: ReadonlySet<string>,
  ): Promise<string[]> {
    if (changed?.size === 0 && edited.size === 0) return []
    const ids: string[] = []
    for (const wiki of await listWikis(ports)) {
      if (wiki.repository !== undefined) continue
      const isConcerned = edited.has(wiki.folderName) || !changed || changed.has(wiki.id)
      if (isConcerned && (await hasContent(wiki))) ids.push(wiki.id)
    }
    return ids
  }

  async function hasContent({ id, address }: Wiki): Promise<boolean> {
    const { state } = await ports.states.read(id)
    if (state) return true
    const filter = { addresses: [address], standing: 'memory' as const }
    return (await ports.memories.list(filter, { limit: 1, offset: 0 })).total > 0
  }

  /** The cursor advances in the transaction that queues the jobs, so that no change is lost. */
  async function queue(ids: readonly string[], pass?: WikiChanges['pass']): Promise<void> {
    if (ids.length === 0) return pass?.(ports.changes)
    await ports.transaction(
      async ({ jobs, changes }) => {
        for (const subject of ids)
          await jobs.enqueue({ kind: 'compile-wiki', subject, again: true })
        await pass?.(changes)
      },
      { durable: false },
    )
  }

  async function queueIntroductions(wiki: Wiki, pages: readonly Page[]): Promise<void> {
    if ((await ports.writers()).length === 0) return
    const { wiki: id, hash } = wikiParts(wiki, ports)
    const stored = await ports.introductions.read(id)
    await queueAt(wiki.id, soonest(findDue(pages, stored, hash)))
  }

  async function queueAt(id: string, time: number | undefined): Promise<void> {
    if (time === undefined) return
    const isLater = time > ports.clock.now().getTime()
    const notBefore = isLater ? { notBefore: new Date(time).toISOString() } : {}
    await ports.jobs.enqueue({ kind: 'introduce-pages', subject: id, again: true, ...notBefore })
  }

  /** A repository's pages change only when the user asks: teammates' pages must be the same. */
  async function findAtHome(id: string): Promise<Wiki | undefined> {
    if (!ports.settings().enabled) return undefined
    return (await listWikis(ports)).find((each) => each.id === id && each.repository === undefined)
  }

  return {
    queueDue,
    erase: () => refreshWikis(ports),
    async build(id) {
      const wiki = await findAtHome(id)
      if (!wiki) return
      const result = await syncOneWiki(wiki, ports)
      const { changes, problems, written, removed, movedAside } = result
      if (movedAside !== undefined) {
        ports.log.error('the state of a wiki was damaged; its pages were read instead', {
          movedAside,
        })
      }
      for (const problem of problems)
        ports.log.warn('a page of a wiki is left alone', { ...problem })
      const counts = { written: written.length, removed: removed.length, edits: changes.length }
      if (counts.written + counts.removed + counts.edits > 0) {
        ports.log.info('built a wiki', { wiki: wiki.folderName, ...counts })
      }
      await queueIntroductions(wiki, result.pages)
    },
    async introduce(id, signal) {
      const wiki = await findAtHome(id)
      const models = await ports.writers()
      if (!wiki || models.length === 0) return
      const { written, refused, nextAt } = await introducePages(wiki, models, ports, signal)
      for (const each of refused) ports.log.warn('an introduction was refused', { ...each })
      if (written.length > 0) {
        ports.log.info('introduced pages', { wiki: wiki.folderName, pages: written.length })
      }
      await queueAt(id, nextAt)
    },
  }
}

type FollowPorts = Pick<Store, 'changes' | 'memories' | 'history'>

const wikiConsumer = 'wiki'
const subjects = ['memory', 'session', 'digest'] as const
const batch = 1_000

/** Ids of wikis; undefined for all, if the changes do not say which. */
type ChangedWikis = ReadonlySet<string> | undefined

interface WikiChanges {
  readonly changed: ChangedWikis
  /** Advances the cursor, in the transaction that queues the builds. */
  pass(changes: Pick<ChangeFeed, 'advance'>): Promise<void>
}

/** Reads the change feed from the wiki's own cursor and finds the wikis that are concerned. */
async function readWikiChanges(ports: FollowPorts): Promise<WikiChanges> {
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

/** While wikis are switched off: a cursor that falls behind would keep all later changes stored. */
async function skipWikiChanges({ changes }: Pick<FollowPorts, 'changes'>): Promise<void> {
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
    // Its former place is unknown.
    if (!address || kind === 'moved') return undefined
    if (address.scope === 'global') ids.add(globalWiki.id)
    if (address.scope === 'project') ids.add(address.scopeId)
  }
  const sessionIds = changes.filter(({ subject }) => subject !== 'memory').map(({ id }) => id)
  const limit = sessionIds.length
  if (limit === 0) return ids
  // A digest may be of a turn, which has no project; the digest of its session follows.
  const sessions = await ports.history.sessions({ ids: sessionIds, limit, offset: 0 })
  for (const { project } of sessions) if (project) ids.add(project.id)
  return changes.some(({ subject, kind }) => subject === 'session' && kind === 'removed')
    ? undefined
    : ids
}
