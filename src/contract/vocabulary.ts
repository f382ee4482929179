/**
 * The closed sets of words that every surface shares, and the limits of a memory. Apart from the
 * schemas, since a quick recall cannot wait for those to load.
 */

export const memoryKinds = [
  'preference',
  'correction',
  'decision',
  'fact',
  'fix',
  'workaround',
  'procedure',
  'reference',
  'rule',
] as const
export type MemoryKind = (typeof memoryKinds)[number]

/** What other tools call the same kinds. */
export const kindAliases: Readonly<Record<string, MemoryKind>> = {
  user: 'preference',
  feedback: 'correction',
  project: 'fact',
  debugging: 'fix',
  operational: 'procedure',
}

export const memoryScopes = ['global', 'project', 'session', 'agent'] as const
export type MemoryScope = (typeof memoryScopes)[number]

export const memorySourceNames = ['manual', 'heuristic', 'model', 'import', 'wiki', 'sync'] as const
export type MemorySourceName = (typeof memorySourceNames)[number]

/** From the most to the least trusted: who said it. */
export const trustLevels = ['user', 'agent', 'tool'] as const
export type TrustLevel = (typeof trustLevels)[number]

/** How much agents are told of their memory. */
export const guidanceVariants = ['minimal', 'eager'] as const
export type GuidanceVariant = (typeof guidanceVariants)[number]

export const sourceTypes = ['turn', 'tool-event', 'session', 'file', 'manual'] as const
export type SourceType = (typeof sourceTypes)[number]

export const linkRelations = ['supersedes', 'contradicts', 'relates', 'derived-from'] as const
export type LinkRelation = (typeof linkRelations)[number]

export const memoryLimits = {
  keyCharacters: 60,
  contentCharacters: 1_400,
  tags: 20,
  tagCharacters: 60,
  keywords: 40,
  keywordCharacters: 80,
  files: 50,
  fileCharacters: 1_024,
} as const

/** The most that each budget of context can be set to. */
export const contextLimits = {
  startTokens: 4_000,
  promptTokens: 2_000,
  entriesPerScope: 50,
  charactersPerScope: 5_000,
} as const
export type ContextBudget = keyof typeof contextLimits

/** @returns undefined when it is neither a kind nor an alias of one */
export function parseKind(text: string): MemoryKind | undefined {
  const name = text.trim().toLowerCase()
  const alias = Object.hasOwn(kindAliases, name) ? kindAliases[name] : undefined
  return memoryKinds.find((kind) => kind === name) ?? alias
}

/** Why a memory, or two of them, are to be looked at; the most pressing first. */
export const reviewKinds = [
  'contradiction',
  'near-duplicate',
  'stale',
  'never-used',
  'unconfirmed',
] as const
export type ReviewKind = (typeof reviewKinds)[number]

export const reviewDecisions = ['keep', 'merge', 'drop'] as const
export type ReviewDecisionName = (typeof reviewDecisions)[number]

export const hitTypes = ['memory', 'turn', 'tool-event', 'session'] as const

/** What others can be told of. */
export const lifecycleTypes = [
  'session-started',
  'pre-compact',
  'post-compact',
  'instructions-loaded',
  'turn-ended',
  'memory-stored',
  'memory-superseded',
] as const
export type LifecycleType = (typeof lifecycleTypes)[number]

/** Of the form in which they are sent; a change that breaks readers counts it up. */
export const lifecycleVersion = 1
