import { z } from 'zod'
import { operation } from '../operation.ts'

export const storageParts = ['captured', 'memories', 'search', 'vectors', 'other'] as const

export const growthDay = z.object({
  day: z.string().describe('A date where the user is'),
  memories: z
    .int()
    .describe('Memories valid at its end; those forgotten since then are counted on no day'),
  learned: z.int().describe('Memories made'),
  superseded: z.int(),
  forgotten: z.int(),
  sessions: z.int().describe('Sessions that began'),
  events: z.int(),
  tokensInjected: z.int().describe('About how many tokens agents were handed as context'),
  tokensUsed: z.int().describe('Those of them that were of use'),
  databaseBytes: z
    .int()
    .optional()
    .describe('Size of the database, of all projects; absent before it was first noted'),
})

export const getGrowth = operation({
  summary: 'What was captured, learned and handed to agents day by day, and the room it takes',
  input: z.object({
    project: z.string().min(1).optional().describe('Project id, name or identity'),
    days: z.coerce.number().int().min(1).max(366).default(30).describe('So many days up to today'),
  }),
  output: z.object({
    days: z.array(growthDay).describe('Every one of them, the oldest first'),
    storage: z
      .object({
        bytes: z.int(),
        parts: z
          .array(z.object({ part: z.enum(storageParts), bytes: z.int() }))
          .describe('The largest first; empty where finding out would take too long'),
      })
      .describe('Of all projects, now'),
  }),
  http: { method: 'get', path: '/api/growth' },
})
