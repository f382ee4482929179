/** A call of a model as the ledger sees it, without the model. */
import type { Ledger, PlannedCall, Settlement } from '../../../src/core/ports/models.ts'

export async function spend(
  ledger: Ledger,
  call: Partial<PlannedCall> = {},
  settlement: Partial<Settlement> = {},
): Promise<void> {
  const planned: PlannedCall = {
    provider: 'ollama',
    model: 'small',
    purpose: 'read',
    sessionId: undefined,
    tokens: 1_000,
    costUsd: 0,
    ...call,
  }
  const reservation = await ledger.reserve(planned, {
    day: { from: '', to: '' },
    dailyTokens: undefined,
    dailyUsd: undefined,
    sessionTokens: undefined,
    sessionUsd: undefined,
  })
  if (reservation.kind === 'exhausted') throw new Error(`${reservation.limit} is exhausted`)
  await ledger.settle(reservation.id, {
    outcome: 'done',
    inputTokens: 300,
    outputTokens: 40,
    costUsd: planned.costUsd,
    durationMs: 850,
    ...settlement,
  })
}
