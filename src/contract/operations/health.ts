import { z } from 'zod'
import { operation } from '../operation.ts'

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
