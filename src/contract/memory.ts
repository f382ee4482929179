/** The schema of a memory on every surface. */
import { z } from 'zod'
import {
  confirmations,
  linkRelations,
  memoryKinds,
  memoryScopes,
  memorySourceNames,
  memoryStandings,
  sourceTypes,
  trustLevels,
} from './vocabulary.ts'

export const memorySource = z.object({
  type: z.enum(sourceTypes),
  ref: z
    .string()
    .describe(
      'Id of the turn, tool event or session; path of the file; hash of the commit; for manual, the agent that stored it, empty for a person; for import, the tool and the place in it',
    ),
})

/** A source in an output, with its agent. */
export const knownSource = memorySource.extend({
  host: z.string().optional().describe('The agent it comes from, if known'),
  author: z.string().optional().describe('Of a commit, as the repository says'),
  at: z.string().optional().describe('Of a commit: when it was written'),
})

export const memoryLink = z.object({
  from: z.string(),
  relation: z.enum(linkRelations),
  to: z.string(),
  createdAt: z.string(),
})

const memoryAuthor = z.object({ id: z.string(), name: z.string() })

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
  source: z.enum(memorySourceNames).describe('How it was created'),
  trust: z.enum(trustLevels).describe('Who stated it'),
  author: memoryAuthor.optional().describe('The teammate who wrote it; absent for your own'),
  standing: z
    .enum(memoryStandings)
    .describe('candidate: heard by a program, never given to an agent unasked'),
  confirmation: z.enum(confirmations).optional().describe('What made it a memory'),
  confirmedAt: z.string().optional().describe('When it became a memory'),
  host: z.string().optional().describe('The agent it was learned in; absent if a person stored it'),
  pinned: z.boolean(),
  validFrom: z.string(),
  validTo: z.string().optional(),
  supersededBy: z.string().optional(),
  useCount: z.int(),
  lastUsedAt: z.string().optional(),
  files: z.array(z.string()),
  commit: z.string().optional().describe('Commit of its files when it was learned'),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export const stagedOn = z
  .string()
  .optional()
  .describe('The branch it was learned on, if the work there is not part of what is checked out')

export const failing = z
  .string()
  .optional()
  .describe('What is not so any more: a check of the memory fails in the project’s folder')

export const unverifiedClaim = z
  .string()
  .optional()
  .describe('The project that the folder claims to be without proof; it was not searched')
