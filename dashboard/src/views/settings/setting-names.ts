/** Display names of settings. */

interface Section {
  readonly title: string
  /** First parts of keys, and the prefix that distinguishes them. */
  readonly parts: Readonly<Record<string, string>>
}

const rest: Section = { title: 'Other', parts: {} }

/** In the order they are shown. */
export const sections: readonly Section[] = [
  {
    title: 'General',
    parts: { enabled: '', disabledProjects: '', projectMarker: '', projectNames: '' },
  },
  { title: 'Capture', parts: { hook: 'Hook', capture: '' } },
  { title: 'Context', parts: { context: '', guidance: 'Guidance', mcp: '' } },
  { title: 'Learning', parts: { extraction: '', learning: '' } },
  { title: 'Models', parts: { models: '' } },
  { title: 'Budget', parts: { budget: '' } },
  { title: 'Embeddings', parts: { embeddings: '' } },
  { title: 'Subscribers', parts: { subscribers: '' } },
  { title: 'Wiki', parts: { wiki: '' } },
  { title: 'Fading', parts: { halfLives: 'Half-life of a', review: '' } },
  { title: 'Retention', parts: { retention: '' } },
  { title: 'Daemon', parts: { daemon: '', log: 'Log', backups: 'Backups' } },
  rest,
]

export function sectionOf(key: string): Section {
  return sections.find(({ parts }) => firstPart(key) in parts) ?? rest
}

/** `models.openaiCompatible.apiKeyVariable` is "OpenAI compatible API key variable". */
export function nameOf(key: string): string {
  const [first = '', ...others] = key.split('.')
  const owner = sectionOf(key).parts[first] ?? first
  const words = [owner, ...(others.length === 0 ? [first] : others)].join(' ')
  const spaced = words
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim()
  const spelled = spaced.replace(/\b(api|url|usd|cli|openai)\b/g, (word) => spellings[word] ?? word)
  return spelled.charAt(0).toUpperCase() + spelled.slice(1)
}

const spellings: Readonly<Record<string, string>> = {
  api: 'API',
  url: 'URL',
  usd: 'USD',
  cli: 'CLI',
  openai: 'OpenAI',
}

const firstPart = (key: string) => key.split('.')[0] ?? key
