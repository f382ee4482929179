import { z } from 'zod'
import { flagInput, idInput, placeFields, scopeInput, tagsInput } from '../memory-input.ts'
import { type HandlersOf, operation } from '../operation.ts'

const ids = z.array(idInput).min(1).max(1_000).describe('Ids of the memories, at most 1,000')

const output = z.object({
  done: z.array(z.string()).describe('Ids of the memories that changed'),
  left: z
    .array(z.object({ id: z.string(), reason: z.string() }))
    .describe('Memories that stayed unchanged, and why'),
})

const changeMemories = operation({
  summary: 'Pin, tag or move several memories',
  input: z.object({
    ids,
    pinned: flagInput.optional(),
    addTags: tagsInput.optional().describe('Labels to add'),
    removeTags: tagsInput.optional().describe('Labels to remove'),
    scope: scopeInput.optional().describe('Move them to this scope'),
    ...placeFields,
  }),
  output,
  http: { method: 'post', path: '/api/memory-batches/change' },
})

const forgetMemories = operation({
  summary: 'Forget several memories; they can be restored for 30 days',
  input: z.object({ ids }),
  output,
  http: { method: 'post', path: '/api/memory-batches/forget' },
})

const restoreMemories = operation({
  summary: 'Restore several memories forgotten in the last 30 days',
  input: z.object({
    ids: ids
      .optional()
      .describe('Ids of the memories; default: everything the last forget removed'),
  }),
  output,
  http: { method: 'post', path: '/api/memory-batches/restore' },
})

export const memoryBatchOperations = { changeMemories, forgetMemories, restoreMemories }

export type MemoryBatchHandlers = HandlersOf<typeof memoryBatchOperations>
