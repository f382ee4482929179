/**
 * Shows a sample project in a temporary home: the sessions of the last week, what was learned from
 * them, and what a new session gets through the real hooks. Then removes everything.
 */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { findDaemon } from '../../../compose/presence.ts'
import { openSetup } from '../../../compose/setup.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { OperationHandlers } from '../../../contract/operations/index.ts'
import { commandForHome } from '../../../home/paths.ts'
import { type Command, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { startDaemonProcess, stopDaemonProcess } from '../daemon-process.ts'
import { createSignInLink } from '../get-started/dashboard.ts'
import { catchInterruption } from '../user-input.ts'
import { type DemoHome, demoEnvironment, makeDemoHome, writeEarlierEvents } from './demo-home.ts'
import { playSession, printLearned, printRecall, printSessions } from './play-session.ts'
import { earlierSessions, sampleEvents, sessionNow } from './sample-events.ts'

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
  printEnd(context, home, options)
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
      // A signal handler alone does not keep the process running.
      await delay(longestStayMs, undefined, { signal }).catch(() => undefined)
    } else await waitForYes(context, signal)
  } finally {
    door.close()
  }
}

const longestStayMs = 24 * 60 * 60_000

async function waitForYes(context: CliContext, signal: AbortSignal): Promise<void> {
  const { confirm } = await import('@clack/prompts')
  const question = { message: 'End the demo?', active: 'Yes', inactive: 'Not yet' }
  while (!signal.aborted) {
    const answer = await confirm({ ...question, signal, ...context.input?.streams })
    if (answer !== false) return
  }
}

function printEnd(context: CliContext, home: DemoHome, { keep }: DemoOptions): void {
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

/**
 * An address that always leads into the demo's dashboard. A sign-in works once and for a minute, so
 * each visit gets a new one. Only for the demo: anyone who can reach the address sees its sample data.
 */
async function openFrontDoor(signInLink: () => Promise<string>) {
  const server = createServer((request, response) => {
    const isOurs = request.headers.host === new URL(urlOf(server.address())).host
    if (!isOurs || request.method !== 'GET' || request.url !== '/') {
      response.writeHead(404).end()
      return
    }
    signInLink().then(
      (location) => response.writeHead(302, { location, 'cache-control': 'no-store' }).end(),
      () => response.writeHead(503).end('The demo has ended.\n'),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: urlOf(server.address()),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const urlOf = (address: AddressInfo | string | null) =>
  `http://127.0.0.1:${(address as AddressInfo).port}/`

function waitForEvents(home: DemoHome, events: number, signal: AbortSignal): Promise<void> {
  return waitUntil('the sample sessions to arrive', home, signal, async ({ getStatus }) => {
    const { totals } = await getStatus({})
    return totals.events >= events
  })
}

function waitForLearning(home: DemoHome, signal: AbortSignal): Promise<void> {
  return waitUntil('the sessions to be searched', home, signal, async ({ listJobs }) => {
    const { jobs } = await listJobs({ limit: 100 })
    const isWaiting = ({ status, subject }: (typeof jobs)[number]) =>
      ['pending', 'running'].includes(status) && !subject.startsWith('idle:')
    return !jobs.some(isWaiting)
  })
}

const limitMs = 60_000

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

export const demoCommand: Command = {
  options: [
    option('--stay', 'Leave the dashboard up until you press Ctrl-C'),
    option('--keep', 'Keep the temporary home to look around in'),
  ],
  hasNoJson: true,
  examples: ['demo', 'demo --stay', 'demo --keep'],
  run: (context, options) => runDemo(context, options as DemoOptions),
}
