/** How a turn ended, with its digest. */
import { type LifecycleData, lifecycleEvents } from '../../contract/lifecycle.ts'
import { renderDigest } from '../digest/render-digest.ts'
import { digestTurn } from '../digest/turn-digest.ts'
import type { DescribePorts } from './describe-ports.ts'

const outcomeSchema = lifecycleEvents['turn-ended'].shape.data.shape.outcome

export async function describeTurnEnd(
  turnId: string,
  outcome: string,
  { history }: DescribePorts,
): Promise<LifecycleData['turn-ended'] | undefined> {
  const found = await history.turn(turnId)
  if (!found) return undefined
  const { sessionId, number } = found
  const [turn] = await history.turnsOf(sessionId, { from: number, through: number })
  return {
    turnId,
    turn: number,
    outcome: outcomeSchema.parse(outcome),
    digest: turn ? renderDigest(digestTurn(turn)) : '',
  }
}
