import { z } from 'zod'
import { operation } from '../operation.ts'
import { budget } from './cost.ts'
import { jobStatus } from './jobs.ts'

export const getStatus = operation({
  summary:
    'What is stored, what waits in the spool, what the jobs are doing, what models cost today',
  input: z.object({}),
  output: z.object({
    totals: z.object({
      projects: z.int(),
      sessions: z.int(),
      turns: z.int(),
      events: z.int(),
      toolEvents: z.int(),
    }),
    spool: z.object({ pending: z.int(), oldest: z.string().optional(), rejected: z.int() }),
    jobs: z.array(z.object({ kind: z.string(), status: jobStatus, count: z.int() })),
    databaseBytes: z.int(),
    damagedDatabases: z
      .array(z.string())
      .describe('Files that were damaged and replaced by a new database, until they are removed'),
    budget,
  }),
  http: { method: 'get', path: '/api/status' },
})
