/** Gives a session that was compacted or is resumed its own recap, before anything older. */
import type { Block } from '../block/block.ts'
import type { ContextPorts, Situation } from '../situation.ts'
import { recapLengthOf } from './recap-length.ts'

/** A host that resumes a session for every prompt gets it with the first. */
const resumeAgainMs = 3_600_000

export async function addRecap(
  block: Block,
  { request, sessionId, shown, now }: Situation,
  { recap }: ContextPorts,
): Promise<void> {
  const length = recapLengthOf(request)
  if (!recap || length === undefined || sessionId === undefined) return
  const sinceMs = now.getTime() - Date.parse(shown.recapAt ?? '')
  if (length === 'short' && sinceMs < resumeAgainMs) return
  for (const { trust, text } of await recap(sessionId, length, request.prompt)) {
    block.add({
      section: 'recap',
      id: sessionId,
      kind: 'digest',
      trust,
      at: now.toISOString(),
      text,
      reason: 'said or done earlier in this session',
    })
  }
}
