/** What a team server answers about shared memories, for programs without a machine of their own. */
import { z } from 'zod'
import { memory } from '../memory.ts'
import { flagInput, idInput, placeFields } from '../memory-input.ts'
import { operation } from '../operation.ts'
import { memoryOperations } from '../operations/memories.ts'
import { recall } from '../operations/recall.ts'

const { listMemories, countMemories, storeMemory } = memoryOperations

/** Which shared projects. */
const sharedPlace = {
  project: placeFields.project.describe(
    'Shared project: its name, identity, git remote or id; default: all of the team',
  ),
  personal: flagInput
    .default(false)
    .describe('Also what you share between your own machines, which only you see'),
}

const { kind, tag, includeSuperseded, limit, offset } = listMemories.input.shape

export const sharedRecallOperations = {
  recall: operation({
    summary: 'Search what the team shares',
    input: recall.input
      .pick({
        ...{ query: true, kind: true, host: true, file: true, since: true, until: true },
        ...{ asOf: true, limit: true, offset: true, weak: true },
      })
      .extend({
        ...sharedPlace,
        explain: flagInput.default(true).describe('Explain why each hit was found'),
      }),
    output: recall.output,
    http: { method: 'post', path: '/api/recall' },
  }),
  listMemories: operation({
    summary: 'List what the team shares, last changed first',
    input: z.object({ ...sharedPlace, kind, tag, includeSuperseded, limit, offset }),
    output: listMemories.output,
    http: { method: 'get', path: '/api/memories' },
  }),
  getMemory: operation({
    summary: 'Read a shared memory whole',
    input: z.object({ id: idInput.describe('Id of the memory') }),
    output: memory,
    http: { method: 'get', path: '/api/memories/:id' },
  }),
  countMemories: operation({
    summary: 'Count what the team shares by kind',
    input: z.object({ ...sharedPlace, kind, tag, includeSuperseded }),
    output: countMemories.output.omit({ sync: true }),
    http: { method: 'get', path: '/api/memory-counts' },
  }),
}

const project = placeFields.project
  .unwrap()
  .describe('Shared project: its name, identity, git remote or id')

/** For agents: what they store counts as said by the agent, and they remove nothing else. */
const sharedWriteOperations = {
  storeMemory: operation({
    summary: 'Share a memory with the team',
    input: storeMemory.input
      .pick({
        ...{ content: true, key: true, kind: true, tags: true, keywords: true, importance: true },
        ...{ files: true, commit: true },
      })
      .extend({ project }),
    output: z.object({
      outcome: z
        .enum(['created', 'updated', 'duplicate'])
        .describe('updated: the key existed; duplicate: already known'),
      memory,
    }),
    http: { method: 'post', path: '/api/memories' },
  }),
  forgetMemory: operation({
    summary: 'Forget for everyone what an agent of yours stored',
    input: z.object({ id: idInput.describe('Id of the memory') }),
    output: z.object({ id: z.string(), outcome: z.enum(['forgotten']) }),
    http: { method: 'post', path: '/api/memories/forget' },
  }),
}

export const sharedOperations = { ...sharedRecallOperations, ...sharedWriteOperations }

type Operations = typeof sharedOperations
export type SharedInputOf<Name extends keyof Operations> = z.infer<Operations[Name]['input']>
export type SharedOutputOf<Name extends keyof Operations> = z.infer<Operations[Name]['output']>
