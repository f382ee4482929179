import { z } from 'zod'
import { numberInput, placeFields } from '../memory-input.ts'
import { operation } from '../operation.ts'

export const storageParts = ['captured', 'memories', 'search', 'vectors', 'other'] as const

const growthDay = z.object({
  day: z.string().describe('Date in the user’s time zone'),
  memories: z
    .int()
    .describe(
      'Memories valid at the end of the day; memories forgotten since then are not counted',
    ),
  learned: z.int().describe('Memories created'),
  superseded: z.int(),
  forgotten: z.int(),
  sessions: z.int().describe('Sessions started'),
  events: z.int(),
  tokensInjected: z.int().describe('Approximate tokens given to agents as context'),
  tokensUsed: z.int().describe('Of those, the ones used'),
  databaseBytes: z
    .int()
    .optional()
    .describe('Database size, all projects; absent before the first record'),
})

export const getGrowth = operation({
  summary: 'Captured events, memories and context by day, and disk space used',
  input: z.object({
    project: placeFields.project,
    days: numberInput(1, 366).default(30).describe('Number of days up to today'),
  }),
  output: z.object({
    days: z.array(growthDay).describe('Every day, oldest first'),
    storage: z
      .object({
        bytes: z.int(),
        parts: z
          .array(z.object({ part: z.enum(storageParts), bytes: z.int() }))
          .describe('Largest first; empty if measuring would take too long'),
      })
      .describe('All projects, now'),
  }),
  http: { method: 'get', path: '/api/growth' },
})
