import { z } from 'zod'
import { numberInput, placeFields } from '../memory-input.ts'
import { operation } from '../operation.ts'

const tokens = z.int().describe('Approximate number of tokens')

const moments = ['session-start', 'prompt', 'subagent-start', 'failure', 'file'] as const

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
        use: z.enum(['cited', 'fetched', 'echoed']).optional(),
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
          followed: z
            .int()
            .optional()
            .describe('Failures with a line after which the session went on for five tool calls'),
          helped: z
            .int()
            .optional()
            .describe('Of those, the ones whose command passed within five tool calls'),
        }),
      )
      .describe('By moment, agent and week, the latest week first'),
    neverUsed: z
      .array(z.object({ id: z.string(), text: z.string(), shown: z.int() }))
      .describe('Memories never used, most often given first'),
  }),
  http: { method: 'get', path: '/api/context/stats' },
})
