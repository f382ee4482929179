/** Looks for memories of other tools on this machine. */
import type { HistoryPlace } from '../../ports/history-source.ts'
import type { ForeignMemorySource } from '../../ports/memory-source.ts'
import type { HistoryWish } from '../find-histories.ts'
import type { FoundMemories } from './import-memories.ts'

/** @returns those with something in them */
export async function findMemories(
  sources: readonly ForeignMemorySource[],
  surroundings: Omit<HistoryPlace, 'path'>,
  { sources: wanted, path, since }: Omit<HistoryWish, 'cwd'>,
): Promise<FoundMemories[]> {
  const found: FoundMemories[] = []
  for (const source of sources) {
    if (wanted && !wanted.includes(source.name)) continue
    if (source.needsPath && path === undefined) continue
    const items = await source.discover({ ...surroundings, path })
    const recent = items.filter(({ changedAt }) => since === undefined || changedAt >= since)
    if (recent.length > 0) found.push({ source, items: recent })
  }
  return found
}

export interface MemorySummary {
  readonly source: string
  readonly displayName: string
  readonly unit: string
  readonly memories: number
  readonly bytes: number
}

export function summariseMemories({ source, items }: FoundMemories): MemorySummary {
  const { name, displayName, unit } = source
  return {
    ...{ source: name, displayName, unit },
    memories: items.reduce((sum, { memories }) => sum + memories, 0),
    bytes: items.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}
