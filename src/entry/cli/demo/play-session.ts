/** A session that runs now: its events go through the real hooks, and their answers are shown. */
import type { CliContext } from '../context.ts'
import { indented, printWrapped } from '../present.ts'
import type { DemoHome } from './demo-home.ts'
import { runSampleHook } from './run-sample-hook.ts'
import type { SampleEvent } from './sample-events.ts'

export async function playSession(
  context: CliContext,
  home: DemoHome,
  events: readonly SampleEvent[],
  signal: AbortSignal,
): Promise<void> {
  const times: HookTime[] = []
  for (const event of events) {
    signal.throwIfAborted()
    const { output, tookMs } = await runSampleHook(home, event)
    times.push({ name: event.name, tookMs })
    announce(context, event)
    if (event.name in moments) printGiven(context, contextIn(output))
  }
  printTimes(context, times)
}

/** The events whose answer is shown. */
const moments: Readonly<Record<string, string>> = {
  SessionStart: 'Today you start Claude Code. Its hook gives it:',
  PostToolUseFailure: 'fails, as it did for Codex. The hook gives Claude Code the way out:',
}

function announce(context: CliContext, { name, payload }: SampleEvent): void {
  const moment = moments[name]
  if (moment === undefined) return
  const { command } = (payload.tool_input ?? {}) as { command?: string }
  context.print()
  printWrapped(context, command === undefined ? moment : `\`${command}\` ${moment}`)
}

/** Without the frame that tells an agent what it is. */
function printGiven(context: CliContext, given: string): void {
  const lines = given.split('\n').filter((line) => !/^(<|Recalled by)/.test(line))
  for (const line of lines) printWrapped(indented(context, '  '), line, '  ')
}

function contextIn(output: string): string {
  if (output === '') return '(nothing in time; the machine is busy)'
  const { hookSpecificOutput } = JSON.parse(output) as {
    hookSpecificOutput?: { additionalContext?: string }
  }
  return hookSpecificOutput?.additionalContext ?? ''
}

interface HookTime {
  readonly name: string
  readonly tookMs: number
}

/** As measured on an idle machine, rounded up (docs/benchmarks.md). */
const usualMs = { recording: 12, answering: 120 }
const answering = ['SessionStart', 'UserPromptSubmit', 'PostToolUseFailure']

function printTimes(context: CliContext, times: readonly HookTime[]): void {
  const medianOf = (isAnswering: boolean) =>
    median(
      times
        .filter(({ name }) => answering.includes(name) === isAnswering)
        .map(({ tookMs }) => tookMs),
    )
  const [recording, answers] = [medianOf(false), medianOf(true)]
  context.print()
  printWrapped(
    context,
    `Recording an event took ${recording} ms, answering one ${answers} ms (medians here).`,
  )
  if (recording <= usualMs.recording && answers <= usualMs.answering) return
  printWrapped(
    context,
    `On an idle machine that has run it before: about ${usualMs.recording} and ${usualMs.answering} ms. This one is slower or busy, or starts it for the first time.`,
  )
}

function median(numbers: readonly number[]): number {
  const ordered = numbers.toSorted((a, b) => a - b)
  return Math.round(ordered[Math.floor(ordered.length / 2)] ?? 0)
}
