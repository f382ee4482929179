/**
 * Whether a failure that an earlier session of the project resolved gets that resolution, and how many
 * others get a line. What counts as the same failure is decided here by means of its own, cruder than
 * the product's: a rule, a code or a complaint in common, and a command in common that later passed.
 */
import { withoutControls } from '../../src/core/text/shorten.ts'
import type { RecordedAction, Source } from '../real-sessions/data.ts'
import { linesIn } from '../real-sessions/read-results.ts'
import type { Replay } from '../real-sessions/results.ts'
import { type Figure, share } from './figures.ts'

export function measureFailures(replays: readonly Replay[]): Figure[] {
  const failures = replays.flatMap(judgeFailures)
  const known = failures.filter(({ isKnown }) => isKnown)
  const others = failures.filter(({ isKnown, isRepeated }) => !isKnown && !isRepeated)
  const given = (among: readonly JudgedFailure[]) => among.filter(({ lines }) => lines.length > 0)
  return [
    { name: 'failures', value: failures.length },
    { name: 'failure.known', value: known.length },
    { name: 'failure.answered', value: share(given(known).length, known.length), atLeast: 0.8 },
    { name: 'failure.others', value: share(given(others).length, others.length), atMost: 0.02 },
  ]
}

interface JudgedFailure {
  readonly session: string
  readonly turn: number
  readonly command: string
  readonly output: string
  /** What it shares with a failure that an earlier session resolved. */
  readonly marks: readonly string[]
  readonly isKnown: boolean
  /** The session failed like this before and was given what there is. */
  readonly isRepeated: boolean
  readonly lines: readonly string[]
}

/** Failures that were answered wrongly or not at all, for reading. */
export function listFailures(replays: readonly Replay[]): string {
  return replays
    .flatMap(judgeFailures)
    .filter(({ isKnown, isRepeated, lines }) => !isRepeated && isKnown !== lines.length > 0)
    .map((each) => {
      const verdict = each.isKnown ? 'no line' : 'unexpected line'
      const { session, turn, command, marks, lines } = each
      return `${verdict}: ${session} turn ${turn}: ${command.slice(0, 100)}\n  ${[...marks, ...lines].join('\n  ')}\n`
    })
    .join('')
}

interface Failure {
  readonly session: string
  readonly turn: number
  readonly number: number
  readonly commands: readonly string[]
  readonly marks: readonly string[]
  readonly action: RecordedAction
}

function judgeFailures({ source, given }: Replay): JudgedFailure[] {
  const resolved: { session: string; marks: readonly string[] }[] = []
  const open: Failure[] = []
  const seen = new Map<string, Set<string>>()
  const judged: JudgedFailure[] = []
  for (const run of runsOf(source)) {
    const { session, turn, number, marks, action } = run
    if (!action.failed) {
      for (const failure of open.filter((each) => covers(run.commands, each.commands))) {
        // What a passing command prints as well did not make it fail.
        const own = failure.marks.filter((mark) => !marks.includes(mark))
        resolved.push({ session: failure.session, marks: own })
        open.splice(open.indexOf(failure), 1)
      }
      continue
    }
    open.push(run)
    const known = resolved.filter((each) => each.session !== session).flatMap((each) => each.marks)
    const before = seen.get(session) ?? new Set()
    const isRepeated = marks.some((mark) => before.has(mark))
    seen.set(session, new Set([...before, ...marks]))
    const answer = given.find(
      (each) => each.session === session && each.turn === turn && each.action === number,
    )
    judged.push({
      session,
      turn,
      command: run.commands.join(' && '),
      output: action.output,
      marks: marks.filter((mark) => known.includes(mark)),
      isKnown: !isRepeated && marks.some((mark) => known.includes(mark)),
      isRepeated,
      lines: linesIn(answer?.text ?? ''),
    })
  }
  return judged
}

function runsOf({ sessions }: Source): Failure[] {
  return sessions.flatMap(({ id, turns }) =>
    turns.flatMap(({ actions }, index) =>
      actions.flatMap((action, number) => {
        const commands = commandsOf(action)
        const isRefused = /user doesn't want|tool_use_error|interrupted by user|aborted/.test(
          action.output,
        )
        if (commands.length === 0 || isRefused) return []
        const marks = marksIn(action.output)
        return [{ session: id, turn: index + 1, number, commands, marks, action }]
      }),
    ),
  )
}

const looking =
  /^(?:cd|ls|cat|grep|rg|find|head|tail|echo|export|source|pwd|sed|which|wc|git (?:log|diff|status|show|fetch)|gh pr (?:view|diff|checks)|\.|\[)(?: |$)/

function commandsOf({ input }: RecordedAction): string[] {
  const { command } = input
  if (typeof command !== 'string') return []
  return command
    .split(/&&|;|\n/)
    .map((part) => part.split(' | ')[0]?.replace(/\d?>\S*|--?[\w-]+(?:=\S+)?/g, ' ') ?? '')
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '' && !looking.test(part))
}

/** Every command passed, or what a wrapper ran. */
const covers = (passed: readonly string[], failed: readonly string[]) =>
  failed.every((each) => passed.some((one) => one === each || each.endsWith(` ${one}`)))

const generic =
  /^(?:\w+ )?(?:task|build|tests?|command|lint|check)s? fail|exit (?:code|status)|elifecycle|recursive.run|^error$|were emitted|could not apply|merge conflict|failed to push|no such file/

function marksIn(output: string): string[] {
  const marks = output.split('\n').flatMap((line) => {
    const plain = withoutControls(line)
      .replace(/\[[\w:]*\]/g, ' ')
      .trim()
    const rule = /^\S+\.\w+:\d+:\d+: .*\(([a-z]+)\)$/.exec(plain)?.[1]
    if (rule && rule !== 'typecheck') return [rule]
    const summed = /^\* ([a-z]{4,}): \d+$/.exec(plain)?.[1]
    if (summed) return summed === 'typecheck' ? [] : [summed]
    const isComplaint = /\berror|cannot |not found|unrecognized|unknown |undefined|ERR_|^× /i.test(
      plain,
    )
    if (!isComplaint || /warn/i.test(plain) || /^at |^✓|\.\w+:\d+:\d+/.test(plain)) return []
    const words = plain
      .replace(/\S*[/\\]\S*|\S*\d\S*/g, ' ')
      .replace(/[^A-Za-z_]+/g, ' ')
      .trim()
    const text = words.toLowerCase()
    return text.split(' ').length < 3 || generic.test(text) ? [] : [text]
  })
  return [...new Set(marks)]
}
