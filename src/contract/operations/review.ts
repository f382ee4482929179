import { z } from 'zod'
import { memory, reviewDecisions, reviewKinds } from '../memory.ts'
import { limitInput, offsetInput, placeFields } from '../memory-input.ts'
import { operation } from '../operation.ts'

const kind = z
  .enum(reviewKinds)
  .describe(
    'contradiction and near-duplicate: two memories; stale: its files are gone or rewritten; never-used: shown to sessions in vain; unconfirmed: learned by itself, long ago',
  )

const decision = z
  .enum(reviewDecisions)
  .describe(
    'keep: as it is, and do not ask again; merge: the one that stays takes the place of the other; drop: forget it, or the one of two that does not stay',
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
  summary: 'Memories to look at: contradictions, near-duplicates, stale and unused ones',
  input: z.object({
    project: placeFields.project.describe('Only of this project and its sessions'),
    kind: kind.optional(),
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
          .describe('One, or two, of which the one that had better stay comes first'),
      }),
    ),
    total: z.int().describe('How many match'),
    counts: z
      .array(z.object({ kind, count: z.int() }))
      .describe('How many of each kind, whichever was asked for'),
    undoable: decided.optional().describe('What was decided last'),
  }),
  http: { method: 'get', path: '/api/review' },
})

export const decideReview = operation({
  summary: 'Keep, merge or drop what is to be reviewed',
  input: z.object({
    key: z.string().trim().min(1).describe('Key of the item'),
    decision,
    stays: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe('Of two, the id of the one that stays; the first unless told'),
  }),
  output: decided,
  http: { method: 'post', path: '/api/review/decide' },
})

export const undoReview = operation({
  summary: 'Take back the last decision of the review, or that about one item',
  input: z.object({ key: z.string().trim().min(1).optional().describe('Key of the item') }),
  output: decided,
  http: { method: 'post', path: '/api/review/undo' },
})

export const reviewOperations = { listReview, decideReview, undoReview }

type Name = keyof typeof reviewOperations
export type ReviewOutput<N extends Name> = z.infer<(typeof reviewOperations)[N]['output']>
export type ReviewHandlers = {
  readonly [N in Name]: (
    input: z.infer<(typeof reviewOperations)[N]['input']>,
  ) => Promise<ReviewOutput<N>>
}
