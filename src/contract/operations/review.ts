import { z } from 'zod'
import { memory, reviewDecisions, reviewKinds } from '../memory.ts'
import { idInput, limitInput, offsetInput, placeFields } from '../memory-input.ts'
import { type HandlersOf, operation } from '../operation.ts'

const kind = z
  .enum(reviewKinds)
  .describe(
    'contradiction, near-duplicate: two memories; stale: its files are gone or rewritten; never-used: given to sessions but never used; unconfirmed: learned automatically long ago',
  )

const decision = z
  .enum(reviewDecisions)
  .describe(
    'keep: leave it and do not ask again; merge: the kept memory replaces the other; drop: forget it, or the one of two that is not kept',
  )

const decided = z.object({
  key: z.string(),
  kind,
  decision,
  memoryIds: z.array(z.string()),
  dropped: z.string().optional().describe('Id of the memory that was forgotten'),
  at: z.string(),
})

export const listReview = operation({
  summary: 'Memories to review: contradictions, near-duplicates, stale and unused ones',
  input: z.object({
    project: placeFields.project.describe('Only this project and its sessions'),
    kind: kind.optional().describe('Only this kind'),
    limit: limitInput,
    offset: offsetInput,
  }),
  output: z.object({
    items: z.array(
      z.object({
        key: z.string(),
        kind,
        why: z.string(),
        suggestion: decision,
        memories: z
          .array(memory)
          .describe('One memory, or two with the suggested one to keep first'),
      }),
    ),
    total: z.int().describe('Number of matches'),
    counts: z
      .array(z.object({ kind, count: z.int() }))
      .describe('Number of items per kind, regardless of the filter'),
    undoable: decided.optional().describe('The last decision'),
  }),
  http: { method: 'get', path: '/api/review' },
})

export const decideReview = operation({
  summary: 'Decide a review item: keep, merge or drop',
  input: z.object({
    key: idInput.describe('Key of the item'),
    decision,
    stays: idInput
      .optional()
      .describe('For a pair, the id of the memory to keep; default: the first'),
  }),
  output: decided,
  http: { method: 'post', path: '/api/review/decide' },
})

export const undoReview = operation({
  summary: 'Undo the last review decision, or the one about an item',
  input: z.object({ key: idInput.optional().describe('Key of the item') }),
  output: decided,
  http: { method: 'post', path: '/api/review/undo' },
})

export const reviewOperations = { listReview, decideReview, undoReview }

export type ReviewHandlers = HandlersOf<typeof reviewOperations>
