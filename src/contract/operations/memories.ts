import { z } from 'zod'
import {
  knownSource,
  linkRelations,
  memory,
  memoryKinds,
  memoryLink,
  memoryScopes,
  memorySourceNames,
  trustLevels,
} from '../memory.ts'
import {
  commitInput,
  contentInput,
  filesInput,
  flagInput,
  importanceInput,
  keyInput,
  keywordsInput,
  kindInput,
  limitInput,
  newKeyInput,
  offsetInput,
  placeFields,
  referenceFields,
  scopeInput,
  sourcesInput,
  tagsInput,
  timeInput,
} from '../memory-input.ts'
import { operation } from '../operation.ts'

const trustInput = z.enum(trustLevels).default('user').describe('Who says it')

/** Which memories: nothing said means global ones and those of the folder's project. */
const filterFields = {
  scope: scopeInput.optional().describe('Only this scope'),
  ...placeFields,
  all: flagInput.default(false).describe('Of every project, session and agent'),
  kind: kindInput.optional().describe('Only this kind'),
  tag: z.string().trim().toLowerCase().min(1).optional().describe('Only with this tag'),
  source: z.enum(memorySourceNames).optional().describe('Only those made this way'),
  pinned: flagInput.optional().describe('Only pinned ones, or only others'),
}

/** Of a reference, what is not for one who knows the id. */
const { id: _, ...keyFields } = referenceFields
const byKey = Object.keys(keyFields)

const includeSuperseded = flagInput.default(false).describe('Also those that others replaced')

const now = flagInput.default(false).describe('Keep no copy for undoing it')

export const storeMemory = operation({
  summary: 'Remember a statement, so that later sessions know it',
  input: z.object({
    content: contentInput,
    key: keyInput.optional(),
    kind: kindInput.optional(),
    scope: scopeInput
      .optional()
      .describe('Where it holds: that of the session or agent named, else project, unless told'),
    ...placeFields,
    tags: tagsInput.optional(),
    keywords: keywordsInput.optional(),
    importance: importanceInput.optional(),
    pinned: flagInput.optional().describe('Always give it to the agent'),
    files: filesInput.optional(),
    commit: commitInput.optional(),
    supersedes: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe('What it replaces: a memory’s id or key, or words that find it'),
    sources: sourcesInput.optional().describe('What it was learned from'),
    source: z.enum(memorySourceNames).default('manual').describe('How it is made'),
    trust: trustInput,
  }),
  output: z.object({
    outcome: z
      .enum(['created', 'updated', 'merged', 'duplicate', 'superseded'])
      .describe(
        'updated: the key existed; merged: put into one that says the same; duplicate: known already; superseded: another one was replaced',
      ),
    memory,
    superseded: z.array(z.string()).describe('Ids of the memories it replaced'),
    contradicts: z.array(z.string()).describe('Ids of memories to review beside it'),
    unmatched: z
      .string()
      .optional()
      .describe('What it was to supersede, when no memory was found to be meant by it'),
  }),
  http: { method: 'post', path: '/api/memories' },
})

export const getMemory = operation({
  summary: 'One memory in full, with what it was learned from',
  input: z.object({
    ...referenceFields,
    asOf: timeInput.optional().describe('As it was at this time'),
    exact: flagInput.default(false).describe('This very one, even if another superseded it'),
  }),
  output: memory.extend({
    sources: z.array(knownSource),
    links: z.array(memoryLink),
    redirectedFrom: z.string().optional().describe('The superseded memory that was asked for'),
  }),
  http: { method: 'get', path: '/api/memories/:id', without: byKey },
})

export const listMemories = operation({
  summary: 'Memories by scope, kind, tag or source, the newest first',
  input: z.object({
    ...filterFields,
    key: keyInput.optional().describe('Only with this key'),
    asOf: timeInput.optional().describe('What was valid at this time'),
    includeSuperseded,
    limit: limitInput,
    offset: offsetInput,
  }),
  output: z.object({ memories: z.array(memory), total: z.int() }),
  http: { method: 'get', path: '/api/memories' },
})

export const countMemories = operation({
  summary: 'How many memories there are, by scope and kind',
  input: z.object({ ...filterFields, includeSuperseded }),
  output: z.object({
    total: z.int(),
    counts: z.array(
      z.object({ scope: z.enum(memoryScopes), kind: z.enum(memoryKinds), count: z.int() }),
    ),
  }),
  http: { method: 'get', path: '/api/memory-counts' },
})

