/** What was found of a tool's memories, in figures. */
import type { FoundMemories } from './import-memories.ts'

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
