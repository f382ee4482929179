/** The context an agent gets, and how much of it was used. */
import { z } from 'zod'
import { flagInput, numberInput, placeFields } from '../memory-input.ts'
import { operation } from '../operation.ts'
import { type ContextBudget, contextLimits, memoryKinds, trustLevels } from '../vocabulary.ts'

const line = z.object({
  section: z.string(),
  id: z.string().describe('Id of the memory, or of the session it summarises or points to'),
  kind: z.enum([...memoryKinds, 'digest']),
  turn: z.int().optional().describe('The turn it points to'),
  trust: z.enum(trustLevels).describe('Whose word it is'),
  author: z.string().optional().describe('The teammate who wrote it'),
  at: z.string(),
  text: z.string(),
  reason: z.string().describe('Why it is included'),
  tokens: z.int(),
  pinned: z.literal(true).optional().describe('It is always given'),
})

const budgetInput = (budget: ContextBudget) =>
  numberInput(0, contextLimits[budget]).optional().describe('Overrides the setting')

const budgets = z.object({
  startTokens: z.int(),
  promptTokens: z.int(),
})

export const getContext = operation({
  summary: 'Preview the context a host would get now, and why; records nothing',
  input: z.object({
    event: z
      .enum(['session-start', 'prompt', 'subagent-start'])
      .optional()
      .describe('Event; default: prompt if one is given, else session-start'),
    source: z
      .enum(['startup', 'resume', 'clear', 'compact'])
      .default('startup')
      .describe('How the session starts'),
    prompt: z.string().max(100_000).optional().describe('The user’s prompt'),
    command: z.string().max(10_000).optional().describe('A command that is about to run'),
    failure: z.string().max(100_000).optional().describe('What the command printed when it failed'),
    file: z.string().max(1_000).optional().describe('A file that was opened'),
    folder: placeFields.folder,
    project: placeFields.project,
    session: placeFields.session,
    host: placeFields.agent.describe('The agent; default: the session’s, else claude-code'),
    agent: placeFields.agent.describe('Name of the subagent that starts'),
    startTokens: budgetInput('startTokens'),
    promptTokens: budgetInput('promptTokens'),
    explain: flagInput.default(false).describe('Also list what is left out, and why'),
  }),
  output: z.object({
    text: z.string().describe('The exact block; empty if there is nothing to say'),
    tokens: z.int().describe('Estimate'),
    characters: z.int(),
    most: z.object({ tokens: z.int(), characters: z.int() }).describe('Maximum size of the block'),
    budgets: budgets.describe('The budgets used'),
    silence: z
      .enum([
        'switched-off',
        'disabled-here',
        'host-takes-nothing',
        'prompt-says-little',
        'nothing-fits',
      ])
      .optional()
      .describe('Why there is no context'),
    heldBack: z
      .literal(true)
      .optional()
      .describe('The session is held back for proof: its agent gets nothing of this'),
    lines: z.array(line),
    left: z
      .array(z.object({ id: z.string(), text: z.string(), reason: z.string() }))
      .optional()
      .describe('What was considered and left out'),
  }),
  http: { method: 'get', path: '/api/context' },
})

const tokens = z.int().describe('Approximate number of tokens')

const moments = ['session-start', 'prompt', 'subagent-start', 'failure', 'file', 'tool'] as const

export const sessionContext = z
  .object({
    at: z.string(),
    event: z.enum(moments),
    source: z.string().optional().describe('How the session started: startup, resume, compact …'),
    tokens,
    lines: z.array(
      z.object({
        section: z.string(),
        id: z.string().describe('Id of the memory or session; empty after it was forgotten'),
        text: z.string(),
        reason: z.string().describe('Why it was given'),
        use: z.enum(['cited', 'fetched', 'echoed', 'followed']).optional(),
      }),
    ),
  })
  .describe('Context the session got at one event')

export const getContextStats = operation({
  summary: 'Context given to sessions, and how much of it was used',
  input: z.object({
    project: placeFields.project,
    days: numberInput(1, 3_660).default(30).describe('Number of days to cover'),
  }),
  output: z.object({
    days: z.int(),
    injections: z.int().describe('How often context was given'),
    sessions: z.int(),
    tokens,
    shown: z.int().describe('Memories given, counted once per session'),
    used: z.int().describe('Of those, the ones the session used'),
    moments: z
      .array(
        z.object({
          moment: z.enum([...moments, 'compaction']),
          host: z.string(),
          week: z.string().describe('The Monday that begins the week, as a date'),
          given: z.int().describe('Lines given'),
          used: z.int().describe('Of those, the ones the session used'),
        }),
      )
      .describe('By moment, agent and week, the latest week first'),
    neverUsed: z
      .array(z.object({ id: z.string(), text: z.string(), shown: z.int() }))
      .describe('Memories never used, most often given first'),
  }),
  http: { method: 'get', path: '/api/context/stats' },
})
