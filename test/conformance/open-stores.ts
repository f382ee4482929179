/** What a store provides for the suites: every port on one fresh database. */
import type { NewSession } from '../../src/core/ports/capture-store.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import type { Store } from '../../src/core/ports/store.ts'
import type { TeamStore } from '../../src/core/ports/team/team-store.ts'

export interface Stores extends Store {
  close(): void | Promise<void>
}

export type OpenStores = (clock: Clock) => Promise<Stores>

/** The ports that the store of a team has too. */
export interface TeamStores extends TeamStore {
  readonly samples: SessionSamples
  close(): void | Promise<void>
}

export type OpenTeamStores = (clock: Clock) => Promise<TeamStores>

/** Adds what memories are learned from; every store knows at least who and where. */
export interface SessionSamples {
  addSession(
    changes?: Partial<Pick<NewSession, 'host' | 'hostSessionId' | 'projectId' | 'startedAt'>>,
  ): Promise<{ readonly id: string }>
  addTurn(sessionId: string): Promise<{ readonly id: string }>
  addToolEvent(
    sessionId: string,
    options: { readonly turnId: string },
  ): Promise<{ readonly id: string }>
}
