/** Takes one text, such as a leaked password, out of everything that is kept. */
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import {
  type DataFiles,
  type PurgePlace,
  type PurgePosition,
  purgePlaces,
} from '../ports/deletion.ts'
import type { Store } from '../ports/store.ts'

export interface PurgePorts {
  readonly store: Pick<Store, 'transaction' | 'textPurge' | 'eraseDeleted'>
  readonly files: DataFiles
  /** Stores the events waiting in the spool that can be stored now. */
  readonly drain: () => Promise<unknown>
  /** Rewrites the pages of wikis as the memories are now. */
  readonly refreshPages: () => Promise<void>
}

export interface PlaceCount {
  readonly place: PurgePlace | 'logs and waiting events' | 'wiki pages'
  readonly count: number
}

const purgeMarker = '[redacted:purged]'

/** Changes nothing. */
export async function findText(text: string, ports: PurgePorts): Promise<PlaceCount[]> {
  const found = await lookThrough(text, ports, false)
  const { files } = ports
  return inOrder(found, await files.countText(text), await files.countInPages(text))
}

/** An event may come in with it while this runs; what was read is looked through again. */
const mostRounds = 3

export async function purgeText(text: string, ports: PurgePorts): Promise<PlaceCount[]> {
  await ports.drain()
  const total = new Map<PurgePlace, number>()
  let inFiles = 0
  for (let round = 0; round < mostRounds; round++) {
    inFiles += await ports.files.overwriteText(text)
    const found = await lookThrough(text, ports, true)
    if (found.size === 0) break
    for (const [place, count] of found) total.set(place, (total.get(place) ?? 0) + count)
  }
  const inPages = await ports.files.countInPages(text)
  // Statements follow their memories; what is left is what people wrote beside them, and the log.
  await ports.refreshPages()
  await ports.files.overwriteInPages(text)
  await ports.store.eraseDeleted({ rewrite: true })
  return inOrder(total, inFiles, inPages)
}

/** Reads without a lock; only rows that have the text are written. */
async function lookThrough(
  text: string,
  { store }: PurgePorts,
  replaces: boolean,
): Promise<Map<PurgePlace, number>> {
  const total = new Map<PurgePlace, number>()
  let position: PurgePosition | undefined
  do {
    const from = position
    const step = await store.textPurge.find(text, from)
    for (const [place, count] of Object.entries(step.found) as [PurgePlace, number][]) {
      total.set(place, (total.get(place) ?? 0) + count)
      if (!replaces) continue
      await store.transaction((tx) => tx.textPurge.replace(text, purgeMarker, from), {
        durable: false,
      })
    }
    position = step.next
    await yieldToEventLoop()
  } while (position)
  return total
}

function inOrder(
  found: ReadonlyMap<PurgePlace, number>,
  inFiles: number,
  inPages: number,
): PlaceCount[] {
  const places: PlaceCount[] = purgePlaces.map((place) => ({ place, count: found.get(place) ?? 0 }))
  const files: PlaceCount[] = [
    { place: 'logs and waiting events', count: inFiles },
    { place: 'wiki pages', count: inPages },
  ]
  return [...places, ...files].filter(({ count }) => count > 0)
}
