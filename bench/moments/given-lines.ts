/** Everything that was given, beside what it answers, for reading. */
import type { Source } from '../real-sessions/data.ts'
import { linesIn } from '../real-sessions/read-results.ts'
import type { Given, GivenLine, Replay } from '../real-sessions/results.ts'

/** @param isUseful marks the lines that serve a known need */
export function listGiven(
  { source, given }: Replay,
  isUseful?: (line: GivenLine, given: Given) => boolean,
): string[] {
  return given.flatMap((each) => {
    const lines = linesIn(each.text)
    if (lines.length === 0) return []
    const { session, turn, hook, action, tokens } = each
    const isRowUseful = (row: number) =>
      each.lines.some((line) => line.row === row && isUseful?.(line, each))
    const useful = isUseful && lines.map((_, row) => isRowUseful(row))
    const about = aboutOf(each, source)
    return [
      `${JSON.stringify({ source: source.name, session, turn, hook, action, tokens, about, lines, useful })}\n`,
    ]
  })
}

const mostCharacters = 600

function aboutOf({ session: id, turn, action }: Given, { sessions }: Source): string {
  const session = sessions.find((each) => each.id === id)
  const { prompt = '', actions = [] } = session?.turns[turn - 1] ?? {}
  const done = action === undefined ? undefined : actions[action]
  const about = done
    ? `${done.tool} ${JSON.stringify(done.input)}\n${done.output}`
    : turn === 0
      ? `${session?.branch ?? ''}: ${session?.turns[0]?.prompt ?? ''}`
      : prompt
  return about.slice(0, mostCharacters)
}
