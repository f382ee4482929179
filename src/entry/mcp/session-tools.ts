/** The tools for captured sessions, in pages of whole turns that fit an agent's context. */
import { z } from 'zod'
import type { OutputOf } from '../../contract/operations/index.ts'
import { learnNext } from '../../contract/operations/learning.ts'
import { recall } from '../../contract/operations/recall.ts'
import { getSession, sessionSummary, turnDetail } from '../../contract/operations/sessions.ts'
import { renderDigest } from '../../core/digest/render-digest.ts'
import { quoteName } from '../../core/text/safe-text.ts'
import { cut, describeRecall, factList } from './present.ts'
import { tool } from './tool.ts'

/** About 10,000 tokens; Claude Code refuses results beyond 25,000. */
const pageCharacters = 40_000
const textCharacters = 16_000

const toolEventLine = turnDetail.shape.toolEvents.element.pick({
  id: true,
  toolName: true,
  outcome: true,
})

/** An agent that knows that it is held back may work in another way. */
const sessionPage = sessionSummary.omit({ heldBack: true }).extend({
  digest: z.string().optional().describe('Summary, on the first page'),
  timeline: z.array(
    turnDetail
      .pick({ id: true, number: true, prompt: true, answer: true, outcome: true, startedAt: true })
      .extend({
        toolEvents: z.array(toolEventLine),
        toolEventsLeftOut: z.int().optional(),
      }),
  ),
  nextTurn: z.int().optional().describe('Give it as fromTurn to read on'),
})

type Page = z.infer<typeof sessionPage>

type Session = OutputOf<'getSession'>

export function pageSession({ digest, heldBack: _, ...session }: Session, fromTurn: number): Page {
  const wanted = session.timeline.filter(({ number }) => number >= fromTurn).map(shorten)
  const timeline: typeof wanted = []
  let room = pageCharacters
  for (const turn of wanted) {
    room -= JSON.stringify(turn).length
    if (room < 0 && timeline.length > 0) break
    timeline.push(turn)
  }
  const nextTurn = wanted[timeline.length]?.number
  return {
    ...session,
    ...(digest && fromTurn === 1 && { digest: renderDigest(digest) }),
    timeline,
    ...(nextTurn !== undefined && { nextTurn }),
  }
}

/** Turns with hundreds of tool events are common, and a page must hold at least one turn. */
const toolEventsShown = 100

function shorten({
  prompt,
  answer,
  digest: _,
  ...turn
}: Session['timeline'][number]): Page['timeline'][number] {
  const leftOut = turn.toolEvents.length - toolEventsShown
  return {
    ...turn,
    ...(prompt !== undefined && { prompt: cut(prompt, textCharacters) }),
    ...(answer !== undefined && { answer: cut(answer, textCharacters) }),
    toolEvents: turn.toolEvents
      .slice(0, toolEventsShown)
      .map(({ id, toolName, outcome }) => ({ id, toolName, outcome })),
    ...(leftOut > 0 && { toolEventsLeftOut: leftOut }),
  }
}

export function sessionMarkdown(session: Page): string {
  const facts: [string, string | undefined][] = [
    ['id', session.id],
    ['host', session.host],
    ['said by', session.trust],
    ['project', session.project && quoteName(session.project.name)],
    ['branch', session.branch && quoteName(session.branch)],
    ['folder', session.cwd && quoteName(session.cwd)],
    ['started', session.startedAt],
    ['ended', session.endedAt],
    ['turns', String(session.turns)],
  ]
  const turns = session.timeline.map(turnMarkdown)
  const more = session.nextTurn === undefined ? [] : [`More from turn ${session.nextTurn}.\n`]
  const digest = session.digest === undefined ? [] : [`${session.digest}\n`]
  return ['# session\n', factList(facts), ...digest, ...turns, ...more].join('\n')
}

function turnMarkdown(turn: Page['timeline'][number]): string {
  const leftOut = turn.toolEventsLeftOut
  const tools = [
    ...turn.toolEvents.map(
      ({ toolName, outcome }) =>
        `- ${quoteName(toolName)}${outcome === 'failed' ? ' (failed)' : ''}`,
    ),
    ...(leftOut === undefined ? [] : [`- ${leftOut} more`]),
  ]
  const parts = [
    `## ${turn.number}. ${turn.startedAt}`,
    turn.prompt ?? '(prompt not captured)',
    ...(tools.length > 0 ? [tools.join('\n')] : []),
    ...(turn.answer === undefined ? [] : [`Answer: ${turn.answer}`]),
    ...(turn.outcome === 'failed' || turn.outcome === 'cut' ? [`(${turn.outcome})`] : []),
  ]
  return `${parts.join('\n\n')}\n`
}

const historyTypes = ['turn', 'tool-event', 'session', 'commit'] as const

export const sessionTools = [
  tool({
    name: 'session_recall',
    title: 'Search earlier sessions',
    description:
      'Search past prompts, answers, tool calls and commits when no memory answers, or for exact words. For lasting facts: memory_recall.',
    effect: 'reads',
    input: recall.input
      .omit({ scope: true, kind: true, agent: true, asOf: true, widen: true })
      .extend({
        types: z
          .array(z.enum(historyTypes))
          .default([...historyTypes])
          .describe('Only these'),
        limit: recall.input.shape.limit.describe('At most this many'),
        offset: recall.input.shape.offset.describe('Leave out this many first'),
      }),
    rare: ['host', 'session', 'branch', 'until', 'offset', 'weak', 'explain', 'folder'],
    output: recall.output,
    run: (input, { recall }) => recall({ ...input, widen: false }),
    present: (found) => describeRecall(found, 'Nothing earlier is relevant enough.'),
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
  tool({
    name: 'session_learn',
    title: 'Learn from unread sessions',
    description:
      'If asked to learn from past sessions: read the one it gives, reply, get the next.',
    effect: 'adds',
    input: learnNext.input.omit({ by: true }),
    rare: ['folder'],
    output: learnNext.output,
    run: (input, { learnNext }, caller) => learnNext({ ...input, by: caller.host ?? 'agent' }),
    present: presentNext,
  }),
]

export function presentNext({ stored, left, session, request }: OutputOf<'learnNext'>): string {
  if (request === undefined) return `Stored: ${stored}. No session is unread.`
  return `Stored: ${stored}. Unread sessions: ${left}. Read session ${session}, and call session_learn with it and your JSON as reply.\n\n${request}`
}
