import { z } from 'zod'
import { limitInput } from '../memory-input.ts'
import { operation } from '../operation.ts'

export const costGroupings = ['day', 'session', 'model', 'purpose'] as const

const amount = z.object({ tokens: z.int(), costUsd: z.number() })

export const costTotal = amount.extend({
  tokens: z.int().describe('What counts: of settled calls what they took, of others their most'),
  calls: z.int(),
  failed: z.int(),
  unsettled: z.int().describe('Calls under way, or of a process that died'),
  refused: z.int().describe('Calls that the limits stopped before they were made'),
  inputTokens: z.int(),
  outputTokens: z.int(),
})

/** A limit that is not there is none. */
export const budget = z.object({
  mode: z.enum(['off', 'local', 'model']).describe('Whether models are asked at all'),
  today: amount,
  session: amount.optional().describe('Of the session that was asked for'),
  limits: z.object({
    dailyTokens: z.number().optional(),
    dailyUsd: z.number().optional(),
    sessionTokens: z.number().optional(),
    sessionUsd: z.number().optional(),
  }),
  exhausted: z
    .enum(['dailyTokens', 'dailyUsd', 'sessionTokens', 'sessionUsd'])
    .optional()
    .describe('The limit that stops the next call; until then local rules judge'),
  dayEndsAt: z.string().describe('When daily limits begin anew'),
})

const dayInput = z.iso.date('write a day as 2026-01-31')

export const getCost = operation({
  summary: 'What models cost, by day, session, model or purpose, and what the limits leave',
  input: z.object({
    by: z.enum(costGroupings).default('day').describe('What to sum up by'),
    from: dayInput.optional().describe('The first day'),
    to: dayInput.optional().describe('The last day'),
    days: z.coerce
      .number()
      .int()
      .min(1)
      .max(3_660)
      .optional()
      .describe('So many days to the last one, in place of from; 30 unless a session is asked for'),
    project: z.string().min(1).optional().describe('Project id, name or identity'),
    session: z.string().min(1).optional().describe('Session id, ours or the host’s'),
    limit: limitInput.default(50).describe('At most so many groups; the total has them all'),
  }),
  output: z.object({
    by: z.enum(costGroupings),
    groups: z
      .array(
        costTotal.extend({
          group: z.string().describe('A date, the id of a session, provider/model, or the purpose'),
          session: z
            .object({
              host: z.string(),
              project: z.string().optional(),
              firstPrompt: z.string().optional(),
            })
            .optional(),
        }),
      )
      .describe('Days the newest first, others the dearest first'),
    groupsLeftOut: z.int(),
    total: costTotal,
    budget,
  }),
  http: { method: 'get', path: '/api/cost' },
})
