/** What an import brought. */
export interface ImportTally {
  /** Sessions with something new. */
  readonly sessions: Set<string>
  turns: number
  toolCalls: number
  failures: number
  /** Events that were there before. */
  known: number
  /** Events of projects that are switched off. */
  disabled: number
  /** By reason. */
  readonly skipped: Record<string, number>
}

export const emptyTally = (): ImportTally => ({
  sessions: new Set(),
  turns: 0,
  toolCalls: 0,
  failures: 0,
  known: 0,
  disabled: 0,
  skipped: {},
})

export function addTo(tally: ImportTally, other: ImportTally): void {
  for (const session of other.sessions) tally.sessions.add(session)
  tally.turns += other.turns
  tally.toolCalls += other.toolCalls
  tally.failures += other.failures
  tally.known += other.known
  tally.disabled += other.disabled
  for (const [reason, times] of Object.entries(other.skipped)) {
    tally.skipped[reason] = (tally.skipped[reason] ?? 0) + times
  }
}
