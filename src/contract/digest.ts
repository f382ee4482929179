/**
 * A summary of a turn or session, built by rules: the same events give the same digest. A session that
 * a model read also has the model's summary.
 */
import { z } from 'zod'
import { glance } from './session-summary.ts'

/** The turns and tool events that support it, at most three. */
const cites = z.array(z.string())

/** `fixed`: failed at first, passed in the end. */
const runOutcome = z.enum(['passed', 'failed', 'fixed'])

/** Text from outside the project is never given to an agent unasked. */
const foreign = z.literal(true).optional()

const step = z.object({
  turn: z.int().describe('Number of the turn'),
  signs: z
    .array(z.enum(['objection', 'choice', 'change', 'commit']))
    .describe('Why it matters: the user objected or chose, files changed, work was committed'),
  title: z.string().optional().describe('What was asked for, in one line; none for «go on»'),
  request: z.string().optional(),
  result: z.string().optional(),
  foreign: foreign.describe('The result repeats text from outside the project'),
  cites,
})
const file = z.object({ path: z.string(), cites })
const run = z.object({
  command: z.string(),
  outcome: runOutcome,
  failures: z.int().optional().describe('How often it failed, if it did'),
  cites,
})
const testRun = run.extend({ passed: z.int().optional(), failed: z.int().optional() })
const statement = z.object({ text: z.string(), cites })
const openEnd = statement.extend({
  kind: z.enum(['failing', 'question', 'interrupted']),
  foreign,
})

const shipped = statement.extend({ kind: z.enum(['commit', 'pull-request']) })

export const summaryParts = ['asked', 'done', 'decided', 'open'] as const
export type SummaryPart = (typeof summaryParts)[number]

/** What a model that read the session says of it. */
const summary = z.object({
  title: z.string().optional(),
  lines: z.array(statement.extend({ part: z.enum(summaryParts), foreign })),
  madeBy: z.string().describe('The model'),
  through: z.int().describe('Number of the last turn it is about'),
})

export const digest = z.object({
  type: z.enum(['turn', 'session']),
  title: z.string().optional().describe('Of a session'),
  /** How the turn, or the session's last turn, ended. */
  outcome: z.enum(['open', 'ok', 'failed', 'cut']),
  /** Number of tool events it is built from. */
  toolEvents: z.int(),
  steps: z.array(step),
  filesRead: z.array(file),
  filesChanged: z.array(file),
  tests: z.array(testRun),
  commands: z.array(run),
  decided: z.array(statement).describe('What the user objected to, chose or laid down'),
  learned: z.array(statement).describe('Causes and decisions the agent stated'),
  shipped: z.array(shipped).describe('Commits and pull requests'),
  open: z.array(openEnd),
  glance: glance.optional().describe('Of a session'),
  summary: summary.optional(),
})

export type Digest = z.infer<typeof digest>
export type DigestStep = z.infer<typeof step>
export type DigestFile = z.infer<typeof file>
export type RunOutcome = z.infer<typeof runOutcome>
export type DigestRun = z.infer<typeof run>
export type TestRun = z.infer<typeof testRun>
export type DigestStatement = z.infer<typeof statement>
export type Shipped = z.infer<typeof shipped>
export type OpenEnd = z.infer<typeof openEnd>
