/** What a turn or a session came to: made by rule, the same again from the same events. */
import { z } from 'zod'

/** The turns and tool events it rests on, at most three. */
const cites = z.array(z.string())

/** `fixed` failed first and passed in the end. */
const runOutcome = z.enum(['passed', 'failed', 'fixed'])

const step = z.object({
  turn: z.int().describe('Number of the turn'),
  request: z.string().optional(),
  result: z.string().optional(),
  cites,
})
const file = z.object({ path: z.string(), cites })
const run = z.object({ command: z.string(), outcome: runOutcome, cites })
const testRun = run.extend({ passed: z.int().optional(), failed: z.int().optional() })
const statement = z.object({ text: z.string(), cites })
const openEnd = statement.extend({
  kind: z.enum(['failing', 'unfinished', 'question', 'interrupted']),
})

export const digest = z.object({
  type: z.enum(['turn', 'session']),
  /** How the turn ended, or the last one of the session. */
  outcome: z.enum(['open', 'ok', 'failed', 'cut']),
  /** How many tool events it was made from. */
  toolEvents: z.int(),
  steps: z.array(step),
  filesRead: z.array(file),
  filesChanged: z.array(file),
  tests: z.array(testRun),
  commands: z.array(run),
  learned: z.array(statement),
  open: z.array(openEnd),
})

export type Digest = z.infer<typeof digest>
export type DigestStep = z.infer<typeof step>
export type DigestFile = z.infer<typeof file>
export type RunOutcome = z.infer<typeof runOutcome>
export type Run = z.infer<typeof run>
export type TestRun = z.infer<typeof testRun>
export type Statement = z.infer<typeof statement>
export type OpenEnd = z.infer<typeof openEnd>
