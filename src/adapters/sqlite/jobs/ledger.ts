/** Calls of models as rows. What the limits stopped stays too, to tell that they do. */
import { findPassedLimit } from '../../../core/ledger/limits.ts'
import type { DayBounds } from '../../../core/model/days.ts'
import type { Clock, IdSource } from '../../../core/ports/clock.ts'
import type { CostGrouping, CostTotal, Ledger, Spending } from '../../../core/ports/ledger.ts'
import type { Database, Row } from '../connection/database.ts'
import { insertRow, orNull } from '../connection/rows.ts'

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
      insertRow(database, 'model_calls', {
        id,
        provider: call.provider,
        model: call.model,
        purpose: call.purpose,
        session_id: orNull(call.sessionId),
        status: limit === undefined ? 'reserved' : 'refused',
        tokens: call.tokens,
        cost_usd: call.costUsd,
        reserved_at: now(),
      })
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
      const rows = database.all(
        `SELECT ${groups[by]} AS name, sum(status <> 'refused') AS calls,
           sum(status = 'failed') AS failed, sum(status = 'reserved') AS unsettled,
           sum(status = 'refused') AS refused, sum(input_tokens) AS input_tokens,
           sum(output_tokens) AS output_tokens, ${counted}
         FROM model_calls
         WHERE (?2 IS NULL OR reserved_at >= ?2) AND (?3 IS NULL OR reserved_at < ?3)
           AND (?4 IS NULL OR session_id = ?4)
           AND (?5 IS NULL OR session_id IN (SELECT id FROM sessions WHERE project_id = ?5))
         GROUP BY name ORDER BY ${by === 'day' ? 'name DESC' : 'cost_usd DESC, tokens DESC, name'}`,
        `${utcOffsetMinutes} minutes`,
        orNull(from),
        orNull(to),
        orNull(sessionId),
        orNull(projectId),
      )
      return rows.map(toTotal)
    },
    spent: async (day, sessionId) => readSpending(database, day, sessionId),
    async lastRefused({ from, to }) {
      const row = database.get(
        `SELECT tokens, cost_usd FROM model_calls
         WHERE status = 'refused' AND reserved_at >= ? AND reserved_at < ?
         ORDER BY reserved_at DESC, id DESC LIMIT 1`,
        from,
        to,
      )
      return row && { tokens: Number(row.tokens), costUsd: Number(row.cost_usd) }
    },
  }
}

const groups: Record<CostGrouping, string> = {
  day: 'date(reserved_at, ?1)',
  session: "coalesce(session_id, '')",
  model: "provider || '/' || model",
  purpose: 'purpose',
}

/** Sums of what counts; floating-point dust is rounded away. */
const counted = `coalesce(sum(iif(status = 'refused', 0, tokens)), 0) AS tokens,
  round(coalesce(sum(iif(status = 'refused', 0, cost_usd)), 0), 9) AS cost_usd`

function readSpending(database: Database, day: DayBounds, sessionId: string | undefined): Spending {
  const daily = database.get(
    `SELECT ${counted} FROM model_calls WHERE reserved_at >= ? AND reserved_at < ?`,
    day.from,
    day.to,
  )
  const session = database.get(
    `SELECT ${counted} FROM model_calls WHERE session_id = ?`,
    orNull(sessionId),
  )
  return {
    dailyTokens: Number(daily?.tokens),
    dailyUsd: Number(daily?.cost_usd),
    sessionTokens: Number(session?.tokens),
    sessionUsd: Number(session?.cost_usd),
  }
}

function toTotal(row: Row): CostTotal {
  return {
    group: String(row.name),
    calls: Number(row.calls),
    failed: Number(row.failed),
    unsettled: Number(row.unsettled),
    refused: Number(row.refused),
    inputTokens: Number(row.input_tokens),
    outputTokens: Number(row.output_tokens),
    tokens: Number(row.tokens),
    costUsd: Number(row.cost_usd),
  }
}
