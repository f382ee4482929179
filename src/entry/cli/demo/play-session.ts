/** Plays a session through the real hooks, and shows what earlier sessions left. */

import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { findHostProtocol } from '../../../compose/local.ts'
import { hookCommand } from '../../../compose/setup.ts'
import {
  type OperationHandlers,
  type OutputOf,
  operations,
} from '../../../contract/operations/index.ts'
import { hookShell } from '../../../core/setup/hook-command.ts'
import type { CliContext } from '../context.ts'
import { excerpt, indented, printWrapped } from '../present.ts'
import { type DemoHome, demoEnvironment } from './demo-home.ts'
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

/** Without the frame that explains the context to the agent. */
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

/** Runs a hook as the host does: the shim, with the payload on standard input. */
async function runSampleHook({ paths, project }: DemoHome, event: SampleEvent) {
  const { name, payload } = event
  const startedAt = performance.now()
  const host = findHostProtocol(event.host)
  const spec = host.events.find((each) => each.name === name) ?? { name, answers: false }
  const hook = spawn(hookCommand(paths, host, spec), {
    cwd: project,
    shell: hookShell(host, process.platform),
    env: demoEnvironment({ THROUGHLINE_HOME: paths.root }),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  hook.stdin.end(JSON.stringify(payload))
  const failure = new Promise<never>((_, reject) => hook.once('error', reject))
  const output = await Promise.race([text(hook.stdout), failure])
  return { tookMs: performance.now() - startedAt, output }
}

type Session = OutputOf<'listSessions'>['sessions'][number]

export async function printSessions(
  context: CliContext,
  { listSessions }: OperationHandlers,
): Promise<void> {
  const { sessions } = await listSessions({ limit: 10, offset: 0 })
  context.print()
  context.print('What happened:')
  const rows = sessions
    .toReversed()
    .map((session) => [dayOf(session), nameOf(session), excerpt(session.title, 56)])
  context.printTable(rows, '  ')
}

const dayOf = ({ startedAt }: Session) =>
  new Date(startedAt).toLocaleDateString('en-GB', { weekday: 'short' })

const nameOf = ({ host }: Session) => (host === 'codex' ? 'Codex' : 'Claude Code')

export async function printLearned(
  context: CliContext,
  { listMemories }: OperationHandlers,
  folder: string,
): Promise<void> {
  const { memories } = await listMemories(operations.listMemories.input.parse({ folder }))
  context.print()
  context.print('Learned from it by local rules; no model was asked and nothing was sent:')
  for (const { kind, content, standing } of memories.toReversed()) {
    if (standing === 'memory') printWrapped(indented(context, '  '), `${kind}: ${content}`, '  ')
  }
}

const questions = ['why was the checkout total off by a cent', 'may I edit the api client']

export async function printRecall(
  context: CliContext,
  { recall }: OperationHandlers,
  folder: string,
): Promise<void> {
  for (const query of questions) {
    const input = operations.recall.input.parse({ query, folder, limit: 1 })
    const { hits } = await recall(input)
    context.print()
    context.print(`$ throughline recall ${query}`)
    for (const { text, answer } of hits) printWrapped(indented(context, '  '), answer ?? text)
  }
}
