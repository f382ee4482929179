import { z } from 'zod'
import { failing, knownSource, memory, memoryLink, stagedOn, unverifiedClaim } from '../memory.ts'
import {
  commitInput,
  containedInput,
  contentInput,
  filesInput,
  flagInput,
  idInput,
  importanceInput,
  keyInput,
  keywordsInput,
  kindInput,
  limitInput,
  newKeyInput,
  numberInput,
  offsetInput,
  placeFields,
  referenceFields,
  scopeInput,
  sourcesInput,
  tagsInput,
  timeInput,
} from '../memory-input.ts'
import { type HandlersOf, operation } from '../operation.ts'
import { connectionStates } from '../team/vocabulary.ts'
import {
  linkRelations,
  memoryKinds,
  memoryOrders,
  memoryScopes,
  memorySourceNames,
  memoryStandings,
  statableTrusts,
} from '../vocabulary.ts'
import { traceMemory } from './memory-trace.ts'

const trustInput = z.enum(statableTrusts).default('user').describe('Who states it')

export const tagInput = z.string().trim().toLowerCase().min(1)

/** Selects memories. Default: global ones and those of the folder's project. */
const filterFields = {
  scope: scopeInput.optional().describe('Only this scope'),
  ...placeFields,
  all: flagInput.default(false).describe('From every project, session and agent'),
  kind: kindInput.optional().describe('Only this kind'),
  tag: tagInput.optional().describe('Only memories with this tag'),
  source: z.enum(memorySourceNames).optional().describe('Only memories created this way'),
  standing: z
    .enum(memoryStandings)
    .optional()
    .describe('Only memories, or only unconfirmed candidates'),
  pinned: flagInput.optional().describe('true: only pinned; false: only unpinned'),
}

/** Fields of a reference that an id makes unnecessary. */
const { id: _, ...keyFields } = referenceFields
const byKey = Object.keys(keyFields)

const includeSuperseded = flagInput.default(false).describe('Include superseded memories')

const now = flagInput.default(false).describe('Erase for good, without a copy to restore')

const storeMemory = operation({
  summary: 'Store a memory for later sessions',
  input: z.object({
    content: contentInput,
    key: keyInput.optional(),
    kind: kindInput.optional(),
    scope: scopeInput
      .optional()
      .describe('Where it applies; default: the session or agent named, else project'),
    ...placeFields,
    tags: tagsInput.optional(),
    keywords: keywordsInput.optional(),
    importance: importanceInput.optional(),
    pinned: flagInput.optional().describe('Always include it in the context'),
    files: filesInput.optional(),
    commit: commitInput.optional(),
    supersedes: idInput
      .optional()
      .describe('The memory it replaces: id, key, or words that find it'),
    sources: sourcesInput.optional().describe('What it was learned from'),
    source: z.enum(memorySourceNames).default('manual').describe('How it was created'),
    trust: trustInput,
  }),
  output: z.object({
    outcome: z
      .enum(['created', 'updated', 'merged', 'duplicate', 'superseded'])
      .describe(
        'updated: the key existed; merged: added to a memory that says the same; duplicate: already known; superseded: replaced another memory',
      ),
    memory,
    superseded: z.array(z.string()).describe('Ids of the memories it superseded'),
    contradicts: z.array(z.string()).describe('Ids of memories that contradict it'),
    near: z
      .array(z.object({ id: z.string(), content: z.string() }))
      .describe('At most three memories that say nearly the same'),
    unmatched: z.string().optional().describe('The supersedes value, if no memory matched it'),
  }),
  http: { method: 'post', path: '/api/memories' },
})

const getMemory = operation({
  summary: 'Get one memory in full, with its sources',
  input: z.object({
    ...referenceFields,
    asOf: timeInput.optional().describe('Its state at this time'),
    exact: flagInput.default(false).describe('Show it even if another memory superseded it'),
  }),
  output: memory.extend({
    stagedOn,
    failing,
    sources: z.array(knownSource),
    links: z.array(memoryLink),
    given: z
      .object({ sessions: z.int(), used: z.int() })
      .optional()
      .describe('Sessions it was given to unasked, and those of them that used it'),
    holdsBeside: z
      .array(z.object({ id: z.string(), because: z.string(), at: z.string() }))
      .optional()
      .describe('Memories that contradict it, and why you said both are true'),
    redirectedFrom: z.string().optional().describe('The superseded memory you requested'),
  }),
  http: { method: 'get', path: '/api/memories/:id', without: byKey },
})

