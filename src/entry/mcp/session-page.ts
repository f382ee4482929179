/** A session in pages that fit an agent's context: as many whole turns as there is room for. */
import { z } from 'zod'
import type { OutputOf } from '../../contract/operations/index.ts'
import { sessionSummary, turnDetail } from '../../contract/operations/sessions.ts'
import { renderDigest } from '../../core/digest/render-digest.ts'
import { cut } from './present.ts'

/** About 10,000 tokens; Claude Code refuses results beyond 25,000. */
const pageCharacters = 40_000
const textCharacters = 16_000

const toolEventLine = turnDetail.shape.toolEvents.element.pick({
  id: true,
  toolName: true,
  outcome: true,
})

export const sessionPage = sessionSummary.extend({
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

export function pageSession({ digest, ...session }: Session, fromTurn: number): Page {
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
