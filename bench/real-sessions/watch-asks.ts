/** Notes at which turns the agent is asked to store something, and answers as the agent would. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { HostSession } from '../../src/core/model/context.ts'
import type { Store } from '../../src/core/ports/store.ts'
import type { LabelledSession } from './data.ts'
import { isAbout } from './matching.ts'
import type { AskMade, Replay } from './results.ts'

export interface AskWatch {
  /**
   * Notes the asks of this turn. The agent answers exactly when an item that must be kept has become
   * known since it was last asked, and stores nothing, since its memories would count as the product's.
   */
  endTurn(turn: number): Promise<void>
  made(): readonly AskMade[]
}

export function watchAsks(
  store: Pick<Store, 'asks'>,
  { id, items }: LabelledSession,
  hostSession: HostSession,
): AskWatch {
  const made: AskMade[] = []
  return {
    async endTurn(turn) {
      const since = made.at(-1)?.turn ?? 0
      const asks = (await store.asks.list(hostSession)).slice(made.length)
      made.push(...asks.map(({ moment }) => ({ session: id, turn, moment })))
      const isAnswered = items.some(({ grade, turns }) => {
        const knownAt = Math.max(...turns)
        return grade === 'must' && knownAt > since && knownAt <= turn
      })
      if (asks.length > 0 && isAnswered) {
        await store.asks.markAnswered(hostSession, new Date().toISOString())
      }
    },
    made: () => made,
  }
}

const reply = z.object({
  session: z.string(),
  items: z.array(z.object({ content: z.string(), turns: z.array(z.int()) })),
})

/**
 * Of the items that must be kept, the share an obedient agent stores: at each ask it stores the
 * recorded items whose turns are all known by then.
 * @param repliesFile what a model answered that read each session
 */
export function storedRecall(replays: readonly Replay[], repliesFile: string): number {
  const lines = readFileSync(repliesFile, 'utf8').split('\n').filter(Boolean)
  const replies = new Map(
    lines
      .map((line) => reply.parse(JSON.parse(line)))
      .map(({ session, items }) => [session, items]),
  )
  let [stored, all] = [0, 0]
  for (const { source, asks } of replays) {
    const texts = source.sessions.flatMap(({ id }) => {
      const lastAsk = Math.max(0, ...asks.filter(({ session }) => session === id).map(turnOf))
      const known = (replies.get(id) ?? []).filter(({ turns }) => Math.max(...turns) <= lastAsk)
      return known.map(({ content }) => content)
    })
    const must = source.sessions.flatMap(({ items }) =>
      items.filter(({ grade }) => grade === 'must'),
    )
    all += must.length
    stored += must.filter((item) => texts.some((text) => isAbout(text, item))).length
  }
  return stored / all
}

const turnOf = ({ turn }: AskMade) => turn