export const updateMemory = operation({
  summary: 'Correct a memory; what it said before stays in its history',
  input: z.object({
    ...referenceFields,
    content: contentInput.optional(),
    newKey: newKeyInput.optional(),
    kind: kindInput.optional(),
    tags: tagsInput.optional(),
    keywords: keywordsInput.optional(),
    importance: importanceInput.optional(),
    pinned: flagInput.optional(),
    files: filesInput.optional(),
    commit: commitInput.optional(),
    trust: trustInput,
    expectedVersion: z.coerce
      .number()
      .int()
      .optional()
      .describe('Refuse when the memory has changed since this version'),
  }),
  output: memory.extend({
    outcome: z
      .enum(['updated', 'unchanged'])
      .describe('unchanged: nothing was given that it did not say already'),
  }),
  http: { method: 'post', path: '/api/memories/update' },
})

export const pinMemory = operation({
  summary: 'Pin a memory, so that it is always given to the agent, or unpin it',
  input: z.object({ ...referenceFields, pinned: flagInput.default(true) }),
  output: memory,
  http: { method: 'post', path: '/api/memories/pin' },
})

export const moveMemory = operation({
  summary: 'Move a memory to another scope; where it was before stays in its history',
  input: z.object({
    id: z.string().trim().min(1).describe('Id of the memory'),
    scope: scopeInput,
    ...placeFields,
  }),
  output: memory,
  http: { method: 'post', path: '/api/memories/move' },
})

export const forgetMemory = operation({
  summary: 'Forget a memory everywhere; for 30 days it can be restored',
  input: z.object({ ...referenceFields, now }),
  output: z.object({
    id: z.string(),
    forgottenAt: z.string(),
    restorableUntil: z.string().optional(),
    along: z.int().describe('How many said the same, had become part of it and went along'),
  }),
  http: { method: 'post', path: '/api/memories/forget' },
})

export const restoreMemory = operation({
  summary: 'Bring back a memory that was forgotten less than 30 days ago',
  input: z.object({ id: z.string().trim().min(1).describe('Id of the forgotten memory') }),
  output: memory,
  http: { method: 'post', path: '/api/memories/restore' },
})

export const listForgotten = operation({
  summary: 'Memories that were forgotten and can be restored, the last first',
  input: z.object({
    scope: scopeInput.optional().describe('Only this scope'),
    ...placeFields,
    all: flagInput.default(false).describe('Of every project, session and agent'),
    limit: limitInput,
    offset: offsetInput,
  }),
  output: z.object({
    memories: z.array(memory.extend({ forgottenAt: z.string(), restorableUntil: z.string() })),
    total: z.int(),
  }),
  http: { method: 'get', path: '/api/forgotten-memories' },
})

export const clearMemories = operation({
  summary: 'Forget every memory of a scope, or every one that matches a filter',
  input: z.object({
    ...filterFields,
    now,
    confirm: flagInput.default(false).describe('Must be true: this forgets many at once'),
  }),
  output: z.object({
    cleared: z.int(),
    ids: z.array(z.string()).describe('In the order they went; restoring takes the other one'),
    dropped: z.int().describe('How many were forgotten before, and can be restored no longer'),
    restorableUntil: z.string().optional(),
  }),
  http: { method: 'post', path: '/api/memories/clear' },
})

export const memoryHistory = operation({
  summary: 'Every version of a memory, the oldest first',
  input: z.object(referenceFields),
  output: z.object({
    id: z.string(),
    versions: z.array(z.object({ validFrom: z.string(), validTo: z.string().optional(), memory })),
  }),
  http: { method: 'get', path: '/api/memories/:id/history', without: byKey },
})

export const linkMemories = operation({
  summary: 'Say how two memories relate; superseding closes the other one',
  input: z.object({
    from: z.string().trim().min(1).describe('Id of a memory'),
    relation: z.enum(linkRelations),
    to: z
      .string()
      .trim()
      .min(1)
      .describe('Id of the memory it supersedes, contradicts, relates to or derives from'),
  }),
  output: memoryLink,
  http: { method: 'post', path: '/api/memories/link' },
})

export const memoryOperations = {
  storeMemory,
  getMemory,
  listMemories,
  countMemories,
  updateMemory,
  pinMemory,
  moveMemory,
  forgetMemory,
  restoreMemory,
  listForgotten,
  clearMemories,
  memoryHistory,
  linkMemories,
}

export type MemoryOperationName = keyof typeof memoryOperations
export type MemoryInput<Name extends MemoryOperationName> = z.infer<
  (typeof memoryOperations)[Name]['input']
>
export type MemoryOutput<Name extends MemoryOperationName> = z.infer<
  (typeof memoryOperations)[Name]['output']
>
export type MemoryHandlers = {
  readonly [Name in MemoryOperationName]: (input: MemoryInput<Name>) => Promise<MemoryOutput<Name>>
}
