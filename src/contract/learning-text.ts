/** How Throughline learns, in one line. Apart from `wording.ts`, which every command loads. */
import type { Config } from './config.ts'

type LearningConfig = Pick<Config, 'extraction' | 'models' | 'budget'>

export function describeLearning({ extraction, models, budget }: LearningConfig): string {
  if (extraction.mode === 'off') return 'off'
  if (extraction.mode === 'local' || extraction.judges.length === 0) return localOnly
  const names = extraction.judges.map((judge) => judgeNames[judge](models)).join(', else ')
  return `${names} reads each session when it ends; ${describeCap(extraction, budget)}`
}

const localOnly = 'local rules, on this machine and free'

const judgeNames: Record<
  Config['extraction']['judges'][number],
  (models: Config['models']) => string
> = {
  claude: ({ claude }) => `claude (${claude.model})`,
  codex: ({ codex }) => `codex (${codex.model})`,
  gemini: ({ gemini }) => `gemini (${gemini.model})`,
  opencode: () => 'opencode',
  copilot: ({ copilot }) => `copilot (${copilot.model})`,
  qwen: () => 'qwen',
  ollama: ({ ollama }) => `Ollama (${ollama.model})`,
  anthropic: ({ anthropic }) => `Anthropic (${anthropic.model})`,
  'openai-compatible': ({ openaiCompatible }) => openaiCompatible.model || 'an API without a model',
}

function describeCap({ judges }: Config['extraction'], { dailyUsd }: Config['budget']): string {
  if (judges.every((judge) => judge === 'ollama')) return 'free'
  return dailyUsd === 0 ? 'no daily limit' : `at most $${dailyUsd.toFixed(2)} a day`
}

/** What changes it. */
export function learningHint({ extraction }: LearningConfig): string {
  if (extraction.mode === 'off') return 'throughline config set extraction.mode local'
  return extraction.mode === 'local'
    ? 'throughline setup --learn agent (or ollama)'
    : 'throughline config set extraction.mode local'
}
