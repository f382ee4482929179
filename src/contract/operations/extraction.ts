import { z } from 'zod'
import { memory } from '../memory.ts'
import { flagInput } from '../memory-input.ts'
import { operation } from '../operation.ts'

export const extractSession = operation({
  summary: 'Extract memories from a session now, regardless of triggers',
  input: z.object({
    id: z.string().min(1).describe('Session id: Throughline’s or the host’s'),
    again: flagInput.default(false).describe('Include turns that were judged before'),
  }),
  output: z.object({
    sessionId: z.string(),
    windows: z.int().describe('Number of windows judged'),
    judges: z.array(z.string()).describe('Judges that answered'),
    fellThrough: z
      .array(z.object({ judge: z.string(), reason: z.string() }))
      .describe('Judges that failed, and why'),
    found: z.array(
      z.object({
        outcome: z.enum(['created', 'updated', 'merged', 'duplicate', 'superseded']),
        memory,
      }),
    ),
  }),
  http: { method: 'post', path: '/api/sessions/:id/extract' },
})
