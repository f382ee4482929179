/** How Throughline learns, in one line. Apart from `wording.ts`, which every command loads. */
import type { Config } from './config.ts'

type LearningConfig = Pick<Config, 'learning' | 'models' | 'budget'>

export type ReaderName = Exclude<Config['learning']['reader'], 'off'>

export function describeLearning({ learning, models, budget }: LearningConfig): string {
  const { reader, rules } = learning
  if (reader === 'off') return rules ? 'local rules, on this machine and free' : 'off'
  return `${describeReader(reader, models)} reads each session when it ends; ${describeCap(reader, budget)}`
}

/** Whether anything learns from sessions. */
export const isLearningOn = ({ reader, rules }: Config['learning']) => rules || reader !== 'off'

function describeReader(reader: ReaderName, models: Config['models']): string {
  const model = modelOf(reader, models)
  return model === '' ? readerTitle(reader) : `${readerTitle(reader)} (${model})`
}

const readerTitle = (reader: ReaderName) => titles[reader] ?? reader

const titles: { readonly [reader in ReaderName]?: string } = {
  ollama: 'Ollama',
  anthropic: 'Anthropic',
  'openai-compatible': 'an API',
}

/** Empty where the agent decides. */
export function modelOf(reader: ReaderName, models: Config['models']): string {
  return models[reader === 'openai-compatible' ? 'openaiCompatible' : reader].model
}

function describeCap(reader: ReaderName, { dailyUsd }: Config['budget']): string {
  if (reader === 'ollama') return 'free'
  return dailyUsd === 0 ? 'no daily limit' : `at most $${dailyUsd.toFixed(2)} a day`
}

/** What changes it. */
export function learningHint({ learning }: Pick<Config, 'learning'>): string {
  if (!isLearningOn(learning)) return 'throughline config set learning.rules true'
  return learning.reader === 'off'
    ? 'throughline setup --learn agent (or ollama)'
    : 'throughline config set learning.reader off'
}
