/**
 * A process that spools sessions as hooks do, with short pauses:
 *
 *     node spool-writer.ts SPOOL CWD WRITER SESSIONS PAUSE_MS
 *
 * Its output is predictable, so that a test can find what is missing.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { sessionPayloads } from './claude-payloads.ts'
import { writeSpoolFile } from './spool-files.ts'

export const eventsPerSession = 240
export const turnsPerSession = 20
/** Besides prompt and stop; the session's start takes one place in the first turn, its end in the last. */
const toolsPerTurn = eventsPerSession / turnsPerSession - 2

export interface PlannedEvent {
  readonly event: string
  readonly payload: object
  readonly toolUseId?: string
}

export function planSession(sessionId: string, cwd: string): PlannedEvent[] {
  const session = sessionPayloads(sessionId, cwd)
  const turns = Array.from({ length: turnsPerSession }, (_, turn) => {
    const isEdge = turn === 0 || turn === turnsPerSession - 1
    const tools = Array.from({ length: toolsPerTurn - (isEdge ? 1 : 0) }, (_, number) => {
      const toolUseId = `toolu_${sessionId}_${turn}_${number}`
      const output = `${toolUseId} wrote line after line\n`.repeat(40)
      const payload = session.toolUse(turn, toolUseId, output)
      return { event: 'PostToolUse', payload, toolUseId }
    })
    const prompt = session.prompt(turn, `Do step ${turn} of ${sessionId}`)
    const stop = session.stop(turn, `Step ${turn} is done.`)
    return [
      { event: 'UserPromptSubmit', payload: prompt },
      ...tools,
      { event: 'Stop', payload: stop },
    ]
  })
  return [
    { event: 'SessionStart', payload: session.start() },
    ...turns.flat(),
    { event: 'SessionEnd', payload: session.end() },
  ]
}

export function sessionsOf(writer: number, count: number): string[] {
  return Array.from({ length: count }, (_, number) => `session-${writer}-${number}`)
}

/** The sessions run side by side, one event each in turn. */
async function writeSessions(): Promise<void> {
  const [spool = '', cwd = '', writer, count, pauseMs] = process.argv.slice(2)
  const plans = sessionsOf(Number(writer), Number(count)).map((id) => planSession(id, cwd))
  for (let number = 0; number < eventsPerSession; number++) {
    for (const plan of plans) {
      const planned = plan[number]
      if (planned) writeSpoolFile(spool, { event: planned.event, cwd }, planned.payload)
    }
    await delay(Number(pauseMs))
  }
}

if (import.meta.main) await writeSessions()
