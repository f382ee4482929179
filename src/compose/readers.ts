/** The configured models that may read sessions. Loaded on demand. */
import { isLearningOn, type ReaderName } from '../contract/learning-text.ts'
import type { LanguageModel } from '../core/ports/models.ts'
import type { ModelParts } from './budgeted-model.ts'

export interface Readers {
  /** In order of preference, kept until the settings change; undefined while learning is off. */
  all(): Promise<readonly LanguageModel[] | undefined>
  reader(): Promise<LanguageModel | undefined>
}

const probeLimitMs = 5_000

export function createReaders(parts: ModelParts): Readers {
  let inUse: { readonly settings: string; readonly models: Promise<LanguageModel[]> } | undefined
  async function all(): Promise<readonly LanguageModel[] | undefined> {
    const { learning, models } = parts.config()
    if (!isLearningOn(learning)) return undefined
    const names = learning.reader === 'off' ? [] : [learning.reader]
    const settings = JSON.stringify([names, models])
    if (inUse?.settings !== settings) inUse = { settings, models: open(names) }
    return inUse.models
  }
  async function open(names: readonly ReaderName[]): Promise<LanguageModel[]> {
    if (names.length === 0) return []
    const { openBudgetedModel } = await import('./budgeted-model.ts')
    return Promise.all(names.map((name) => openBudgetedModel(name, parts)))
  }
  return {
    all,
    async reader() {
      for (const model of (await all()) ?? []) {
        if ((await model.probe(AbortSignal.timeout(probeLimitMs))) === 'ready') return model
      }
      return undefined
    },
  }
}
