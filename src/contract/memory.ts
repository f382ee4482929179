/** A memory as every surface sees it: its words, its limits, its shape. */
import { z } from 'zod'
import {
  linkRelations,
  memoryKinds,
  memoryScopes,
  memorySourceNames,
  sourceTypes,
  trustLevels,
} from './vocabulary.ts'

export * from './vocabulary.ts'

export const memorySource = z.object({
  type: z.enum(sourceTypes),
  ref: z
    .string()
    .describe(
      'Id of the turn, tool event or session; path of the file; if manual, the agent it was said in, empty for a person',
    ),
})

/** The same, as it is told. */
export const knownSource = memorySource.extend({
  host: z.string().optional().describe('The agent it is of, where that is known'),
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
  host: z.string().optional().describe('The agent it was learned in; none if a person stored it'),
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
