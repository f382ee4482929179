/** The ways to learn that setup offers, and the settings each stands for. */
import type { Json } from '../model/json.ts'

export const learningChoices = ['local', 'agent', 'ollama'] as const
export type LearningChoice = (typeof learningChoices)[number]

export interface OllamaModel {
  readonly url: string
  readonly model: string
}

export type SettingChanges = readonly (readonly [key: string, value: Json])[]

/** @param ollama the model found, for `ollama` */
export function settingsFor(choice: LearningChoice, ollama?: OllamaModel): SettingChanges {
  if (choice === 'local') return [['extraction.mode', 'local']]
  const judge = choice === 'agent' ? 'claude-cli' : 'ollama'
  return [
    ['extraction.mode', 'model'],
    ['extraction.judges', [judge]],
    ['extraction.modelReads', choice === 'agent' ? 'session' : 'turns'],
    ...(ollama
      ? ([
          ['models.ollama.model', ollama.model],
          ['models.ollama.url', ollama.url],
        ] as const)
      : []),
  ]
}

/**
 * The keys to remove so that the default applies again: what setup wrote, unless somebody has
 * changed one of its settings since.
 */
export function settingsToTakeBack(stored: (key: string) => Json | undefined): string[] {
  const ollama = {
    url: String(stored('models.ollama.url')),
    model: String(stored('models.ollama.model')),
  }
  const written = learningChoices
    .map((choice) => settingsFor(choice, choice === 'ollama' ? ollama : undefined))
    .find((changes) => changes.every(([key, value]) => isSame(stored(key), value)))
  return written?.map(([key]) => key) ?? []
}

const isSame = (a: Json | undefined, b: Json) => JSON.stringify(a) === JSON.stringify(b)
