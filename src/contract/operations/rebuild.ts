import { z } from 'zod'
import { operation } from '../operation.ts'

export const rebuild = operation({
  summary: 'Make the search index and the digests anew from memories and captured sessions',
  input: z.object({}),
  output: z.object({
    memories: z.int(),
    sessions: z.int(),
    digests: z.int().describe('Sessions whose digests are new'),
  }),
  http: { method: 'post', path: '/api/rebuild' },
})
