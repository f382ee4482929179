/** The tools of a team server: those of a machine that make sense without one. */
import { z } from 'zod'
import { sharedOperations } from '../../../contract/team/shared-recall.ts'
import { kindGuide } from '../../../core/guidance/kind-guide.ts'
import type { Caller } from '../../../core/team/caller.ts'
import { briefMemory } from '../../mcp/memory-tools.ts'
import { describeMemory, hitLines, linesOr, pageLines } from '../../mcp/present.ts'
import { type Declaration, type Tool, tool } from '../../mcp/tool.ts'
import type { SharedHandlers } from '../shared-routes.ts'

const { recall, storeMemory, listMemories, getMemory, forgetMemory, countMemories } =
  sharedOperations

const teamTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  declaration: Declaration<Input, Output, SharedHandlers, Caller>,
) => tool(declaration)

export const teamTools: readonly Tool<SharedHandlers, Caller>[] = [
  teamTool({
    name: 'memory_recall',
    title: 'Recall memories',
    description:
      'Find memories of the team by words, path or error, before asking or deciding again. Each names its author.',
    effect: 'reads',
    input: recall.input.extend({
      explain: recall.input.shape.explain.unwrap().default(false),
    }),
    output: recall.output,
    run: (input, handlers, caller) => handlers.recall(caller, input),
    present: (found) => linesOr('No memory is relevant enough.', hitLines(found)),
  }),
  teamTool({
    name: 'memory_store',
    title: 'Store a memory',
    description:
      'Save for the whole team what later sessions should know: a correction, decision, fix or fact, one statement that stands alone, with its why. Not for secrets, passing state, personal preferences or what the code says.',
    effect: 'adds',
    input: storeMemory.input.extend({
      kind: storeMemory.input.shape.kind.describe(kindGuide),
    }),
    output: storeMemory.output.extend({ memory: briefMemory }),
    run: (input, handlers, caller) => handlers.storeMemory(caller, input),
    present: ({ outcome, memory }) => `${outcome}: ${describeMemory(memory)}`,
  }),
  teamTool({
    name: 'memory_list',
    title: 'List memories',
    description:
      'Browse memories of the team by project, kind or tag, last changed first. To find something: memory_recall.',
    effect: 'reads',
    input: listMemories.input,
    output: listMemories.output.extend({ memories: z.array(briefMemory) }),
    run: (input, handlers, caller) => handlers.listMemories(caller, input),
    present: ({ memories, total }, { offset }) =>
      linesOr('No memories.', [
        ...memories.map(describeMemory),
        ...pageLines(offset, memories.length, total),
      ]),
  }),
  teamTool({
    name: 'memory_get',
    title: 'Read a memory',
    description: 'Read one memory whole before relying on it. Not to search.',
    effect: 'reads',
    input: getMemory.input,
    output: getMemory.output,
    run: (input, handlers, caller) => handlers.getMemory(caller, input),
    present: (memory) => `${describeMemory({ ...memory, content: '' }).trim()}\n${memory.content}`,
  }),
  teamTool({
    name: 'memory_forget',
    title: 'Forget a memory',
    description:
      'Remove for everyone a memory that an agent of this user stored and that was wrong. Not the words of people.',
    effect: 'changes',
    input: forgetMemory.input,
    output: forgetMemory.output,
    run: (input, handlers, caller) => handlers.forgetMemory(caller, input),
    present: ({ outcome, id }) => `${outcome}: ${id}`,
  }),
  teamTool({
    name: 'memory_count',
    title: 'Count memories',
    description: 'Count memories of the team by kind. Not to read them.',
    effect: 'reads',
    input: countMemories.input,
    output: countMemories.output,
    run: (input, handlers, caller) => handlers.countMemories(caller, input),
    present: ({ total, counts }) =>
      [`${total} in all`, ...counts.map(({ kind, count }) => `${count} ${kind}`)].join('\n'),
  }),
]