const listMemories = operation({
  summary: 'List memories by scope, kind, tag, source or text; candidates last',
  input: z.object({
    ...filterFields,
    key: keyInput.optional().describe('Only the memory with this key'),
    text: containedInput.optional().describe('Only memories that contain this text, in any case'),
    asOf: timeInput.optional().describe('Memories valid at this time'),
    includeSuperseded,
    order: z
      .enum(memoryOrders)
      .optional()
      .describe('Default: changed; candidates are last in any order'),
    limit: limitInput,
    offset: offsetInput,
  }),
  output: z.object({
    memories: z.array(memory.extend({ stagedOn, failing })),
    total: z.int(),
    unverifiedClaim,
  }),
  http: { method: 'get', path: '/api/memories' },
})

const countMemories = operation({
  summary: 'Count memories by scope and kind',
  input: z.object({ ...filterFields, includeSuperseded }),
  output: z.object({
    total: z.int(),
    counts: z.array(
      z.object({ scope: z.enum(memoryScopes), kind: z.enum(memoryKinds), count: z.int() }),
    ),
    sync: z
      .object({
        state: z.enum(connectionStates),
        waiting: z.int().describe('Changes not sent yet'),
        parked: z.int().describe('Changes the server refused'),
        lastContactAt: z.string().optional(),
      })
      .optional()
      .describe('The state of sync with the team server; absent without one'),
  }),
  http: { method: 'get', path: '/api/memory-counts' },
})

const updateMemory = operation({
  summary: 'Correct a memory; its history keeps the old text',
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
    expectedVersion: numberInput()
      .optional()
      .describe('Fail if the memory changed since this version'),
  }),
  output: memory.extend({
    outcome: z.enum(['updated', 'unchanged']).describe('unchanged: it already has these values'),
  }),
  http: { method: 'post', path: '/api/memories/update' },
})

const pinMemory = operation({
  summary: 'Pin a memory, so it is always in the context, or unpin it',
  input: z.object({ ...referenceFields, pinned: flagInput.default(true) }),
  output: memory,
  http: { method: 'post', path: '/api/memories/pin' },
})

const moveMemory = operation({
  summary: 'Move a memory to another scope; its history keeps the old one',
  input: z.object({
    id: idInput.describe('Id of the memory'),
    scope: scopeInput,
    ...placeFields,
  }),
  output: memory,
  http: { method: 'post', path: '/api/memories/move' },
})

const forgetMemory = operation({
  summary: 'Forget a memory; it can be restored for 30 days',
  input: z.object({ ...referenceFields, now }),
  output: z.object({
    id: z.string(),
    forgottenAt: z.string(),
    restorableUntil: z.string().optional(),
    along: z.int().describe('Number of merged duplicates forgotten with it'),
  }),
  http: { method: 'post', path: '/api/memories/forget' },
})

const restoreMemory = operation({
  summary: 'Restore a memory forgotten in the last 30 days',
  input: z.object({ id: idInput.describe('Id of the forgotten memory') }),
  output: memory,
  http: { method: 'post', path: '/api/memories/restore' },
})

const listForgotten = operation({
  summary: 'List forgotten memories that can be restored, newest first',
  input: z.object({
    scope: scopeInput.optional().describe('Only this scope'),
    ...placeFields,
    all: flagInput.default(false).describe('From every project, session and agent'),
    limit: limitInput,
    offset: offsetInput,
  }),
  output: z.object({
    memories: z.array(memory.extend({ forgottenAt: z.string(), restorableUntil: z.string() })),
    total: z.int(),
  }),
  http: { method: 'get', path: '/api/forgotten-memories' },
})

const clearMemories = operation({
  summary: 'Forget every memory in a scope, or every one that matches a filter',
  input: z.object({
    ...filterFields,
    now,
    confirm: flagInput
      .default(false)
      .describe('Must be true, because this can forget many memories'),
  }),
  output: z.object({
    cleared: z.int(),
    ids: z.array(z.string()).describe('In the order they were forgotten; restore them in reverse'),
    dropped: z
      .int()
      .describe('Number of previously forgotten memories that can no longer be restored'),
    restorableUntil: z.string().optional(),
  }),
  http: { method: 'post', path: '/api/memories/clear' },
})

const memoryHistory = operation({
  summary: 'Every version of a memory, oldest first',
  input: z.object(referenceFields),
  output: z.object({
    id: z.string(),
    versions: z.array(z.object({ validFrom: z.string(), validTo: z.string().optional(), memory })),
  }),
  http: { method: 'get', path: '/api/memories/:id/history', without: byKey },
})

const linkMemories = operation({
  summary: 'Link two memories; supersedes closes the other one',
  input: z.object({
    from: idInput.describe('Id of a memory'),
    relation: z.enum(linkRelations),
    to: idInput.describe('Id of the memory it supersedes, contradicts, relates to or derives from'),
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
  traceMemory,
  linkMemories,
}

export type MemoryHandlers = HandlersOf<typeof memoryOperations>
