/**
 * Runs a sample session through hooks, spool, daemon and store, shows what was learned and what the
 * next session gets, then removes everything.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { RunFile } from '../../../compose/presence.ts'
import { openSetup } from '../../../compose/setup.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import { type OperationHandlers, operations } from '../../../contract/operations/index.ts'
import type { CliContext } from '../context.ts'
import { startDaemonProcess, stopDaemonProcess } from '../daemon-process.ts'
import { createSignInLink } from '../get-started/dashboard.ts'
import { catchInterruption } from '../interruption.ts'
import { startProgress } from '../maintain/progress.ts'
import { bytes, excerpt } from '../present.ts'
import { type DemoHome, demoEnvironment, makeDemoHome } from './demo-home.ts'
import { printSample } from './print-sample.ts'
import { runSampleHook } from './run-sample-hook.ts'
import { nextSession, sampleSession } from './sample-session.ts'

export interface DemoOptions {
  /** Leave the home behind. */
  readonly keep?: true
  /** Leave the dashboard up until Ctrl-C. */
  readonly stay?: true
}

export async function runDemo(context: CliContext, options: DemoOptions): Promise<void> {
  const interruption = catchInterruption()
  const home = makeDemoHome(context.userHome)
  const { paths } = home
  try {
    const setup = await openSetup(paths)
    setup.installHook()
    const daemon = await startDaemonProcess(paths, demoEnvironment({ THROUGHLINE_INTERNAL: '1' }))
    context.print(`A daemon runs on http://127.0.0.1:${daemon.port}, its home is ${paths.root}`)
    await captureSession(context, home, interruption.signal)
    await home.read((handlers) => printSample(context, handlers))
    await showLearned(context, home, interruption.signal)
    await showRecall(context, home)
    await showNextSession(context, home)
    await showDashboard(context, options, daemon, interruption.signal)
  } catch (error) {
    if (!interruption.signal.aborted) throw error
    context.exitCode = interruption.exitCode()
    return
  } finally {
    await stopDaemonProcess(paths)
    if (!options.keep) home.remove()
    interruption.close()
  }
  sayGoodbye(context, home, options)
}

async function captureSession(
  context: CliContext,
  home: DemoHome,
  signal: AbortSignal,
): Promise<void> {
  const events = sampleSession(home.project)
  const progress = await startProgress(context, 'A session goes through the hooks', events.length)
  for (const event of events) {
    signal.throwIfAborted()
    const { tookMs } = await runSampleHook(home, event)
    progress.advance(`${event.name.padEnd(18)} ${tookMs.toFixed(0).padStart(4)} ms in the hook`)
  }
  await waitUntil('the sample session to arrive', home, signal, async (handlers) => {
    const { totals } = await handlers.getStatus({})
    return totals.events >= events.length
  })
  progress.done(`${events.length} events captured, none waiting`)
}

async function showLearned(
  context: CliContext,
  home: DemoHome,
  signal: AbortSignal,
): Promise<void> {
  await waitUntil('the session to be looked through', home, signal, async ({ listJobs }) => {
    const { jobs } = await listJobs({ limit: 100 })
    const isWaiting = ({ status, subject }: (typeof jobs)[number]) =>
      ['pending', 'running'].includes(status) && !subject.startsWith('idle:')
    return !jobs.some(isWaiting)
  })
  await home.read(async (handlers) => {
    const input = operations.listMemories.input.parse({ folder: home.project })
    const { memories } = await handlers.listMemories(input)
    const { databaseBytes } = await handlers.getStatus({})
    context.print()
    context.print(`Learned from it, without a model, kept in ${bytes(databaseBytes)}:`)
    for (const { kind, content } of memories.toReversed()) {
      context.print(`  ${kind}: ${excerpt(content, 220)}`)
    }
  })
}

async function showRecall(context: CliContext, home: DemoHome): Promise<void> {
  await home.read(async (handlers) => {
    for (const query of ['what to do before a commit', 'why was the total off by a cent']) {
      const input = { query, folder: home.project, limit: 1 }
      const { hits } = await handlers.recall(operations.recall.input.parse(input))
      context.print()
      context.print(`$ throughline recall ${query}`)
      for (const { kind, type, text, answer } of hits) {
        context.print(`  ${kind ?? type}: ${excerpt(text, 110)}`)
        if (answer !== undefined) context.print(`    → ${excerpt(answer, 110)}`)
      }
    }
  })
}

async function showNextSession(context: CliContext, home: DemoHome): Promise<void> {
  const { output, tookMs } = await runSampleHook(home, nextSession(home.project))
  context.print()
  context.print(`The next session starts, and its hook gives the agent (${tookMs.toFixed(0)} ms):`)
  for (const line of contextIn(output).split('\n')) context.print(`  ${line}`)
}

function contextIn(output: string): string {
  if (output === '') return '(nothing in time; the machine is busy)'
  const { hookSpecificOutput } = JSON.parse(output) as {
    hookSpecificOutput?: { additionalContext?: string }
  }
  return hookSpecificOutput?.additionalContext ?? ''
}

/** On a terminal, leaves the dashboard up until a key is pressed. */
async function showDashboard(
  context: CliContext,
  { stay }: DemoOptions,
  daemon: RunFile,
  signal: AbortSignal,
): Promise<void> {
  context.print()
  context.print(`The dashboard: ${await createSignInLink(daemon)}`)
  if (stay) {
    context.print('Ctrl-C ends the demo.')
    // A signal alone keeps no process up.
    await delay(longestStayMs, undefined, { signal }).catch(() => undefined)
  } else if (context.isTerminal && context.input?.isTerminal) {
    const { confirm } = await import('@clack/prompts')
    await confirm({ message: 'Look around. End the demo?', initialValue: true, signal })
  } else {
    context.print('It ends with the demo; throughline demo --stay leaves it up to look around.')
  }
}

const longestStayMs = 24 * 60 * 60_000
const limitMs = 30_000

async function waitUntil(
  what: string,
  home: DemoHome,
  signal: AbortSignal,
  isDone: (handlers: OperationHandlers) => Promise<boolean>,
): Promise<void> {
  const giveUpAt = performance.now() + limitMs
  while (performance.now() < giveUpAt) {
    if (await home.read(isDone)) return
    await delay(50, undefined, { signal })
  }
  throw new ThroughlineError('daemon-failed', `timed out waiting for ${what}`, {
    hint: 'try `throughline demo --keep` and look at its logs folder',
  })
}

function sayGoodbye(context: CliContext, { paths }: DemoHome, { keep }: DemoOptions): void {
  context.print()
  if (keep) {
    context.print('Look around with:')
    context.print(`  THROUGHLINE_HOME=${paths.root} throughline sessions`)
    context.print(`  THROUGHLINE_HOME=${paths.root} throughline dashboard`)
  } else {
    context.print('The daemon is stopped and the temporary home removed (--keep keeps it).')
  }
  context.print('Connect your own agent with: throughline setup')
}
