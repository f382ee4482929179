/**
 * The tools for memories. What an agent stores is recorded as said by the agent, never by the user, and what
 * only the user may change becomes a proposal.
 */
import { z } from 'zod'
import { memory } from '../../contract/memory.ts'
import { memoryOperations } from '../../contract/operations/memories.ts'
import { getTimeline, recall } from '../../contract/operations/recall.ts'
import { kindGuide } from '../../core/guidance/kind-guide.ts'
import {
  describeMemory,
  describeRecall,
  describeTimelineItem,
  linesOr,
  type MemoryLine,
  memoryMarkdown,
  oneLine,
  pageLines,
} from './present.ts'
import { tool } from './tool.ts'

const { storeMemory, forgetMemory, updateMemory, listMemories, getMemory, countMemories } =
  memoryOperations

const { outcome } = storeMemory.output.shape
const { outcome: updateOutcome } = updateMemory.output.shape

export const briefMemory = memory.pick({
  id: true,
  scope: true,
  scopeId: true,
  key: true,
  kind: true,
  content: true,
  tags: true,
  files: true,
  trust: true,
  author: true,
  standing: true,
  pinned: true,
  version: true,
  updatedAt: true,
})

const repeatsForeignText =
  'It repeats text from outside the project, so it is found by recall but never given unasked. If the user confirms it, they can store it: throughline remember.'

const mergeNear =
  'If a near memory says the same, put this into it with memory_update and forget the new one.'

/** Added to the operation's answer. */
const pending = ['proposed', 'declined'] as const
const pendingMeaning = 'proposed: the user decides; declined: the user has decided on it before'
const next = z.string().optional().describe('What happens next')

const saidByAgent = { trust: 'agent' } as const

const page = {
  limit: 'At most this many',
  offset: 'Leave out this many first',
}

