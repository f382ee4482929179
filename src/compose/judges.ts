/**
 * The chain of judges that the configuration asks for: models where they are switched on, then
 * local rules, which always answer. Model code is loaded only when a model is configured.
 */
import type { Config } from '../contract/config.ts'
import type { Judge } from '../core/ports/models.ts'
import type { ModelParts } from './budgeted-model.ts'

/** For all models together, which leaves the local rules enough of a job's time. */
const mostModelMs = 180_000

/** In the order they are asked. They are kept until the settings change. */
export function createJudges(parts: ModelParts): () => Promise<readonly Judge[]> {
  let inUse: { readonly settings: string; readonly judges: Promise<readonly Judge[]> } | undefined
  return () => {
    const { extraction, models } = parts.config()
    const names = extraction.mode === 'model' ? [...new Set(extraction.judges)] : []
    const settings = JSON.stringify([names, models])
    if (inUse?.settings !== settings) inUse = { settings, judges: open(names, parts) }
    return inUse.judges
  }
}

async function open(
  names: Config['extraction']['judges'],
  parts: ModelParts,
): Promise<readonly Judge[]> {
  const { createHeuristicJudge } = await import('../core/extraction/heuristic/judge.ts')
  if (names.length === 0) return [createHeuristicJudge()]
  const { openModelJudge } = await import('./model-judge.ts')
  const limitMs = mostModelMs / names.length
  const models = await Promise.all(names.map((name) => openModelJudge(name, limitMs, parts)))
  return [...models, createHeuristicJudge()]
}
