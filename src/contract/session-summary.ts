/** What a session was about and how it ended, for people: made from its digest. */
import { z } from 'zod'

/** For lists. */
export const glance = z.object({
  did: z.string().optional().describe('What the agent did last, in one line'),
  tests: z.enum(['passed', 'failed']).optional().describe('How the last test run ended'),
  filesChanged: z.int(),
  commits: z.int(),
  pullRequests: z.int(),
  open: z.int().describe('Number of open ends'),
})
export type Glance = z.infer<typeof glance>

export const summaryLine = z.object({
  part: z.enum(['asked', 'done', 'decided', 'changed', 'tests', 'shipped', 'open']),
  text: z.string(),
  cites: z.array(z.string()).describe('The turns and tool events that support it'),
  foreign: z.literal(true).optional().describe('It repeats text from outside the project'),
})
export type SummaryLine = z.infer<typeof summaryLine>