export const memoryTools = [
  tool({
    name: 'memory_store',
    title: 'Store a memory',
    description:
      "Save what later sessions need: a correction, preference, fact, decision (even if the code shows it: why, what was rejected), or the cause once an error is gone. One statement that stands alone. Global ones and other projects' become proposals. No secrets or passing state. If it names a near memory, update that.",
    effect: 'adds',
    input: storeMemory.input
      .omit({ source: true, trust: true, sources: true, commit: true })
      .extend({ kind: storeMemory.input.shape.kind.describe(kindGuide) }),
    rare: ['session', 'folder', 'tags', 'keywords', 'importance', 'pinned'],
    output: storeMemory.output.extend({
      outcome: z
        .enum([...outcome.options, ...pending])
        .describe(`${outcome.description}; ${pendingMeaning}`),
      memory: briefMemory.optional().describe('If proposed, the memory it would change'),
      superseded: storeMemory.output.shape.superseded.default([]),
      contradicts: storeMemory.output.shape.contradicts.default([]),
      near: storeMemory.output.shape.near.default([]),
      next,
    }),
    run: (input, { agent }, caller) =>
      agent.storeMemory(
        {
          ...input,
          source: 'manual',
          sources: [{ type: 'manual', ref: caller.host ?? '' }],
          ...saidByAgent,
        },
        caller,
      ),
    present: ({ outcome, memory, superseded, unmatched, contradicts, near, next }, { content }) =>
      [
        describeOutcome(outcome, memory, content),
        ...(next === undefined ? [] : [next]),
        ...(memory?.trust === 'tool' ? [repeatsForeignText] : []),
        ...superseded.map((id) => `replaced ${id}`),
        ...(unmatched === undefined ? [] : [`replaced nothing: no memory matches "${unmatched}"`]),
        ...contradicts.map((id) => `may contradict ${id}; read it, then update or forget one`),
        ...near.map(({ id, content }) => `near: ${id} ${oneLine(content)}`),
        ...(near.length > 0 ? [mergeNear] : []),
      ].join('\n'),
  }),
  tool({
    name: 'memory_recall',
    title: 'Recall memories',
    description:
      'Find memories: when a task begins, with the task in a few words; on an error. Word for word what was said or done: session_recall.',
    effect: 'reads',
    input: recall.input.omit({ types: true, branch: true, widen: true }).extend({
      limit: recall.input.shape.limit.describe(page.limit),
      offset: recall.input.shape.offset.describe(page.offset),
    }),
    rare: [
      'kind',
      'scope',
      'session',
      'agent',
      'host',
      'until',
      'asOf',
      'offset',
      'weak',
      'explain',
    ],
    output: recall.output,
    // The time a memory was stored says little about the time it is about.
    run: (input, { recall }) => recall({ ...input, types: ['memory'], widen: true }),
    present: (found) => describeRecall(found, 'No memory is relevant enough.'),
  }),
  tool({
    name: 'memory_forget',
    title: 'Forget a memory',
    description:
      "Remove a memory that was wrong or that the user wants gone; the user can undo it for 30 days. The user's own, global and other projects' become proposals. If it only changed: memory_update.",
    effect: 'changes',
    input: forgetMemory.input.omit({ now: true }),
    rare: ['scope', 'session', 'agent', 'folder'],
    output: forgetMemory.output.partial({ forgottenAt: true, along: true }).extend({
      outcome: z.enum(['forgotten', ...pending]).describe(pendingMeaning),
      next,
    }),
    run: (input, { agent }, caller) => agent.forgetMemory({ ...input, now: false }, caller),
    present: ({ outcome, id, restorableUntil, next }) =>
      [
        `${outcome}: ${id}${restorableUntil ? `, restorable until ${restorableUntil}` : ''}`,
        ...(next === undefined ? [] : [next]),
      ].join('\n'),
  }),
  tool({
    name: 'memory_update',
    title: 'Update a memory',
    description:
      "Correct a memory that is no longer true or complete; its history stays. The user's own, global and other projects' become proposals. For something new: memory_store.",
    effect: 'changes',
    input: updateMemory.input.omit({ trust: true, commit: true }).extend({
      pinned: updateMemory.input.shape.pinned.describe('Always give it to the agent'),
    }),
    rare: [
      'scope',
      'session',
      'agent',
      'folder',
      'newKey',
      'kind',
      'tags',
      'keywords',
      'importance',
      'pinned',
      'expectedVersion',
    ],
    output: briefMemory.extend({
      outcome: z
        .enum([...updateOutcome.options, ...pending])
        .describe(`${updateOutcome.description}; ${pendingMeaning}`),
      next,
    }),
    run: (input, { agent }, caller) => agent.updateMemory({ ...input, ...saidByAgent }, caller),
    present: ({ outcome, next, ...memory }) =>
      [`${outcome}: ${describeMemory(memory)}`, ...(next === undefined ? [] : [next])].join('\n'),
  }),
  tool({
    name: 'memory_list',
    title: 'List memories',
    description:
      'Browse memories by scope or kind, newest first, to review them. To find something: memory_recall.',
    effect: 'reads',
    input: listMemories.input.omit({ text: true, order: true }).extend({
      limit: listMemories.input.shape.limit.describe(page.limit),
      offset: listMemories.input.shape.offset.describe(page.offset),
    }),
    rare: [
      'offset',
      'tag',
      'session',
      'agent',
      'folder',
      'source',
      'standing',
      'pinned',
      'key',
      'asOf',
      'includeSuperseded',
    ],
    output: listMemories.output.extend({ memories: z.array(briefMemory) }),
    run: (input, { listMemories }) => listMemories(input),
    present: ({ memories, total }, { offset }) =>
      linesOr('No memories.', [
        ...memories.map(describeMemory),
        ...pageLines(offset, memories.length, total),
      ]),
  }),
  tool({
    name: 'memory_get',
    title: 'Read a memory',
    description: 'Read one memory whole, with its sources, before relying on it. Not to search.',
    effect: 'reads',
    input: getMemory.input,
    rare: ['scope', 'session', 'agent', 'folder', 'asOf', 'exact'],
    output: getMemory.output,
    run: (input, { getMemory }) => getMemory(input),
    present: memoryMarkdown,
  }),
  tool({
    name: 'memory_timeline',
    title: 'See what happened around',
    description: 'See what came before and after a hit. Not to search.',
    effect: 'reads',
    input: getTimeline.input.extend({
      id: getTimeline.input.shape.id.describe('Id of a hit'),
      before: getTimeline.input.shape.before.describe('How many before it'),
      after: getTimeline.input.shape.after.describe('How many after it'),
    }),
    output: getTimeline.output,
    run: (input, { getTimeline }) => getTimeline(input),
    present: ({ items }) =>
      linesOr('Nothing is known before or after it.', items.map(describeTimelineItem)),
  }),
  tool({
    name: 'memory_count',
    title: 'Count memories',
    description: 'Count memories by scope and kind. Not to read them.',
    effect: 'reads',
    input: countMemories.input,
    rare: [
      'scope',
      'session',
      'agent',
      'folder',
      'kind',
      'tag',
      'source',
      'standing',
      'pinned',
      'includeSuperseded',
    ],
    output: countMemories.output,
    run: (input, { countMemories }) => countMemories(input),
    present: ({ total, counts, sync }) =>
      [
        `${total} in all`,
        ...counts.map(({ scope, kind, count }) => `${count} ${scope} ${kind}`),
        ...(sync
          ? [`team server: ${sync.state}, ${sync.waiting} waiting, ${sync.parked} parked`]
          : []),
      ].join('\n'),
  }),
]

/** A proposal to store may have no memory yet. */
function describeOutcome(outcome: string, memory: MemoryLine | undefined, content: string): string {
  const isPending = pending.some((each) => each === outcome)
  if (!isPending && memory) return `${outcome}: ${describeMemory(memory)}`
  const about = memory ? `\nIt would change ${describeMemory(memory)}` : ''
  return `${outcome}: ${oneLine(content)}${about}`
}
