/**
 * Shows a sample project in a temporary home: what sessions of the last week left, what was learned
 * from them, and what a session gets that runs now, through the real hooks. Then removes everything.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { findDaemon } from '../../../compose/presence.ts'
import { openSetup } from '../../../compose/setup.ts'
import { commandForHome } from '../../../home/command-for-home.ts'
import type { CliContext } from '../context.ts'
import { startDaemonProcess, stopDaemonProcess } from '../daemon-process.ts'
import { createSignInLink } from '../get-started/dashboard.ts'
import { catchInterruption } from '../interruption.ts'
import { type DemoHome, demoEnvironment, makeDemoHome } from './demo-home.ts'
import { openFrontDoor } from './front-door.ts'
import { playSession } from './play-session.ts'
import { printLearned, printRecall, printSessions } from './print-sample.ts'
import { sampleEvents } from './sample-events.ts'
import { earlierSessions, sessionNow } from './sample-sessions.ts'
import { waitForEvents, waitForLearning } from './wait-for-home.ts'
import { writeEarlierEvents } from './write-earlier-events.ts'

export interface DemoOptions {
  /** Leave the home behind. */
  readonly keep?: true
  /** Leave the dashboard up until Ctrl-C. */
  readonly stay?: true
}

export async function runDemo(context: CliContext, options: DemoOptions): Promise<void> {
  const interruption = catchInterruption()
  const { signal } = interruption
  const home = makeDemoHome(context.userHome)
  try {
    await prepare(context, home, signal)
    await home.read(async (handlers) => {
      await printSessions(context, handlers)
      await printLearned(context, handlers, home.project)
      await printRecall(context, handlers, home.project)
    })
    await playSession(context, home, sampleEvents(sessionNow, home.project), signal)
    await showDashboard(context, options, home, signal)
  } catch (error) {
    if (!signal.aborted) throw error
    context.exitCode = interruption.exitCode()
    return
  } finally {
    await stopDaemonProcess(home.paths)
    if (!options.keep) home.remove()
    interruption.close()
  }
  sayGoodbye(context, home, options)
}

const startDaemon = ({ paths }: DemoHome) =>
  startDaemonProcess(paths, demoEnvironment({ THROUGHLINE_INTERNAL: '1' }))

async function prepare(context: CliContext, home: DemoHome, signal: AbortSignal): Promise<void> {
  context.print('A week of work on a sample project, with two coding agents.')
  context.print(`It is in ${home.folder}; your own home stays untouched.`)
  const setup = await openSetup(home.paths)
  setup.installHook()
  const sessions = earlierSessions(new Date())
  const events = sessions.flatMap((session) => sampleEvents(session, home.project))
  writeEarlierEvents(home, events)
  signal.throwIfAborted()
  await startDaemon(home)
  await waitForEvents(home, events.length, signal)
  await waitForLearning(home, signal)
}

/** On a terminal, leaves the dashboard up until the user ends the demo. */
async function showDashboard(
  context: CliContext,
  { stay }: DemoOptions,
  home: DemoHome,
  signal: AbortSignal,
): Promise<void> {
  const canAsk = context.isTerminal && context.input?.isTerminal === true
  context.print()
  if (!stay && !canAsk) {
    context.print('throughline demo --stay opens all of it in your browser.')
    return
  }
  const door = await openFrontDoor(async () =>
    createSignInLink((await findDaemon(home.paths)) ?? (await startDaemon(home))),
  )
  try {
    context.print(`Look around in your browser: ${door.url}`)
    context.print('The link works until the demo ends, as often as you like.')
    if (stay) {
      context.print('Ctrl-C ends the demo.')
      // A signal alone keeps no process up.
      await delay(longestStayMs, undefined, { signal }).catch(() => undefined)
    } else await askForTheEnd(context, signal)
  } finally {
    door.close()
  }
}

const longestStayMs = 24 * 60 * 60_000

async function askForTheEnd(context: CliContext, signal: AbortSignal): Promise<void> {
  const { confirm } = await import('@clack/prompts')
  const question = { message: 'End the demo?', active: 'Yes', inactive: 'Not yet' }
  while (!signal.aborted) {
    const answer = await confirm({ ...question, signal, ...context.input?.streams })
    if (answer !== false) return
  }
}

function sayGoodbye(context: CliContext, home: DemoHome, { keep }: DemoOptions): void {
  context.print()
  if (keep) {
    const command = (args: string) =>
      `  ${commandForHome(home.paths.root, context.userHome, `throughline ${args}`)}`
    context.print('Kept. Look around with:')
    context.print(command('sessions'))
    context.print(command('dashboard'))
  } else context.print(`Removed ${home.folder}. To keep it: throughline demo --keep`)
  context.print('To connect your own agents: throughline setup')
}
