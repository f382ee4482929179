import { z } from 'zod'
import { memory } from '../memory.ts'
import { flagInput } from '../memory-input.ts'
import { operation } from '../operation.ts'

export const extractSession = operation({
  summary: 'Look through a session for memories now, whatever the triggers say',
  input: z.object({
    id: z.string().min(1).describe('Our id of the session, or the host’s'),
    again: flagInput.default(false).describe('Judge what was judged before as well'),
  }),
  output: z.object({
    sessionId: z.string(),
    windows: z.int().describe('How many stretches of it were judged'),
    judges: z.array(z.string()).describe('Who judged them'),
    fellThrough: z
      .array(z.object({ judge: z.string(), reason: z.string() }))
      .describe('Judges that could not answer, and why'),
    found: z.array(
      z.object({
        outcome: z.enum(['created', 'updated', 'merged', 'duplicate', 'superseded']),
        memory,
      }),
    ),
  }),
  http: { method: 'post', path: '/api/sessions/:id/extract' },
})
