/** Imports other tools' memories. Continues after an interruption. */

import { meaningOf } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import type { ForeignMemorySource, MemoryItem } from '../../ports/memory-source.ts'
import {
  isImported,
  isUnreadable,
  markBlocked,
  markImported,
  unplacedAmong,
  unreadableBy,
} from '../known-items.ts'
import {
  addMemoryTally,
  emptyMemoryTally,
  importMemoryItem,
  type MemoryImportOptions,
  type MemoryTally,
  ofElsewhere,
  olderThanWanted,
} from './import-memory-item.ts'
import type { MemoryImportPorts } from './place-memory.ts'

export interface FoundMemories {
  readonly source: ForeignMemorySource
  readonly items: readonly MemoryItem[]
}

export interface MemoryImportResult extends MemoryTally {
  readonly source: string
  readonly displayName: string
  /** Items imported before and unchanged since. */
  unchangedItems: number
  readonly failed: { readonly path: string; readonly reason: string }[]
}

export interface MemoryProgress {
  readonly onSource?: (displayName: string) => void
}

export async function importMemories(
  found: readonly FoundMemories[],
  ports: MemoryImportPorts,
  { onSource, ...options }: MemoryImportOptions & MemoryProgress,
): Promise<MemoryImportResult[]> {
  const results: MemoryImportResult[] = []
  for (const { source, items } of found) {
    const { name, displayName } = source
    onSource?.(displayName)
    const result: MemoryImportResult = {
      ...emptyMemoryTally(),
      ...{ source: name, displayName, unchangedItems: 0, failed: [] },
    }
    results.push(result)
    for (const item of items) {
      if (options.signal.aborted) return results
      await importOne(source, item, options, ports, result)
    }
  }
  return results
}

async function importOne(
  source: ForeignMemorySource,
  item: MemoryItem,
  options: MemoryImportOptions,
  ports: MemoryImportPorts,
  result: MemoryImportResult,
): Promise<void> {
  if (await isImported(source.name, item, ports)) {
    result.unchangedItems += 1
    return
  }
  const tally = emptyMemoryTally()
  try {
    await importMemoryItem(source, item, options, ports, tally)
    if (!options.signal.aborted) await markTaken(source.name, item, tally, ports)
  } catch (error) {
    if (meaningOf(error).isStoreTrouble) throw error
    const reason = error instanceof Error ? error.message : String(error)
    result.failed.push({ path: item.path, reason })
    if (isUnreadable(error)) {
      await markBlocked(source.name, item, unreadableBy(ports.version), ports)
    }
  }
  addMemoryTally(result, tally)
}

/** An item with skipped memories is read again next time. */
async function markTaken(
  source: string,
  item: MemoryItem,
  tally: MemoryTally,
  ports: MemoryImportPorts,
): Promise<void> {
  const { unplaced, skipped } = tally
  if (skipped[olderThanWanted] !== undefined || skipped[ofElsewhere] !== undefined) return
  if (Object.keys(unplaced).length === 0) return markImported(source, item, ports)
  const projects = await ports.store.projects.list()
  await markBlocked(source, item, unplacedAmong(projects.length), ports)
}

export type MemorySummary = OutputOf<'findImports'>['memories'][number]

export function summariseMemories({ source, items }: FoundMemories): MemorySummary {
  const { name, displayName, unit } = source
  return {
    ...{ source: name, displayName, unit },
    memories: items.reduce((sum, { memories }) => sum + memories, 0),
    bytes: items.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}
