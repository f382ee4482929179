import { z } from 'zod'
import { failing, stagedOn, unverifiedClaim } from '../memory.ts'
import {
  flagInput,
  idInput,
  kindInput,
  numberInput,
  placeFields,
  scopeInput,
  timeInput,
} from '../memory-input.ts'
import { operation } from '../operation.ts'
import {
  hitTypes,
  idTypes,
  memoryKinds,
  memoryScopes,
  memoryStandings,
  trustLevels,
} from '../vocabulary.ts'
import { fromStartOfDay } from '../wording.ts'

export const sinceInput = z.string().trim().transform(fromStartOfDay).pipe(timeInput)

const hit = z.object({
  id: z.string().describe('Use it with get or timeline'),
  type: z.enum(hitTypes),
  text: z.string().describe('What the memory says or what was asked, in one line'),
  answer: z.string().optional().describe('The result, in one line'),
  toolCall: z.string().optional().describe('The tool call that matches, in one line'),
  tool: z.string().optional().describe('Name of the tool, of a tool event'),
  outdated: z
    .object({ how: z.enum(['superseded', 'fixed']), by: z.string(), text: z.string() })
    .optional()
    .describe('The memory that replaced it'),
  amends: z.array(z.string()).optional().describe('Ids of earlier hits that it changes'),
  amendedBy: z.string().optional().describe('Id of the later hit that changes it'),
  at: z.string(),
  project: z.string().optional(),
  session: z.string().optional(),
  sessionTitle: z.string().optional().describe('Of the session it happened in, if explained'),
  kind: z.enum(memoryKinds).optional(),
  scope: z.enum(memoryScopes).optional(),
  pinned: z.boolean().optional().describe('Whether the memory is pinned'),
  standing: z
    .enum(memoryStandings)
    .optional()
    .describe('candidate: heard by a program and not confirmed; ranked below memories'),
  stagedOn,
  failing,
  author: z
    .string()
    .optional()
    .describe('The teammate who wrote the memory, or the author of the commit'),
  commit: z.string().optional().describe('Hash of the commit'),
  trust: z
    .enum(trustLevels)
    .optional()
    .describe(
      'Whose word the memory is; of commits, and history that its files hold, `repository`',
    ),
  relevance: z
    .number()
    .optional()
    .describe('How much of the query it answers; from 1 on it is worth showing'),
  explanation: z.array(z.string()).optional().describe('Why it was found and ranked here'),
  marks: z.array(z.string()).optional().describe('Words of the text that match the query'),
})

export const recall = operation({
  summary: 'Search memories and earlier work',
  input: z.object({
    query: z.string().trim().min(1).max(4_000).describe('Words, a question, a path, an error'),
    types: z
      .preprocess(
        (value) => (typeof value === 'string' ? value.split(',') : value),
        z.array(z.enum(hitTypes)),
      )
      .optional()
      .describe('Only memories, turns, tool events, sessions or commits'),
    scope: scopeInput.optional().describe('Only memories of this scope'),
    ...placeFields,
    all: flagInput.default(false).describe('In every project'),
    kind: kindInput.optional().describe('Only memories of this kind'),
    host: z.string().min(1).optional().describe('Only what this agent did or learned'),
    branch: z.string().min(1).optional().describe('Only work on this branch'),
    file: z.string().min(1).optional().describe('Only work on this file'),
    since: sinceInput.optional().describe('Not older than this'),
    until: timeInput.optional().describe('Not newer than this'),
    asOf: timeInput.optional().describe('Memories valid at this time'),
    widen: flagInput
      .default(false)
      .describe('If nothing is found for since, until or asOf, search without them'),
    limit: numberInput(1, 100).default(5).describe('At most this many'),
    offset: numberInput(0, 1_000).default(0).describe('Skip this many first'),
    weak: flagInput.default(false).describe('Include weak matches'),
    explain: flagInput.default(false).describe('Explain why each hit was found'),
  }),
  output: z.object({
    hits: z.array(hit).describe('Best first'),
    withoutDate: z
      .boolean()
      .optional()
      .describe('Nothing was found for the date; these hits were found without it'),
    unverifiedClaim,
  }),
  http: { method: 'get', path: '/api/recall' },
})

export const getTimeline = operation({
  summary: 'What happened around a turn, tool event, session or memory',
  input: z.object({
    id: idInput,
    before: numberInput(0, 50).default(3).describe('How many before it'),
    after: numberInput(0, 50).default(3).describe('How many after it'),
  }),
  output: z.object({
    session: z.string().optional(),
    items: z.array(
      z.object({
        type: z.enum(['turn', 'tool-event', 'memory']),
        id: z.string(),
        at: z.string(),
        text: z.string(),
        isAsked: z.boolean().describe('Whether this is the requested entry'),
      }),
    ),
  }),
  http: { method: 'get', path: '/api/timeline/:id' },
})

export const findIds = operation({
  summary: 'Find ids by their first or last characters',
  input: z.object({
    part: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[0-9a-f-]{4,36}$/)
      .describe('The first or last characters, at least four'),
    types: z
      .preprocess(
        (value) => (typeof value === 'string' ? value.split(',') : value),
        z.array(z.enum(idTypes)),
      )
      .optional()
      .describe('Only ids of these types'),
  }),
  output: z.object({
    matches: z.array(z.object({ type: z.enum(idTypes), id: z.string() })).describe('At most ten'),
  }),
  http: { method: 'get', path: '/api/ids' },
})
