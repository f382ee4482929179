/** Imports what agents kept of earlier sessions. Interrupted, it goes on where it was. */
import { meaningOf } from '../../contract/errors.ts'
import type { HistoryItem, HistorySource } from '../ports/history-source.ts'
import { importItem } from './import-item.ts'
import type { ImportPorts } from './import-ports.ts'
import { addTo, emptyTally, type ImportTally } from './tally.ts'

export interface FoundHistory {
  readonly source: HistorySource
  readonly items: readonly HistoryItem[]
}

export interface ImportOptions {
  readonly signal: AbortSignal
  readonly onItem?: (item: HistoryItem, total: ImportTally) => void
}

export interface ImportResult extends ImportTally {
  /** Items that were imported before and have not changed since. */
  unchanged: number
  /** Items that could not be read, with the reason. */
  readonly failed: { readonly path: string; readonly reason: string }[]
}

export async function importHistories(
  found: readonly FoundHistory[],
  ports: ImportPorts,
  { signal, onItem }: ImportOptions,
): Promise<ImportResult> {
  const result: ImportResult = { ...emptyTally(), unchanged: 0, failed: [] }
  for (const { source, items } of found) {
    try {
      for (const item of items) {
        if (signal.aborted) return result
        await importOne(source, item, ports, result, signal)
        onItem?.(item, result)
      }
    } finally {
      source.close?.()
    }
  }
  return result
}

async function importOne(
  source: HistorySource,
  item: HistoryItem,
  ports: ImportPorts,
  result: ImportResult,
  signal: AbortSignal,
): Promise<void> {
  const { imports } = ports.store
  const key = ports.hash(item.id)
  if (await imports.isImported(source.name, key, item.fingerprint)) {
    result.unchanged += 1
    return
  }
  try {
    addTo(result, await importItem(source, item, ports, signal))
    if (signal.aborted) return
    const { fingerprint } = item
    const at = ports.clock.now().toISOString()
    await imports.markImported({ source: source.name, item: key, fingerprint, at })
  } catch (error) {
    if (meaningOf(error).isStoreTrouble) throw error
    const reason = error instanceof Error ? error.message : String(error)
    result.failed.push({ path: item.path, reason })
  }
}
