/** Notes at which turns the agent is asked to store something, and answers as the agent would. */
import type { HostSession } from '../../src/core/model/context.ts'
import type { Store } from '../../src/core/ports/store.ts'
import type { LabelledSession } from './data.ts'
import { mustAt } from './matching.ts'
import type { AskMade } from './results.ts'

export interface AskWatch {
  /**
   * Notes the asks of this turn. The agent answers them exactly when the labels have something that
   * must be kept of it, and stores nothing, since its memories would count as the product's.
   */
  endTurn(turn: number): Promise<void>
  made(): readonly AskMade[]
}

export function watchAsks(
  store: Pick<Store, 'asks'>,
  session: LabelledSession,
  hostSession: HostSession,
): AskWatch {
  const made: AskMade[] = []
  return {
    async endTurn(turn) {
      const asks = (await store.asks.list(hostSession)).slice(made.length)
      made.push(...asks.map(({ moment }) => ({ session: session.id, turn, moment })))
      const isAnswered = asks.length > 0 && mustAt(session, turn)
      if (isAnswered) await store.asks.markAnswered(hostSession, new Date().toISOString())
    },
    made: () => made,
  }
}
