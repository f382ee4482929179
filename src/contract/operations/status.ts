/** How Throughline is doing on this machine: counts, health, growth and connected agents. */
import { z } from 'zod'
import { numberInput, placeFields } from '../memory-input.ts'
import { operation } from '../operation.ts'
import { budget } from './cost.ts'
import { jobStatus } from './maintenance.ts'

export const getStatus = operation({
  summary: 'Stored data, waiting events, jobs and today’s model costs',
  input: z.object({
    folder: z.string().optional().describe('A folder whose project to look at as well'),
  }),
  output: z.object({
    totals: z.object({
      projects: z.int(),
      sessions: z.int(),
      turns: z.int(),
      events: z.int(),
      toolEvents: z.int(),
    }),
    proposals: z.int().describe('Proposals that wait for a decision in review'),
    spool: z.object({ pending: z.int(), oldest: z.string().optional(), rejected: z.int() }),
    jobs: z.array(z.object({ kind: z.string(), status: jobStatus, count: z.int() })),
    databaseBytes: z.int(),
    damagedDatabases: z
      .array(z.string())
      .describe('Damaged databases that were replaced, until their files are removed'),
    unverifiedClaim: z
      .string()
      .optional()
      .describe('The project the folder says it is, without sharing its history'),
    lostEvents: z
      .object({ count: z.int(), lastAt: z.string() })
      .optional()
      .describe('Events that hooks could not write, until `throughline doctor --acknowledge`'),
    lostDatabase: z
      .object({ sessions: z.int(), memories: z.int(), at: z.string() })
      .optional()
      .describe('What the database held before it was emptied or replaced'),
    isWritable: z.boolean().describe('False if hooks cannot write events in the home folder'),
    budget,
  }),
  http: { method: 'get', path: '/api/status' },
})

export const getOverview = operation({
  summary: 'What is remembered, what was learned, given and used, and what waits for review',
  input: z.object({
    days: numberInput(1, 366).default(7).describe('Number of days to cover'),
  }),
  output: z.object({
    memories: z.int().describe('Valid memories, rules included'),
    rules: z.int(),
    candidates: z.int().describe('Heard, but not confirmed; agents do not get them'),
    review: z.int().describe('Items that wait for a decision in review, candidates included'),
    unread: z.int().describe('Sessions of an import in the last 7 days that no model has read'),
    recent: z
      .object({
        days: z.int(),
        sessions: z.int().describe('Sessions that were given context'),
        learned: z.int().describe('New memories, rules included'),
        candidates: z.int().describe('New candidates'),
        given: z.int().describe('Memories given to agents, counted once per session'),
        used: z.int().describe('Of those, the ones the session used'),
        failuresAnswered: z.int().describe('Failed commands answered from memory'),
      })
      .describe('In these days'),
    lastSession: z
      .object({
        id: z.string(),
        host: z.string(),
        project: z.string().optional().describe('Name of its project'),
        lastEventAt: z.string(),
      })
      .optional(),
  }),
  http: { method: 'get', path: '/api/overview' },
})

export const checkHealth = operation({
  summary: 'Check everything and say what to do about what is wrong',
  input: z.object({
    folder: z.string().optional().describe('A folder whose agent settings to check as well'),
  }),
  output: z.object({
    healthy: z.boolean().describe('Whether no check failed; warnings are healthy'),
    checks: z.array(
      z.object({
        subject: z.string().describe('What was checked'),
        state: z
          .enum(['ok', 'warn', 'fail', 'none'])
          .describe('none: there is nothing to check, such as an agent that is not installed'),
        detail: z.string(),
        hint: z.string().optional().describe('What to do about it, often a command'),
      }),
    ),
  }),
  http: { method: 'get', path: '/api/health-checks' },
})

const storageParts = ['captured', 'memories', 'search', 'vectors', 'other'] as const

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
  turns: z.int().describe('Turns started'),
  tokensInjected: z.int().describe('Approximate tokens given to agents as context'),
  tokensUsed: z.int().describe('Of those, the ones used'),
  databaseBytes: z
    .int()
    .optional()
    .describe('Database size, all projects; absent before the first record'),
})

export const getGrowth = operation({
  summary: 'Turns, memories and context by day, and disk space used',
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

export const getHosts = operation({
  summary: 'Coding agents: which are installed, which are connected, and how to connect one',
  input: z.object({
    folder: z.string().optional().describe('A folder whose settings to check too'),
  }),
  output: z.object({
    hook: z
      .enum(['current', 'missing', 'outdated'])
      .describe('The hook that connected agents run; outdated: from another installation'),
    hosts: z.array(
      z.object({
        name: z.string(),
        displayName: z.string(),
        isFound: z.boolean().describe('Whether it seems to be installed'),
        reason: z.string().describe('Why it seems to be installed or not'),
        integrations: z
          .array(
            z.object({
              kind: z.enum(['hooks', 'mcp', 'instructions', 'permissions']),
              file: z.string(),
              state: z.enum(['current', 'outdated']),
              missingEvents: z.array(z.string()),
            }),
          )
          .describe('Integrations found in the settings of the user and of known projects'),
        otherConnection: z.string().optional().describe('What else connects it, such as a plugin'),
        blockers: z
          .array(z.object({ problem: z.string(), hint: z.string() }))
          .describe('What stops it from working, and how to fix it'),
        remarks: z.array(z.string()).describe('What the user must know or do'),
        lastEventAt: z.string().optional().describe('When its last event arrived'),
        lastHeardAt: z
          .string()
          .optional()
          .describe('The same of events that a hook sent; imported ones do not count'),
        isHeard: z
          .boolean()
          .optional()
          .describe('Whether a hook sent an event since it was installed; absent if unknown'),
        command: z.string().describe('The command that connects it'),
      }),
    ),
  }),
  http: { method: 'get', path: '/api/hosts' },
})
