import { z } from 'zod'
import { numberInput } from '../memory-input.ts'
import { operation } from '../operation.ts'

export const getOverview = operation({
  summary: 'What is remembered, what was learned, given and used, and what waits for review',
  input: z.object({
    days: numberInput(1, 366).default(7).describe('Number of days to cover'),
  }),
  output: z.object({
    memories: z.int().describe('Valid memories, rules included'),
    rules: z.int(),
    candidates: z.int().describe('Heard, but not confirmed; agents do not get them'),
    review: z.int().describe('Items that wait for a decision in review, candidates included'),
    recent: z
      .object({
        days: z.int(),
        sessions: z.int().describe('Sessions that were given context'),
        learned: z.int().describe('New memories, rules included'),
        candidates: z.int().describe('New candidates'),
        given: z.int().describe('Memories given to agents, counted once per session'),
        used: z.int().describe('Of those, the ones the session used'),
        failuresAnswered: z.int().describe('Failed commands answered from memory'),
      })
      .describe('In these days'),
    lastSession: z
      .object({
        id: z.string(),
        host: z.string(),
        project: z.string().optional().describe('Name of its project'),
        lastEventAt: z.string(),
      })
      .optional(),
  }),
  http: { method: 'get', path: '/api/overview' },
})
