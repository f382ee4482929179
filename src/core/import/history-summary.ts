/** What was found of an agent's history, in figures. */
import type { FoundHistory } from './import-histories.ts'

export interface HistorySummary {
  readonly source: string
  readonly displayName: string
  readonly sessions: number
  /** Files, or sessions of a database. */
  readonly items: number
  readonly projects: number
  readonly bytes: number
  readonly since: string | undefined
}

export function summarise({ source, items }: FoundHistory): HistorySummary {
  const projects = new Set(items.flatMap(({ project }) => project ?? []))
  const beginnings = items.flatMap(({ startedAt }) => startedAt ?? [])
  return {
    source: source.name,
    displayName: source.displayName,
    sessions: items.reduce((sum, { sessions }) => sum + sessions, 0),
    items: items.length,
    projects: projects.size,
    bytes: items.reduce((sum, { bytes }) => sum + bytes, 0),
    since: beginnings.toSorted()[0],
  }
}
