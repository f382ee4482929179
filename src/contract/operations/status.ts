import { z } from 'zod'
import { operation } from '../operation.ts'
import { budget } from './cost.ts'
import { jobStatus } from './jobs.ts'

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
