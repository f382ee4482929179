import { z } from 'zod'
import { flagInput } from '../memory-input.ts'
import { operation } from '../operation.ts'
import { type ContextBudget, contextLimits, memoryKinds } from '../vocabulary.ts'

const line = z.object({
  section: z.string(),
  id: z.string().describe('Of the memory, or of the session it tells of'),
  kind: z.enum([...memoryKinds, 'digest']),
  at: z.string(),
  text: z.string(),
  reason: z.string().describe('Why it is in'),
  tokens: z.int(),
})

const budgetInput = (budget: ContextBudget) =>
  z.coerce
    .number()
    .int()
    .min(0)
    .max(contextLimits[budget])
    .optional()
    .describe('In place of what the settings say')

const budgets = z.object({
  startTokens: z.int(),
  promptTokens: z.int(),
  entriesPerScope: z.int(),
  charactersPerScope: z.int(),
})

export const getContext = operation({
  summary: 'The context a host would be handed now, and why; nothing is recorded',
  input: z.object({
    event: z
      .enum(['session-start', 'prompt', 'subagent-start'])
      .optional()
      .describe('When; prompt where one is given, else session-start'),
    source: z
      .enum(['startup', 'resume', 'clear', 'compact'])
      .default('startup')
      .describe('How the session starts'),
    prompt: z.string().max(100_000).optional().describe('What the user would say'),
    folder: z.string().min(1).optional().describe('Working folder, to find the project by'),
    project: z.string().min(1).optional().describe('Project id, name or identity'),
    session: z.string().min(1).optional().describe('Session id, ours or the host’s'),
    host: z
      .string()
      .min(1)
      .optional()
      .describe('The coding agent; that of the session, else claude-code'),
    agent: z.string().min(1).optional().describe('The name of the subagent that starts'),
    startTokens: budgetInput('startTokens'),
    promptTokens: budgetInput('promptTokens'),
    entriesPerScope: budgetInput('entriesPerScope'),
    charactersPerScope: budgetInput('charactersPerScope'),
    explain: flagInput.default(false).describe('Also tell what is left out, and why'),
  }),
  output: z.object({
    text: z.string().describe('The block, exactly; empty when there is nothing to say'),
    tokens: z.int().describe('At most so many'),
    characters: z.int(),
    most: z
      .object({ tokens: z.int(), characters: z.int() })
      .describe('What the block could have held'),
    budgets: budgets.describe('What it was planned with'),
    silence: z
      .enum([
        'switched-off',
        'disabled-here',
        'host-takes-nothing',
        'prompt-says-little',
        'nothing-fits',
      ])
      .optional()
      .describe('Why there is nothing to say'),
    lines: z.array(line),
    left: z
      .array(z.object({ id: z.string(), text: z.string(), reason: z.string() }))
      .optional()
      .describe('What was considered and is not in'),
  }),
  http: { method: 'get', path: '/api/context' },
})
