/** The models that may write in the wiki. Their code is loaded only when they are switched on. */
import type { Config } from '../../contract/config.ts'
import type { LanguageModel } from '../../core/ports/models.ts'
import type { ModelParts } from '../budgeted-model.ts'

type ModelNames = Config['extraction']['judges']

/** In the order of asking: those that learn. They are kept until the settings change. */
export function createWriters(parts: ModelParts): () => Promise<readonly LanguageModel[]> {
  let inUse: { readonly settings: string; readonly models: Promise<readonly LanguageModel[]> }
  return async () => {
    const { wiki, extraction, models } = parts.config()
    if (!wiki.modelWrites || extraction.mode !== 'model') return []
    const names = [...new Set(extraction.judges)]
    const settings = JSON.stringify([names, models])
    if (inUse?.settings !== settings) inUse = { settings, models: open(names, parts) }
    return inUse.models
  }
}

async function open(names: ModelNames, parts: ModelParts): Promise<readonly LanguageModel[]> {
  const { openBudgetedModel, today } = await import('../budgeted-model.ts')
  const { limitPurposes } = await import('../../core/ledger/purpose-limit.ts')
  const limit = {
    ledger: parts.ledger,
    purposes: ['introduce', 'answer'] as const,
    mostTokens: () => parts.config().budget.wikiTokens,
    setting: 'budget.wikiTokens',
    day: today,
  }
  return Promise.all(
    names.map(async (name) => limitPurposes(await openBudgetedModel(name, parts), limit)),
  )
}
