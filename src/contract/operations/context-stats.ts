import { z } from 'zod'
import { operation } from '../operation.ts'

const tokens = z.int().describe('About how many tokens they took')

export const sessionContext = z
  .object({
    at: z.string(),
    event: z.enum(['session-start', 'prompt', 'subagent-start']),
    source: z.string().optional().describe('How the session began: startup, resume, compact …'),
    tokens,
    lines: z.array(
      z.object({
        section: z.string(),
        id: z.string().describe('Of the memory or session; empty once it was forgotten'),
        text: z.string(),
        reason: z.string().describe('Why it was handed over'),
        use: z.enum(['cited', 'fetched', 'echoed']).optional(),
      }),
    ),
  })
  .describe('What the session was handed at one event')

export const getContextStats = operation({
  summary: 'What sessions were handed as context, and how much of it was of use',
  input: z.object({
    project: z.string().min(1).optional().describe('Project id, name or identity'),
    days: z.coerce.number().int().min(1).max(3_660).default(30).describe('So many days back'),
  }),
  output: z.object({
    days: z.int(),
    injections: z.int().describe('How often something was handed over'),
    sessions: z.int(),
    tokens,
    shown: z.int().describe('Memories shown, counted once for each session'),
    used: z.int().describe('Those of them that were of use to the session'),
    neverUsed: z
      .array(z.object({ id: z.string(), text: z.string(), shown: z.int() }))
      .describe('Memories never of use, those shown to most sessions first'),
  }),
  http: { method: 'get', path: '/api/context/stats' },
})
