/**
 * run/restored-memories.json: memories restored by an upgrade because earlier versions forgot them by
 * age. `doctor` lists them until they are acknowledged.
 */
import { readFileSync, rmSync } from 'node:fs'
import type { HomePaths } from './paths.ts'
import { writeFileAtomically } from './write-files.ts'

type Place = Pick<HomePaths, 'restoredMemories'>

export function readRestored({ restoredMemories }: Place): readonly string[] {
  try {
    const { ids } = JSON.parse(readFileSync(restoredMemories, 'utf8'))
    return Array.isArray(ids) ? ids.map(String) : []
  } catch {
    return []
  }
}

export function noteRestored(place: Place, ids: readonly string[]): void {
  const all = [...readRestored(place), ...ids]
  writeFileAtomically(place.restoredMemories, `${JSON.stringify({ ids: all })}\n`, { mode: 0o600 })
}

export function acknowledgeRestored({ restoredMemories }: Place): void {
  rmSync(restoredMemories, { force: true })
}
