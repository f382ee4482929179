/** Captured turns, tool events and sessions, by any id that recall or a memory's sources print. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import type { Ask, CliContext } from '../context.ts'
import { printSession } from '../history/sessions.ts'
import { brief, idCell, readableTime } from '../present.ts'

type ToolEvent = OutputOf<'getToolEvent'>
type Session = OutputOf<'getSession'>
type Turn = Session['timeline'][number]

export type Captured =
  | ({ readonly type: 'tool-event' } & ToolEvent)
  | ({ readonly type: 'session' } & Session)
  | ({ readonly type: 'turn'; readonly sessionId: string } & Turn)

/** @returns undefined when nothing captured has this id */
export async function findCaptured(ask: Ask, id: string): Promise<Captured | undefined> {
  const event = await orMissing(ask('getToolEvent', { id }))
  if (event) return { type: 'tool-event', ...event }
  const session = await orMissing(ask('getSession', { id }))
  if (session) return { type: 'session', ...session }
  return findTurn(ask, id)
}

async function findTurn(ask: Ask, id: string): Promise<Captured | undefined> {
  const around = await orMissing(ask('getTimeline', { id, before: 0, after: 0 }))
  if (around?.session === undefined) return undefined
  const session = await orMissing(ask('getSession', { id: around.session }))
  const turn = session?.timeline.find((each) => each.id === id)
  return turn && session && { type: 'turn', sessionId: session.id, ...turn }
}

async function orMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof ThroughlineError && error.code === 'not-found') return undefined
    throw error
  }
}

export function printCaptured(context: CliContext, captured: Captured): void {
  if (captured.type === 'session') printSession(context, captured)
  else if (captured.type === 'turn') printTurn(context, captured)
  else printToolEvent(context, captured)
}

function printTurn(context: CliContext, turn: Captured & { type: 'turn' }): void {
  const facts = [
    ['turn', idCell(turn.id)],
    ['session', idCell(turn.sessionId)],
    ['number', String(turn.number)],
    ['started', readableTime(turn.startedAt)],
    ['outcome', turn.outcome],
  ]
  context.printTable(facts)
  for (const tool of turn.toolEvents) context.print(`  - ${tool.toolName}  ${brief(tool.id)}`)
  context.print()
  context.print(turn.prompt ?? '(prompt not captured)')
  if (turn.answer === undefined) return
  context.print()
  context.print(turn.answer)
}

function printToolEvent(context: CliContext, event: ToolEvent): void {
  const facts = [
    ['tool event', idCell(event.id)],
    ['tool', `${event.toolName}${event.outcome === 'failed' ? ', failed' : ''}`],
    ['session', idCell(event.sessionId)],
    ['turn', event.turnId === undefined ? '-' : idCell(event.turnId)],
    ['at', readableTime(event.occurredAt)],
  ]
  context.printTable(facts)
  for (const name of ['input', 'output'] as const) {
    const value = event[name]
    context.print()
    context.print(`${name}:`)
    context.print(typeof value === 'string' ? value : JSON.stringify(value, null, 2))
  }
}
