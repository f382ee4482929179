import { z } from 'zod'
import { memory } from '../memory.ts'
import { contentInput, flagInput, idInput, limitInput, placeFields } from '../memory-input.ts'
import { type HandlersOf, operation } from '../operation.ts'

const { project, folder } = placeFields

const memoryBrief = memory.pick({
  id: true,
  scope: true,
  scopeId: true,
  kind: true,
  content: true,
  validFrom: true,
})

const consolidateMemories = operation({
  summary: 'Merge duplicate memories, promote what recurs, close what was contradicted',
  input: z.object({
    project,
    folder,
    all: flagInput.default(false).describe('In every project'),
    dryRun: flagInput.default(false).describe('Only show what would change'),
  }),
  output: z.object({
    id: z.string().optional().describe('Id for undoing it; absent if nothing changed'),
    dryRun: z.boolean(),
    actions: z.array(
      z.object({
        kind: z
          .enum(['merge', 'raise', 'close'])
          .describe(
            'merge: others say the same; raise: it recurs in narrower scopes; close: it contradicts an older one',
          ),
        reason: z.string(),
        memory: memoryBrief.describe('The memory that stays valid'),
        evidence: z
          .array(memoryBrief.extend({ isSuperseded: z.boolean() }))
          .describe('The memories it is based on, and whether it replaces them'),
      }),
    ),
    proposed: z
      .array(z.object({ reason: z.string(), memory: memoryBrief }))
      .describe('Memories that a new proposal would make global'),
  }),
  http: { method: 'post', path: '/api/consolidate' },
})

const mergeMemories = operation({
  summary: 'Merge one memory into another; undoing the consolidation reverts it',
  input: z.object({
    from: idInput.describe('Id of the memory to merge'),
    into: idInput.describe('Id of the memory to keep'),
    content: contentInput.optional().describe('New text of the kept memory'),
  }),
  output: z.object({ id: z.string().describe('Id of the consolidation, for undoing it'), memory }),
  http: { method: 'post', path: '/api/memories/merge' },
})

const listConsolidations = operation({
  summary: 'Consolidations that changed something, newest first',
  input: z.object({
    project: project.describe('Only this project’s, and those that covered every project'),
    limit: limitInput,
  }),
  output: z.object({
    consolidations: z.array(
      z.object({
        id: z.string(),
        projectId: z.string().optional().describe('Absent if it covered every project'),
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

const undoConsolidation = operation({
  summary: 'Undo a consolidation, except for memories changed since',
  input: z.object({
    id: idInput.optional().describe('Id of the consolidation; default: the last one'),
    project,
    folder,
  }),
  output: z.object({
    id: z.string(),
    undoneAt: z.string(),
    reopened: z.array(z.string()).describe('Ids of memories that are valid again'),
    takenBack: z.array(z.string()).describe('Ids of promoted memories that were removed'),
    left: z
      .array(z.object({ id: z.string(), reason: z.string() }))
      .describe('What was not undone, and why'),
  }),
  http: { method: 'post', path: '/api/consolidations/undo' },
})

export const consolidationOperations = {
  consolidateMemories,
  mergeMemories,
  listConsolidations,
  undoConsolidation,
}

export type ConsolidationHandlers = HandlersOf<typeof consolidationOperations>
