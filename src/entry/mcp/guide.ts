/** How agents learn to use their memory: the server's instructions and a prompt. */
import { completable, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type GuidanceVariant, guidanceVariants } from '../../contract/vocabulary.ts'
import { guidance } from '../../core/guidance/guidance.ts'
import type { McpParts } from './mcp-parts.ts'

const sharedServer = '\nGive folder, your absolute working folder, wherever a tool takes it.'

/** @param isShared the server has no working folder of its own, so it cannot know the project */
export function instructions(
  variant: GuidanceVariant,
  { isShared }: { isShared: boolean },
): string {
  return isShared ? guidance[variant] + sharedServer : guidance[variant]
}

const variant = completable(
  z.enum(guidanceVariants).describe('minimal: when it matters; eager: without being asked'),
  (typed) => guidanceVariants.filter((name) => name.startsWith(typed ?? '')),
).optional()

export function registerGuide(server: McpServer, parts: McpParts): void {
  server.registerPrompt(
    'memory-guide',
    {
      title: 'How to use the memory',
      description: 'When to save and recall, what never to save, which scope and kind',
      argsSchema: z.object({ variant }),
    },
    ({ variant = parts.guidance() }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: guidance[variant] } }],
    }),
  )
}
