import { z } from 'zod'
import { flagInput, numberInput, placeFields } from '../memory-input.ts'
import { operation } from '../operation.ts'
import { type ContextBudget, contextLimits, memoryKinds, trustLevels } from '../vocabulary.ts'

const line = z.object({
  section: z.string(),
  id: z.string().describe('Id of the memory, or of the session it summarises or points to'),
  kind: z.enum([...memoryKinds, 'digest', 'pointer']),
  turn: z.int().optional().describe('The turn it points to'),
  trust: z.enum(trustLevels).describe('Whose word it is'),
  author: z.string().optional().describe('The teammate who wrote it'),
  at: z.string(),
  text: z.string(),
  reason: z.string().describe('Why it is included'),
  tokens: z.int(),
})

const budgetInput = (budget: ContextBudget) =>
  numberInput(0, contextLimits[budget]).optional().describe('Overrides the setting')

const budgets = z.object({
  startTokens: z.int(),
  promptTokens: z.int(),
  entriesPerScope: z.int(),
  charactersPerScope: z.int(),
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
    folder: placeFields.folder,
    project: placeFields.project,
    session: placeFields.session,
    host: placeFields.agent.describe('The agent; default: the session’s, else claude-code'),
    agent: placeFields.agent.describe('Name of the subagent that starts'),
    startTokens: budgetInput('startTokens'),
    promptTokens: budgetInput('promptTokens'),
    entriesPerScope: budgetInput('entriesPerScope'),
    charactersPerScope: budgetInput('charactersPerScope'),
    explain: flagInput.default(false).describe('Also list what is left out, and why'),
  }),
  output: z.object({
    text: z.string().describe('The exact block; empty if there is nothing to say'),
    tokens: z.int().describe('Upper bound'),
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
    lines: z.array(line),
    left: z
      .array(z.object({ id: z.string(), text: z.string(), reason: z.string() }))
      .optional()
      .describe('What was considered and left out'),
  }),
  http: { method: 'get', path: '/api/context' },
})
