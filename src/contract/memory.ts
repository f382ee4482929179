/** A memory as every surface sees it: its closed sets, its limits, its shape. */
import { z } from 'zod'

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

/** @returns undefined when it is neither a kind nor an alias of one */
export function parseKind(text: string): MemoryKind | undefined {
  const name = text.trim().toLowerCase()
  const alias = Object.hasOwn(kindAliases, name) ? kindAliases[name] : undefined
  return memoryKinds.find((kind) => kind === name) ?? alias
}

export const memorySource = z.object({
  type: z.enum(sourceTypes),
  ref: z.string().describe('Id of the turn, tool event or session; path of the file'),
})

export const memoryLink = z.object({
  from: z.string(),
  relation: z.enum(linkRelations),
  to: z.string(),
  createdAt: z.string(),
})

export const memory = z.object({
  id: z.string(),
  scope: z.enum(memoryScopes),
  scopeId: z.string().describe('Project id, session id or agent name; empty for global'),
  key: z.string().optional(),
  kind: z.enum(memoryKinds),
  content: z.string(),
  tags: z.array(z.string()),
  keywords: z.array(z.string()),
  importance: z.number(),
  source: z.enum(memorySourceNames).describe('How it was made'),
  trust: z.enum(trustLevels).describe('Who said it'),
  pinned: z.boolean(),
  validFrom: z.string(),
  validTo: z.string().optional(),
  supersededBy: z.string().optional(),
  useCount: z.int(),
  lastUsedAt: z.string().optional(),
  files: z.array(z.string()),
  commit: z.string().optional().describe('The commit its files were at when it was learned'),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
