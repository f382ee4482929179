/** Keeps wikis up to date in the background: after changes, at most every so often, and after edits. */
import type { Log } from '../ports/log.ts'
import type { Store } from '../ports/store.ts'
import { followWikiChanges, skipWikiChanges } from './follow-changes.ts'
import { listWikis, type WhichWikiPorts, type Wiki } from './which-wiki.ts'
import { syncOneWiki, type WikiPorts } from './wiki-ports.ts'

export interface KeepWikiPorts extends WikiPorts, Pick<WhichWikiPorts, 'projects'> {
  readonly history: Store['history']
  readonly jobs: Pick<Store['jobs'], 'enqueue'>
  readonly log: Log
}

export interface WikiKeeper {
  /** Queues builds that are due. @param edited names of folders in which pages changed */
  queueDue(edited: ReadonlySet<string>): Promise<void>
  /** The job: builds one wiki. */
  build(id: string): Promise<void>
}

export function createWikiKeeper(ports: KeepWikiPorts): WikiKeeper {
  let lastLookAt = Number.NEGATIVE_INFINITY
  let wasOff = false

  async function queueDue(edited: ReadonlySet<string>): Promise<void> {
    const { enabled, minimumSeconds } = ports.settings()
    if (!enabled) {
      wasOff = true
      return skipWikiChanges(ports)
    }
    const now = ports.clock.now().getTime()
    const isTime = now - lastLookAt >= minimumSeconds * 1_000
    if (isTime) lastLookAt = now
    const found = isTime ? await followWikiChanges(ports) : new Set<string>()
    const changed = isTime && wasOff ? undefined : found
    if (isTime) wasOff = false
    if (changed?.size === 0 && edited.size === 0) return
    for (const wiki of await listWikis(ports)) {
      if (wiki.repository !== undefined) continue
      if (edited.has(wiki.folderName) || !changed || changed.has(wiki.id)) await queue(wiki)
    }
  }

  async function queue({ id, address }: Wiki): Promise<void> {
    const { state } = await ports.states.read(id)
    const filter = { addresses: [address], standing: 'memory' as const }
    const isEmpty =
      !state && (await ports.memories.list(filter, { limit: 1, offset: 0 })).total === 0
    if (!isEmpty) await ports.jobs.enqueue({ kind: 'compile-wiki', subject: id, again: true })
  }

  return {
    queueDue,
    async build(id) {
      const wiki = (await listWikis(ports)).find((each) => each.id === id)
      if (!wiki || !ports.settings().enabled) return
      // A work tree changes only when its user asks for it.
      if (wiki.repository !== undefined) return
      const { changes, problems, written, removed, movedAside } = await syncOneWiki(wiki, ports)
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
    },
  }
}
