import { z } from 'zod'
import { digest } from '../digest.ts'
import { memory } from '../memory.ts'
import { containedInput, flagInput, limitInput, offsetInput } from '../memory-input.ts'
import { operation } from '../operation.ts'
import { glance, summaryLine } from '../session-summary.ts'
import { sessionOrders } from '../vocabulary.ts'
import { sessionContext } from './context.ts'

export const sessionSummary = z.object({
  id: z.string(),
  title: z.string().describe('The reader’s, else what the first telling prompt asks for'),
  host: z.string(),
  hostSessionId: z.string(),
  project: z.object({ id: z.string(), name: z.string() }).optional(),
  status: z.enum(['active', 'completed']),
  startedAt: z.string(),
  endedAt: z.string().optional(),
  endReason: z.string().optional(),
  lastEventAt: z.string(),
  leavingSince: z.string().optional().describe('When retention marked it for deletion'),
  cwd: z.string().optional(),
  branch: z.string().optional(),
  sharedSession: z.string().optional().describe('From THROUGHLINE_SESSION'),
  agent: z.string().optional().describe('From THROUGHLINE_AGENT'),
  trust: z
    .literal('repository')
    .optional()
    .describe('Set if it was read from a repository’s files: then nobody here said any of it'),
  heldBack: z
    .boolean()
    .optional()
    .describe('Held back for proof: its agent gets no context; false since you released it'),
  turns: z.int(),
  toolEvents: z.int(),
  glance: glance.optional().describe('Outcome; none while its first turn runs'),
})

const toolEventSummary = z.object({
  id: z.string(),
  toolName: z.string(),
  outcome: z.enum(['ok', 'failed']),
  durationMs: z.number().optional(),
  agentName: z.string().optional(),
  occurredAt: z.string(),
})

export const turnDetail = z.object({
  id: z.string(),
  number: z.int(),
  prompt: z.string().optional(),
  origin: z.string(),
  answer: z.string().optional(),
  outcome: z.enum(['open', 'ok', 'failed', 'cut']),
  startedAt: z.string(),
  endedAt: z.string().optional(),
  toolEvents: z.array(toolEventSummary),
  digest: digest.optional(),
})

const sessionExtraction = z
  .object({
    readBy: z.string().optional().describe('The model that read the session last'),
    items: z.int().describe('Number of memories found'),
    calls: z.int(),
    tokens: z.int(),
    costUsd: z.number(),
  })
  .describe('What was learned from it, and the cost')

const sessionMemory = memory
  .pick({ id: true, kind: true, content: true, standing: true, pinned: true, validTo: true })
  .extend({ turns: z.array(z.string()).describe('Ids of the turns it was learned from') })

export const listSessions = operation({
  summary: 'Captured sessions',
  input: z.object({
    project: z.string().optional().describe('Project id or name'),
    host: z.string().optional().describe('Only sessions of this host'),
    status: z.enum(['active', 'completed']).optional().describe('Only with this status'),
    leaving: flagInput.optional().describe('Only sessions that retention marked for deletion'),
    text: containedInput
      .optional()
      .describe('Only sessions with this text in a prompt, in any case'),
    order: z.enum(sessionOrders).optional().describe('Default: latest; longest: most turns first'),
    limit: limitInput,
    offset: offsetInput,
  }),
  output: z.object({
    sessions: z.array(sessionSummary),
    total: z.int().describe('Number of matches on all pages'),
    hosts: z.array(z.string()).describe('Every host with captured sessions'),
  }),
  http: { method: 'get', path: '/api/sessions' },
})

export const getSession = operation({
  summary: 'One session with its turns and tool events',
  input: z.object({ id: z.string().min(1).describe('Session id: Throughline’s or the host’s') }),
  output: sessionSummary.extend({
    summary: z.array(summaryLine).describe('At most eight lines'),
    digest: digest.optional(),
    timeline: z.array(turnDetail),
    extraction: sessionExtraction,
    context: z.array(sessionContext),
    memories: z.array(sessionMemory).describe('Learned from it, newest first'),
  }),
  http: { method: 'get', path: '/api/sessions/:id' },
})

export const getToolEvent = operation({
  summary: 'One tool event with its input and output',
  input: z.object({ id: z.string().min(1) }),
  output: toolEventSummary.extend({
    sessionId: z.string(),
    turnId: z.string().optional(),
    text: z.string().optional().describe('What it was used for, in one line'),
    input: z.json(),
    output: z.json(),
  }),
  http: { method: 'get', path: '/api/tool-events/:id' },
})
