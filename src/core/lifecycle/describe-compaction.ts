/** The state before a compaction, and what it kept. */
import type { LifecycleData } from '../../contract/lifecycle.ts'
import type { EventSummary } from '../ports/history.ts'
import { shorten } from '../text/shorten.ts'
import { type DescribePorts, textField } from './describe-ports.ts'

export async function describePreCompact(
  event: EventSummary,
  { history, injections, startTokens }: DescribePorts,
): Promise<LifecycleData['pre-compact']> {
  const { sessionId, occurredAt, fields } = event
  const session = await history.session(sessionId)
  const given = session ? await injections.ofSession(session) : []
  const { contextTokens, contextWindow } = fields
  return {
    trigger: textField(event, 'trigger'),
    turns: await history.lastTurn(sessionId, occurredAt),
    tokens: {
      ...(typeof contextTokens === 'number' && { inContext: contextTokens }),
      ...(typeof contextWindow === 'number' && { window: contextWindow }),
      given: given
        .filter(({ at }) => at <= occurredAt)
        .reduce((sum, { tokens }) => sum + tokens, 0),
      budget: startTokens(),
    },
  }
}

const mostExcerptCharacters = 500
const mostIds = 50

export async function describePostCompact(
  event: EventSummary,
  { history }: DescribePorts,
): Promise<LifecycleData['post-compact']> {
  const { sessionId, occurredAt, fields } = event
  const before = (await history.eventsThrough(event, 'post-compact')).at(-2)
  const covered = before ? await history.lastTurn(sessionId, before.occurredAt) : 0
  const through = await history.lastTurn(sessionId, occurredAt)
  const kept = await history.memoriesFrom(sessionId)
  const { summary } = fields
  return {
    trigger: textField(event, 'trigger'),
    turns: {
      from: Math.min(covered + 1, through),
      through,
      count: through - covered,
    },
    ...(typeof summary === 'string' && {
      summary: {
        characters: summary.length,
        excerpt: shorten(summary, mostExcerptCharacters),
      },
    }),
    memories: { count: kept.length, ids: kept.slice(0, mostIds) },
  }
}
