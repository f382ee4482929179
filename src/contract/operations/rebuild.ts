import { z } from 'zod'
import { operation } from '../operation.ts'

export const rebuild = operation({
  summary: 'Rebuild the search index and digests from memories and captured sessions',
  input: z.object({}),
  output: z.object({
    memories: z.int(),
    sessions: z.int(),
    digests: z.int().describe('Sessions with rebuilt digests'),
  }),
  http: { method: 'post', path: '/api/rebuild' },
})
