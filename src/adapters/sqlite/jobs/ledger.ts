/** Stores model calls, including those that the limits blocked. */
import { findPassedLimit } from '../../../core/ledger/limits.ts'
import type { DayBounds } from '../../../core/model/days.ts'
import type { CostGrouping, Ledger, PlannedCall, Spending } from '../../../core/ports/models.ts'
import type { Clock, IdSource } from '../../../core/ports/runtime.ts'
import type { Database } from '../connection/database.ts'

export function createLedger(
  database: Database,
  { clock, ids }: { clock: Clock; ids: IdSource },
): Ledger {
  const now = () => clock.now().toISOString()
  return {
    async reserve(call, limits) {
      const spent = readSpending(database, limits.day, call.sessionId)
      const limit = findPassedLimit(call, spent, limits)
      const id = ids.next()
      const status = limit === undefined ? 'reserved' : 'refused'
      database.insert('model_calls', { id, ...call, status, reservedAt: now() })
      return limit === undefined ? { kind: 'reserved', id } : { kind: 'exhausted', limit }
    },
    async settle(id, { outcome, inputTokens, outputTokens, costUsd, durationMs }) {
      database.run(
        `UPDATE model_calls SET status = ?2, tokens = ?3 + ?4, input_tokens = ?3,
           output_tokens = ?4, cost_usd = ?5, duration_ms = ?6, settled_at = ?7
         WHERE id = ?1 AND status = 'reserved'`,
        id,
        outcome,
        inputTokens,
        outputTokens,
        costUsd,
        durationMs,
        now(),
      )
    },
    async totals(by, { from, to, projectId, sessionId, utcOffsetMinutes }) {
      return database.list(
        `SELECT ${groups[by]} AS "group", sum(status <> 'refused') AS calls,
           sum(status = 'failed') AS failed, sum(status = 'reserved') AS unsettled,
           sum(status = 'refused') AS refused, sum(input_tokens) AS input_tokens,
           sum(output_tokens) AS output_tokens, ${counted}
         FROM model_calls
         WHERE (?2 IS NULL OR reserved_at >= ?2) AND (?3 IS NULL OR reserved_at < ?3)
           AND (?4 IS NULL OR session_id = ?4)
           AND (?5 IS NULL OR session_id IN (SELECT id FROM sessions WHERE project_id = ?5))
         GROUP BY 1 ORDER BY ${by === 'day' ? '1 DESC' : 'cost_usd DESC, tokens DESC, 1'}`,
        `${utcOffsetMinutes} minutes`,
        from,
        to,
        sessionId,
        projectId,
      )
    },
    spent: async (day, sessionId) => readSpending(database, day, sessionId),
    async lastRefused({ from, to }) {
      return database.find(
        `SELECT tokens, cost_usd FROM model_calls
         WHERE status = 'refused' AND reserved_at >= ? AND reserved_at < ?
         ORDER BY reserved_at DESC, id DESC LIMIT 1`,
        from,
        to,
      )
    },
    async failuresInRow(provider, model) {
      const last = database.list<{ status: string; settledAt: string }>(
        `SELECT status, settled_at FROM model_calls
         WHERE provider = ? AND model = ? AND status IN ('done', 'failed')
         ORDER BY reserved_at DESC, id DESC LIMIT 10`,
        provider,
        model,
      )
      const success = last.findIndex(({ status }) => status === 'done')
      const count = success < 0 ? last.length : success
      return { count, lastAt: count > 0 ? last[0]?.settledAt : undefined }
    },
  }
}

const groups: Record<CostGrouping, string> = {
  day: 'date(reserved_at, ?1)',
  session: "coalesce(session_id, '')",
  model: "provider || '/' || model",
  purpose: 'purpose',
}

/** Sums of the relevant calls, with floating-point errors rounded away. */
const counted = `coalesce(sum(iif(status = 'refused', 0, tokens)), 0) AS tokens,
  round(coalesce(sum(iif(status = 'refused', 0, cost_usd)), 0), 9) AS cost_usd`

type Sum = Pick<PlannedCall, 'tokens' | 'costUsd'>

function readSpending(database: Database, day: DayBounds, sessionId: string | undefined): Spending {
  const sum = (condition: string, ...values: (string | undefined)[]) =>
    database.find<Sum>(`SELECT ${counted} FROM model_calls WHERE ${condition}`, ...values) as Sum
  const daily = sum('reserved_at >= ? AND reserved_at < ?', day.from, day.to)
  const session = sum('session_id = ?', sessionId)
  return {
    dailyTokens: daily.tokens,
    dailyUsd: daily.costUsd,
    sessionTokens: session.tokens,
    sessionUsd: session.costUsd,
  }
}
