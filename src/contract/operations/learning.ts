/** What sessions taught: listed by day, or extracted now. */
import { z } from 'zod'
import { memory } from '../memory.ts'
import { flagInput, numberInput, placeFields } from '../memory-input.ts'
import { operation } from '../operation.ts'
import { parseSince } from '../wording.ts'
import { sinceInput } from './recall.ts'

const item = memory
  .pick({
    id: true,
    scope: true,
    scopeId: true,
    kind: true,
    content: true,
    trust: true,
    author: true,
    standing: true,
    confirmation: true,
  })
  .extend({
    at: z.string().describe('When it became a memory; for a candidate, when it was heard'),
    project: z.string().optional().describe('Name of its project'),
    storedBy: z.string().optional().describe('The agent that stored it, if one did'),
    session: z.string().optional().describe('The last session it was learned in, if it is kept'),
    host: z.string().optional().describe('The agent of that session'),
  })

export const listLearned = operation({
  summary: 'What was learned in the last days, and by whom',
  input: z.object({
    since: z
      .string()
      .trim()
      .default('7d')
      .refine((text) => parseSince(text, new Date(0)) !== undefined, {
        error: 'write a time such as 24h, 7d or 2w, or a date such as 2026-01-31',
      })
      .describe('How far back: 24h, 7d, 2w, or a date'),
    project: placeFields.project.describe('Only this project'),
    limit: numberInput(1, 1_000).default(50).describe('At most this many'),
  }),
  output: z.object({
    since: z.string(),
    rules: z.int(),
    memories: z.int().describe('Without rules'),
    candidates: z.int(),
    items: z.array(item).describe('Rules, then memories, then candidates; each newest first'),
    isCapturing: z.boolean().describe('Whether any session was captured in this time'),
  }),
  http: { method: 'get', path: '/api/learned' },
})

const unreadSession = z.object({
  id: z.string(),
  project: z.string().optional().describe('Name of its project'),
  startedAt: z.string(),
  tokens: z.int().describe('What reading it takes, about'),
})

export const listUnread = operation({
  summary: 'Sessions that no model has read yet, oldest first, and what reading them costs',
  input: z.object({
    project: placeFields.project.describe('Only this project'),
    since: sinceInput.optional().describe('Only sessions since: 7d, 2w, or a date'),
  }),
  output: z.object({
    sessions: z.array(unreadSession),
    tokens: z.int().describe('Of all of them, about'),
    reader: z.string().describe('Who reads; off if no model does'),
    model: z.string().optional().describe('The model that reads, if it is known'),
    costUsd: z.number().optional().describe('About; absent if the price is not known'),
    affordable: z.int().describe('How many of them today’s budget covers, about'),
  }),
  http: { method: 'get', path: '/api/unread' },
})

export const learnNext = operation({
  summary:
    'Give an agent the oldest unread session to read, and store what it answered to the last',
  input: z.object({
    project: placeFields.project.describe('Only sessions of this project'),
    folder: placeFields.folder,
    session: z.string().min(1).optional().describe('The session that was read'),
    reply: z.string().optional().describe('The answer: the JSON that was asked for'),
    by: z.string().default('agent').describe('Who reads'),
  }),
  output: z.object({
    stored: z.int().describe('Memories and candidates from this answer'),
    left: z.int().describe('Unread sessions, with the next one'),
    session: z.string().optional().describe('The session to read next; give it with the reply'),
    request: z.string().optional().describe('What to read and how to answer'),
  }),
  http: { method: 'post', path: '/api/unread/next' },
})

export const extractSession = operation({
  summary: 'Learn from a session now: local rules read its turns, a model the whole',
  input: z.object({
    id: z.string().min(1).describe('Session id: Throughline’s or the host’s'),
    again: flagInput.default(false).describe('Include turns that were read before'),
  }),
  output: z.object({
    sessionId: z.string(),
    readBy: z.string().optional().describe('The model that read it, if one did'),
    problem: z.string().optional().describe('Why a model did not read it'),
    found: z.array(
      z.object({
        outcome: z.enum(['created', 'updated', 'merged', 'duplicate', 'superseded']),
        memory,
      }),
    ),
  }),
  http: { method: 'post', path: '/api/sessions/:id/extract' },
})
