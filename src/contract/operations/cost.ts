import { z } from 'zod'
import { limitInput, numberInput, placeFields } from '../memory-input.ts'
import { operation } from '../operation.ts'

const costGroupings = ['day', 'session', 'model', 'purpose'] as const

const amount = z.object({ tokens: z.int(), costUsd: z.number() })

const costTotal = amount.extend({
  tokens: z.int().describe('Tokens that count: actual for settled calls, maximum for others'),
  calls: z.int(),
  failed: z.int(),
  unsettled: z.int().describe('Calls in progress, or from a process that died'),
  refused: z.int().describe('Calls that the limits prevented'),
  inputTokens: z.int(),
  outputTokens: z.int(),
})

/** An absent limit means no limit. */
export const budget = z.object({
  reader: z.string().describe('The model that reads sessions; off if there is none'),
  today: amount,
  session: amount.optional().describe('Spending of the requested session'),
  limits: z.object({
    dailyTokens: z.number().optional(),
    dailyUsd: z.number().optional(),
    sessionTokens: z.number().optional(),
    sessionUsd: z.number().optional(),
  }),
  exhausted: z
    .enum(['dailyTokens', 'dailyUsd', 'sessionTokens', 'sessionUsd'])
    .optional()
    .describe('The limit that stops the next call; local rules take over'),
  dayEndsAt: z.string().describe('When daily limits reset'),
})

const dayInput = z.iso.date('write a day as 2026-01-31')

export const getCost = operation({
  summary: 'Model costs by day, session, model or purpose, and the remaining budget',
  input: z.object({
    by: z.enum(costGroupings).default('day').describe('Grouping'),
    from: dayInput.optional().describe('The first day'),
    to: dayInput.optional().describe('The last day'),
    days: numberInput(1, 3_660)
      .optional()
      .describe(
        'Number of days up to the last one, instead of from; default 30, or all for a session',
      ),
    project: placeFields.project,
    session: placeFields.session,
    limit: limitInput.default(50).describe('Maximum number of groups; the total covers all'),
  }),
  output: z.object({
    by: z.enum(costGroupings),
    groups: z
      .array(
        costTotal.extend({
          group: z.string().describe('A date, session id, provider/model or purpose'),
          session: z
            .object({
              host: z.string(),
              project: z.string().optional(),
              title: z.string(),
            })
            .optional(),
        }),
      )
      .describe('Days newest first, other groups most expensive first'),
    groupsLeftOut: z.int(),
    total: costTotal,
    budget,
  }),
  http: { method: 'get', path: '/api/cost' },
})
