/** Plans what a deletion removes, and removes one text, such as a leaked password, everywhere. */
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import type {
  DataFiles,
  HistoryCounts,
  HistoryDeletion,
  HistorySelection,
  SelectedSession,
} from '../ports/deletion.ts'
import { type PurgePlace, type PurgePosition, purgePlaces } from '../ports/deletion.ts'
import type { Store } from '../ports/store.ts'

export interface DeletionPlan {
  readonly counts: HistoryCounts
  readonly sessions: readonly SelectedSession[]
  /** Memories without another source. */
  readonly memoriesAlone: number
  /** Memories that have other sources, or were stored by hand, and only lose a source. */
  readonly memoriesShared: number
}

type Reader = Pick<HistoryDeletion, 'select' | 'count' | 'memoriesIn' | 'sources'>

export async function planDeletion(
  selection: HistorySelection,
  deletion: Reader,
): Promise<DeletionPlan> {
  const { turnId } = selection
  const sessions = await deletion.select(selection, Number.MAX_SAFE_INTEGER)
  const touched = new Set<string>()
  for (const { id } of sessions) {
    for (const memory of await deletion.memoriesIn({ sessionId: id, turnId })) touched.add(memory)
    await yieldToEventLoop()
  }
  const selected = new Set(sessions.map(({ id }) => id))
  const shared = await countShared([...touched], selected, turnId, deletion)
  return {
    counts: await deletion.count(selection),
    sessions,
    memoriesAlone: touched.size - shared,
    memoriesShared: shared,
  }
}

const memoriesAtOnce = 200

/** Memories with a source outside the selection. */
async function countShared(
  memories: readonly string[],
  selected: ReadonlySet<string>,
  turnId: string | undefined,
  deletion: Reader,
): Promise<number> {
  const shared = new Set<string>()
  for (let from = 0; from < memories.length; from += memoriesAtOnce) {
    const sources = await deletion.sources(memories.slice(from, from + memoriesAtOnce))
    for (const source of sources) {
      const isSelected =
        turnId === undefined ? selected.has(source.sessionId ?? '') : source.turnId === turnId
      if (!isSelected) shared.add(source.memoryId)
    }
    await yieldToEventLoop()
  }
  return shared.size
}

export interface PurgePorts {
  readonly store: Pick<Store, 'transaction' | 'textPurge' | 'eraseDeleted'>
  readonly files: DataFiles
  /** Stores waiting events that can be stored now. */
  readonly drain: () => Promise<unknown>
  readonly refreshPages: () => Promise<void>
}

interface PlaceCount {
  readonly place: PurgePlace | 'logs and waiting events' | 'wiki pages'
  readonly count: number
}

const purgeMarker = '[redacted:purged]'

/** Changes nothing. */
export async function findText(text: string, ports: PurgePorts): Promise<PlaceCount[]> {
  const found = await searchStore(text, ports, false)
  const { files } = ports
  return inOrder(found, await files.countText(text), await files.countInPages(text))
}

/** An event with the text may arrive meanwhile, so search the store again. */
const mostRounds = 3

export async function purgeText(text: string, ports: PurgePorts): Promise<PlaceCount[]> {
  await ports.drain()
  const total = new Map<PurgePlace, number>()
  let inFiles = 0
  for (let round = 0; round < mostRounds; round++) {
    inFiles += await ports.files.overwriteText(text)
    const found = await searchStore(text, ports, true)
    if (found.size === 0) break
    for (const [place, count] of found) total.set(place, (total.get(place) ?? 0) + count)
  }
  const inPages = await ports.files.countInPages(text)
  // Statements follow their memories; this handles what people wrote next to them, and the log.
  await ports.refreshPages()
  await ports.files.overwriteInPages(text)
  await ports.store.eraseDeleted({ rewrite: true })
  return inOrder(total, inFiles, inPages)
}

/** Reads without a lock and writes only rows that contain the text. */
async function searchStore(
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
