/** Looks for histories on this machine. */
import type { HistoryItem, HistoryPlace, HistorySource } from '../ports/history-source.ts'
import type { FoundHistory } from './import-histories.ts'

/** What the user asked for; all that is there by default. */
export interface HistoryWish {
  readonly sources?: readonly string[] | undefined
  readonly path?: string | undefined
  /** Where the command runs. */
  readonly cwd?: string | undefined
  /** Without what has not changed since. */
  readonly since?: string | undefined
}

/** @returns those with something in them */
export async function findHistories(
  sources: readonly HistorySource[],
  surroundings: Omit<HistoryPlace, 'path'>,
  { sources: wanted, path, since }: HistoryWish,
): Promise<FoundHistory[]> {
  const found: FoundHistory[] = []
  for (const source of sources) {
    if (wanted && !wanted.includes(source.name)) continue
    const items = await source.discover({ ...surroundings, path })
    const recent = items.filter((item) => since === undefined || isSince(item, since))
    if (recent.length > 0) found.push({ source, items: recent })
  }
  return found
}

const isSince = ({ changedAt }: HistoryItem, since: string) =>
  changedAt === undefined || changedAt >= since

export interface HistorySummary {
  readonly source: string
  readonly displayName: string
  readonly sessions: number
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
    projects: projects.size,
    bytes: items.reduce((sum, { bytes }) => sum + bytes, 0),
    since: beginnings.toSorted()[0],
  }
}
