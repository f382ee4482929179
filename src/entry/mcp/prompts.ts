/** The prompt that teaches an agent to use its memory. */
import { completable, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { guides, guideVariants } from './guidance.ts'

const variant = completable(
  z.enum(guideVariants).describe('minimal: when it matters; eager: without being asked'),
  (typed) => guideVariants.filter((name) => name.startsWith(typed ?? '')),
).optional()

export function registerGuide(server: McpServer): void {
  server.registerPrompt(
    'memory-guide',
    {
      title: 'How to use the memory',
      description: 'When to save and recall, what never to save, which scope and kind',
      argsSchema: z.object({ variant }),
    },
    ({ variant = 'minimal' }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: guides[variant] } }],
    }),
  )
}
