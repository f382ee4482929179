import { z } from 'zod'
import { memory } from '../memory.ts'
import { contentInput, flagInput, placeFields } from '../memory-input.ts'
import { operation } from '../operation.ts'

const { project, folder } = placeFields

const memoryBrief = memory.pick({
  id: true,
  scope: true,
  scopeId: true,
  kind: true,
  content: true,
  validFrom: true,
})

export const consolidateMemories = operation({
  summary: 'Merge memories that say the same, raise what recurs, close what was contradicted',
  input: z.object({
    project,
    folder,
    all: flagInput.default(false).describe('In every project'),
    dryRun: flagInput.default(false).describe('Only say what would be done'),
  }),
  output: z.object({
    id: z.string().optional().describe('To undo it by; none when nothing was done'),
    dryRun: z.boolean(),
    actions: z.array(
      z.object({
        kind: z
          .enum(['merge', 'raise', 'close'])
          .describe(
            'merge: others say the same; raise: it recurs in narrower scopes; close: it contradicts an earlier one',
          ),
        reason: z.string(),
        memory: memoryBrief.describe('The memory that stands'),
        evidence: z
          .array(memoryBrief.extend({ isSuperseded: z.boolean() }))
          .describe('The memories it rests on, and whether it took their place'),
      }),
    ),
  }),
  http: { method: 'post', path: '/api/consolidate' },
})

export const mergeMemories = operation({
  summary: 'Merge one memory into another by hand; undoing a consolidation takes it back',
  input: z.object({
    from: z.string().trim().min(1).describe('Id of the memory that gives way'),
    into: z.string().trim().min(1).describe('Id of the memory that is kept'),
    content: contentInput.optional().describe('What the kept one says from now on'),
  }),
  output: z.object({ id: z.string().describe('Of the consolidation, to undo it by'), memory }),
  http: { method: 'post', path: '/api/memories/merge' },
})

export const listConsolidations = operation({
  summary: 'Consolidations that changed something, the newest first',
  input: z.object({
    project: project.describe('Only of this project, and of all projects at once'),
    limit: z.coerce.number().int().min(1).max(1_000).default(20),
  }),
  output: z.object({
    consolidations: z.array(
      z.object({
        id: z.string(),
        projectId: z.string().optional().describe('None when it went over every project'),
        at: z.string(),
        undoneAt: z.string().optional(),
        merged: z.int(),
        raised: z.int(),
        closed: z.int(),
      }),
    ),
  }),
  http: { method: 'get', path: '/api/consolidations' },
})

export const undoConsolidation = operation({
  summary: 'Take back a consolidation, as far as nobody changed since what it left',
  input: z.object({
    id: z.string().trim().min(1).optional().describe('Which one; the last one unless told'),
    project,
    folder,
  }),
  output: z.object({
    id: z.string(),
    undoneAt: z.string(),
    reopened: z.array(z.string()).describe('Ids of memories that are valid again'),
    takenBack: z.array(z.string()).describe('Ids of raised memories that are gone'),
    left: z.array(z.object({ id: z.string(), reason: z.string() })).describe('What stays, and why'),
  }),
  http: { method: 'post', path: '/api/consolidations/undo' },
})

export const consolidationOperations = {
  consolidateMemories,
  mergeMemories,
  listConsolidations,
  undoConsolidation,
}

type Name = keyof typeof consolidationOperations
export type ConsolidationOutput<N extends Name> = z.infer<
  (typeof consolidationOperations)[N]['output']
>
export type ConsolidationHandlers = {
  readonly [N in Name]: (
    input: z.infer<(typeof consolidationOperations)[N]['input']>,
  ) => Promise<ConsolidationOutput<N>>
}
