/** The tools for captured sessions. */
import { z } from 'zod'
import { recall } from '../../contract/operations/recall.ts'
import { getSession } from '../../contract/operations/sessions.ts'
import { sessionMarkdown } from './markdown.ts'
import { hitLines, linesOr } from './present.ts'
import { pageSession, sessionPage } from './session-page.ts'
import { tool } from './tool.ts'

const historyTypes = ['turn', 'tool-event', 'session'] as const

export const sessionTools = [
  tool({
    name: 'session_recall',
    title: 'Search earlier sessions',
    description:
      'Search past prompts, answers and tool calls when no memory answers, or for exact words. For lasting facts: memory_recall.',
    effect: 'reads',
    input: recall.input
      .omit({ scope: true, kind: true, agent: true, asOf: true, widen: true })
      .extend({
        types: z
          .array(z.enum(historyTypes))
          .default([...historyTypes])
          .describe('Only turns, tool events or sessions'),
        limit: recall.input.shape.limit.describe('At most this many'),
        offset: recall.input.shape.offset.describe('Leave out this many first'),
      }),
    output: recall.output,
    run: (input, { recall }) => recall({ ...input, widen: false }),
    present: (found) => linesOr('Nothing earlier is relevant enough.', hitLines(found)),
  }),
  tool({
    name: 'session_get',
    title: 'Read a session',
    description: 'Read a past session turn by turn. To find one: session_recall.',
    effect: 'reads',
    input: getSession.input.extend({
      fromTurn: z.int().min(1).default(1).describe('Number of the turn to begin with'),
    }),
    output: sessionPage,
    run: async ({ id, fromTurn }, { getSession }) =>
      pageSession(await getSession({ id }), fromTurn),
    present: sessionMarkdown,
  }),
]
