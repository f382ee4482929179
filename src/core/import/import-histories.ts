/** Imports agents' records of earlier sessions. Continues after an interruption. */

import { meaningOf } from '../../contract/errors.ts'
import type { OutputOf } from '../../contract/operations/index.ts'
import { nameAgent } from '../../contract/vocabulary.ts'
import type { HistoryItem, HistorySource } from '../ports/history-source.ts'
import type { ImportPorts } from './find-importable.ts'
import { addTo, emptyTally, type ImportTally, importItem } from './import-item.ts'
import { isUnreadable, markBlocked, markImported, onlyNew, unreadableBy } from './known-items.ts'
import type { IsWanted } from './place-recorded.ts'

export interface FoundHistory {
  readonly source: HistorySource
  readonly items: readonly HistoryItem[]
}

export interface ImportOptions {
  readonly signal: AbortSignal
  /** Imports only events of these places. Items are then not marked as imported. */
  readonly isWanted?: IsWanted | undefined
  readonly onItem?: (item: HistoryItem, result: ImportResult) => void
}

export interface ImportResult extends ImportTally {
  readonly failed: { readonly path: string; readonly reason: string }[]
}

export async function importHistories(
  found: readonly FoundHistory[],
  ports: ImportPorts,
  options: ImportOptions,
): Promise<ImportResult> {
  const result: ImportResult = { ...emptyTally(), failed: [] }
  for (const { source, items } of await onlyNew(found, ports)) {
    for (const item of items) {
      if (options.signal.aborted) return result
      await importOne(source, item, ports, result, options)
      options.onItem?.(item, result)
    }
  }
  return result
}

async function importOne(
  source: HistorySource,
  item: HistoryItem,
  ports: ImportPorts,
  result: ImportResult,
  { signal, isWanted }: ImportOptions,
): Promise<void> {
  try {
    addTo(result, await importItem(source, item, onlyIn(isWanted, ports), signal))
    if (signal.aborted || isWanted) return
    await markImported(source.name, item, ports)
  } catch (error) {
    if (meaningOf(error).isStoreTrouble) throw error
    const reason = error instanceof Error ? error.message : String(error)
    result.failed.push({ path: item.path, reason })
    if (!isUnreadable(error)) return
    await markBlocked(source.name, item, unreadableBy(ports.version), ports)
  }
}

function onlyIn(isWanted: IsWanted | undefined, ports: ImportPorts): ImportPorts {
  if (!isWanted) return ports
  return {
    ...ports,
    placeOf: async (recorded) =>
      (await isWanted(recorded)) ? ports.placeOf(recorded) : { kind: 'disabled' },
  }
}

export type HistorySummary = OutputOf<'findImports'>['found'][number]

export function summarise({ source, items }: FoundHistory): HistorySummary {
  const projects = new Set(items.flatMap(({ project }) => project ?? []))
  const beginnings = items.flatMap(({ startedAt }) => startedAt ?? [])
  return {
    source: source.name,
    displayName: nameAgent(source.name),
    sessions: items.reduce((sum, { sessions }) => sum + sessions, 0),
    items: items.length,
    projects: projects.size,
    bytes: items.reduce((sum, { bytes }) => sum + bytes, 0),
    since: beginnings.toSorted()[0],
  }
}
