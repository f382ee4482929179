/** A judge that asks a model, within a time limit. */
import type { ModelName } from '../adapters/models/open-model.ts'
import { limitedJudge } from '../core/extraction/judge-chain.ts'
import { createModelJudge } from '../core/extraction/model/model-judge.ts'
import type { Judge } from '../core/ports/models.ts'
import { type ModelParts, openBudgetedModel } from './budgeted-model.ts'

export async function openModelJudge(
  name: ModelName,
  limitMs: number,
  parts: ModelParts,
): Promise<Judge> {
  const judge = createModelJudge(name, await openBudgetedModel(name, parts))
  return limitedJudge(judge, () => AbortSignal.timeout(limitMs))
}
