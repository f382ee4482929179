import { z } from 'zod'
import { limitInput } from '../memory-input.ts'
import { operation } from '../operation.ts'

export const jobStatus = z.enum(['pending', 'running', 'done', 'parked'])

const job = z.object({
  id: z.string(),
  kind: z.string(),
  subject: z.string(),
  status: jobStatus,
  attempts: z.int(),
  runAfter: z.string(),
  error: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export const listJobs = operation({
  summary: 'Background jobs: parked ones first, then the most recently updated',
  input: z.object({
    status: jobStatus.optional().describe('Only with this status'),
    limit: limitInput,
  }),
  output: z.object({
    jobs: z.array(job),
    counts: z.array(z.object({ kind: z.string(), status: jobStatus, count: z.int() })),
  }),
  http: { method: 'get', path: '/api/jobs' },
})

export const retryJobs = operation({
  summary: 'Retry parked jobs: one by id, or all',
  input: z.object({ id: z.string().optional() }),
  output: z.object({ retried: z.int() }),
  http: { method: 'post', path: '/api/jobs/retry' },
})
