/** What was extracted from a session, and what it cost. */
import type { OutputOf } from '../../contract/operations/index.ts'
import type { ExtractionReader } from '../ports/extraction-store.ts'
import type { Ledger } from '../ports/ledger.ts'

export async function readSessionExtraction(
  { extractions, ledger }: { extractions: ExtractionReader; ledger: Ledger },
  sessionId: string,
): Promise<OutputOf<'getSession'>['extraction']> {
  const { windows, items } = await extractions.totals(sessionId)
  const [cost] = await ledger.totals('session', { sessionId, utcOffsetMinutes: 0 })
  return {
    windows,
    items,
    calls: cost?.calls ?? 0,
    tokens: cost?.tokens ?? 0,
    costUsd: cost?.costUsd ?? 0,
  }
}
