/** A team server keeps no conversations, so its history is empty. */
import type { TeamHistory, TeamStore, TeamTransaction } from '../../core/ports/team/team-store.ts'

export const noHistory: TeamHistory = {
  turns: async () => [],
  toolEvents: async () => [],
  sessionSources: async () => [],
  sessions: async () => [],
  session: async () => undefined,
  sessionId: async () => undefined,
  sessionPlace: async () => undefined,
  sessionOfMemory: async () => undefined,
  spoken: async () => [],
  spokenTurns: async () => [],
  foreignOutputs: async () => [],
}

/** Context is given on the machines of the team. */
export const noInjections: TeamStore['injections'] = { shownCounts: async () => new Map() }

/** Candidates are decided on the machine that heard them. */
export const noExtractions: TeamTransaction['extractions'] = {
  dropped: async () => [],
  addDropped: async () => undefined,
  removeDropped: async () => undefined,
}
