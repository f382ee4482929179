import { z } from 'zod'
import { memory } from '../memory.ts'
import { idInput } from '../memory-input.ts'
import { operation } from '../operation.ts'

const replacement = memory.pick({
  id: true,
  kind: true,
  content: true,
  validFrom: true,
  validTo: true,
})

export const traceMemory = operation({
  summary: 'Where a memory comes from, when it was given and used, and what it replaced',
  input: z.object({ id: idInput }),
  output: z.object({
    id: z.string(),
    sources: z
      .array(
        z.object({
          turn: z.string(),
          number: z.int(),
          at: z.string(),
          session: z.object({ id: z.string(), title: z.string() }),
          said: z
            .object({
              by: z.enum(['user', 'agent']),
              before: z.string(),
              quote: z.string().describe('The words that say it'),
              after: z.string(),
            })
            .optional(),
        }),
      )
      .describe('The last turns it was learned from, oldest first'),
    given: z
      .array(
        z.object({
          at: z.string(),
          moment: z.string().describe('The event it was given at'),
          use: z.string().optional().describe('How the session used it, if it did'),
          session: z.object({ id: z.string(), title: z.string() }).optional(),
        }),
      )
      .describe('Oldest first, at most 500'),
    replaced: z.array(replacement).describe('What it replaced, directly or not, oldest first'),
    replacedBy: z.array(replacement).describe('What replaced it since, oldest first'),
  }),
  http: { method: 'get', path: '/api/memories/:id/trace' },
})
