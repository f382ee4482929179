import { z } from 'zod'
import { knownSource, memory } from '../memory.ts'
import {
  contentInput,
  idInput,
  kindInput,
  limitInput,
  offsetInput,
  placeFields,
} from '../memory-input.ts'
import { type HandlersOf, operation } from '../operation.ts'
import { proposalActions, reviewDecisions, reviewKinds } from '../vocabulary.ts'
import { sessionSummary } from './sessions.ts'

const kind = z
  .enum(reviewKinds)
  .describe(
    'proposal: a change that an agent or Throughline proposes; contradiction, near-duplicate: two memories; candidate: heard by a program, not confirmed (what local rules only overheard or found in commits is listed with this kind alone); unmerged: learned on a branch that was deleted and never merged; stale: its files are gone or rewritten; never-used: given to sessions but never used; unconfirmed: learned automatically long ago; faded: not used for longer than its half-life',
  )

const decision = z
  .enum(reviewDecisions)
  .describe(
    'accept: make the proposed change; keep: leave it and do not ask again; this renews a memory, and a candidate becomes one; merge: the kept memory replaces the other, unless they contradict each other; drop: forget it, or the one of two that is not kept, or the proposal; a candidate is not learned again',
  )

const proposal = z.object({
  action: z.enum(proposalActions).describe('widen: make the memory global'),
  by: z.enum(['agent', 'program']),
  host: z.string().optional().describe('The agent, if known'),
  reason: z.string().optional().describe('Why a program proposes it'),
  writtenAt: z
    .string()
    .optional()
    .describe(
      'Set for a conflict: when you wrote your version, which lost to another one on the team server; accept keeps yours, drop theirs',
    ),
  changes: z
    .array(z.object({ field: z.string(), from: z.string().optional(), to: z.string().optional() }))
    .describe('What would change, old and new; none if the memory would be forgotten'),
  canReword: z.boolean().describe('Whether it can be accepted in other words'),
  sources: z.array(knownSource).describe('What it was learned from'),
  createdAt: z.string(),
})

const said = z.object({
  id: z.string().describe('Id of the turn'),
  session: z.string(),
  host: z.string(),
  at: z.string(),
  trust: sessionSummary.shape.trust,
  user: z.string().optional().describe('The sentence of the prompt nearest to the candidate'),
  agent: z.string().optional().describe('The sentence of the answer nearest to the candidate'),
})

const decided = z.object({
  key: z.string(),
  kind,
  decision,
  memoryIds: z.array(z.string()),
  dropped: z.string().optional().describe('Id of the memory that was forgotten'),
  because: z
    .string()
    .optional()
    .describe('Why two memories that contradict each other are both true'),
  at: z.string(),
})

const listReview = operation({
  summary:
    'What to review: proposals, contradictions, near-duplicates, candidates, stale and unused memories',
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
          .describe(
            'One memory, or two with the suggested one to keep first; none for a proposal to store a new one',
          ),
        proposal: proposal.optional(),
        wording: z
          .string()
          .optional()
          .describe(
            'Of a candidate that local rules heard: what it says without what was only said to the agent; absent if that is not certain',
          ),
        said: z
          .array(said)
          .optional()
          .describe('Of a candidate: the turns it was learned from, newest first'),
        commits: z
          .array(knownSource)
          .optional()
          .describe('Of a candidate: the commits it was read in'),
      }),
    ),
    total: z.int().describe('Number of matches'),
    overheard: z
      .int()
      .describe(
        'Candidates that local rules only overheard or found in commits, which are listed with that kind alone',
      ),
    counts: z
      .array(z.object({ kind, count: z.int() }))
      .describe('Number of items per kind, regardless of the filter'),
    undoable: decided.optional().describe('The last decision'),
  }),
  http: { method: 'get', path: '/api/review' },
})

const decideReview = operation({
  summary: 'Decide a review item: accept, keep, merge or drop',
  input: z.object({
    key: idInput.describe('Key of the item'),
    decision,
    stays: idInput
      .optional()
      .describe('For a pair, the id of the memory to keep; default: the first'),
    content: contentInput
      .optional()
      .describe('Accept a proposal, or keep a candidate, in these words'),
    as: kindInput.optional().describe('Keep a candidate as a memory of this kind'),
    because: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .optional()
      .describe('To keep two that contradict each other: why both are true'),
  }),
  output: decided,
  http: { method: 'post', path: '/api/review/decide' },
})

const undoReview = operation({
  summary: 'Undo the last review decision, or the one about an item',
  input: z.object({ key: idInput.optional().describe('Key of the item') }),
  output: decided,
  http: { method: 'post', path: '/api/review/undo' },
})

const decideAuthor = operation({
  summary: 'Decide on a teammate’s waiting memories: approve the person, or drop them',
  input: z.object({
    author: idInput.describe('The teammate: their id, or their name if only one has it'),
    decision: z
      .enum(['keep', 'drop'])
      .describe(
        'keep: accept what waits, and later memories at once; suspicious ones still wait. drop: forget what waits, on this machine',
      ),
  }),
  output: z.object({
    author: z.object({ id: z.string(), name: z.string() }),
    decision: z.enum(['keep', 'drop']),
    decided: z.int().describe('Number of memories'),
    left: z.int().describe('Number of their memories that still wait'),
  }),
  http: { method: 'post', path: '/api/review/author' },
})

export const reviewOperations = { listReview, decideReview, decideAuthor, undoReview }

export type ReviewHandlers = HandlersOf<typeof reviewOperations>
