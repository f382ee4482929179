import { z } from 'zod'
import { flagInput, placeFields, scopeInput, tagsInput } from '../memory-input.ts'
import { operation } from '../operation.ts'

const ids = z
  .array(z.string().trim().min(1))
  .min(1)
  .max(1_000)
  .describe('Ids of the memories, at most 1,000')

/** What cannot be done to one of them does not keep it from the others. */
const output = z.object({
  done: z.array(z.string()).describe('Ids of those that changed'),
  left: z
    .array(z.object({ id: z.string(), reason: z.string() }))
    .describe('What stays as it is, and why'),
})

export const changeMemories = operation({
  summary: 'Pin, tag or move many memories at once',
  input: z.object({
    ids,
    pinned: flagInput.optional(),
    addTags: tagsInput.optional().describe('Labels to add'),
    removeTags: tagsInput.optional().describe('Labels to take away'),
    scope: scopeInput.optional().describe('Move them to this scope'),
    ...placeFields,
  }),
  output,
  http: { method: 'post', path: '/api/memory-batches/change' },
})

export const forgetMemories = operation({
  summary: 'Forget many memories at once; for 30 days they can be restored',
  input: z.object({ ids }),
  output,
  http: { method: 'post', path: '/api/memory-batches/forget' },
})

export const restoreMemories = operation({
  summary: 'Bring back many memories that were forgotten less than 30 days ago',
  input: z.object({
    ids: ids
      .optional()
      .describe('Ids of the memories; without them all that were forgotten last, at once'),
  }),
  output,
  http: { method: 'post', path: '/api/memory-batches/restore' },
})

export const memoryBatchOperations = { changeMemories, forgetMemories, restoreMemories }

type Name = keyof typeof memoryBatchOperations
type Input<N extends Name> = z.infer<(typeof memoryBatchOperations)[N]['input']>
export type MemoryBatchOutput = z.infer<typeof output>
export type MemoryBatchHandlers = {
  readonly [N in Name]: (input: Input<N>) => Promise<MemoryBatchOutput>
}
