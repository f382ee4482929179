/** The whole way of the data, for real: hook, spool, daemon, store; then everything is put away. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Local, openLocal } from '../../../compose/local.ts'
import { hookCommand, openSetup } from '../../../compose/setup.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import { type OutputOf, operations } from '../../../contract/operations/index.ts'
import { type HomePaths, homePaths } from '../../../home.ts'
import type { CliContext } from '../context.ts'
import { startDaemonProcess, stopDaemonProcess } from '../daemon-process.ts'
import { catchInterruption } from '../interruption.ts'
import { bytes, count, excerpt } from '../present.ts'
import { startProgress } from '../progress.ts'
import { type SampleEvent, sampleSession } from './sample-session.ts'

export async function runDemo(context: CliContext, options: { keep?: true }): Promise<void> {
  const interruption = catchInterruption()
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'throughline-demo-')))
  const paths = homePaths(join(folder, 'home'))
  const project = makeProject(join(folder, 'widgets'))
  try {
    openSetup(paths).installHook()
    const daemon = await startDaemonProcess(paths, demoEnvironment({ THROUGHLINE_INTERNAL: '1' }))
    context.print(`A daemon runs on http://127.0.0.1:${daemon.port}, its home is ${paths.root}`)
    await captureSession(context, paths, project, interruption.signal)
    await showSession(context, paths)
    await rememberAndRecall(context, paths, project)
  } catch (error) {
    if (!interruption.signal.aborted) throw error
    context.exitCode = interruption.exitCode()
    return
  } finally {
    await stopDaemonProcess(paths)
    if (!options.keep) rmSync(folder, { recursive: true, force: true })
    interruption.close()
  }
  sayGoodbye(context, paths, options)
}

/** What the user set for Throughline is meant for the real home. */
function demoEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const foreign = Object.entries(inherited).filter(([name]) => !name.startsWith('THROUGHLINE_'))
  return { ...Object.fromEntries(foreign), ...own }
}

/** A folder that looks like a clone, made without git. */
function makeProject(folder: string): string {
  for (const part of ['objects', 'refs']) mkdirSync(join(folder, '.git', part), { recursive: true })
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  const remote = '[remote "origin"]\n\turl = https://github.com/acme/widgets.git\n'
  writeFileSync(join(folder, '.git', 'config'), remote)
  return folder
}

async function captureSession(
  context: CliContext,
  paths: HomePaths,
  project: string,
  signal: AbortSignal,
): Promise<void> {
  const events = sampleSession(project)
  const progress = await startProgress(context, 'A session goes through the hooks', events.length)
  for (const event of events) {
    signal.throwIfAborted()
    const tookMs = await runHook(paths, project, event)
    progress.advance(`${event.name.padEnd(18)} ${tookMs.toFixed(0).padStart(4)} ms in the hook`)
  }
  await waitForEvents(context, paths, events.length, signal)
  progress.done(`${events.length} events captured, none waiting`)
}

/** As the host does: the shim, the payload on its standard input. */
function runHook(paths: HomePaths, cwd: string, { name, payload }: SampleEvent): Promise<number> {
  const startedAt = performance.now()
  const host = openSetup(paths).findHost('claude-code')
  const spec = host.events.find((event) => event.name === name) ?? { name, answers: false }
  const hook = spawn(hookCommand(paths, host, spec), {
    cwd,
    shell: true,
    env: demoEnvironment({ THROUGHLINE_HOME: paths.root }),
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  hook.stdin.end(JSON.stringify(payload))
  return new Promise((resolve, reject) => {
    hook.once('error', reject)
    hook.once('exit', () => resolve(performance.now() - startedAt))
  })
}

const captureLimitMs = 20_000

async function waitForEvents(
  context: CliContext,
  paths: HomePaths,
  expected: number,
  signal: AbortSignal,
): Promise<void> {
  const giveUpAt = performance.now() + captureLimitMs
  while (performance.now() < giveUpAt) {
    const { totals } = await readDemo(context, paths, (operations) => operations.getStatus({}))
    if (totals.events >= expected) return
    await delay(50, undefined, { signal })
  }
  throw new ThroughlineError('daemon-failed', 'the sample session did not arrive in time', {
    hint: 'try again with `throughline demo --keep` and look into its logs folder',
  })
}

async function readDemo<T>(
  context: CliContext,
  paths: HomePaths,
  read: (operations: Local['operations']) => Promise<T>,
): Promise<T> {
  const local = await openLocal({ root: paths.root, userHome: context.userHome, env: {} })
  try {
    return await read(local.operations)
  } finally {
    local.close()
  }
}

async function showSession(context: CliContext, paths: HomePaths): Promise<void> {
  await readDemo(context, paths, async (operations) => {
    const { sessions } = await operations.listSessions({ limit: 1, offset: 0 })
    const session = await operations.getSession({ id: sessions[0]?.id ?? '' })
    const status = await operations.getStatus({})
    context.print()
    context.print(
      `Session of ${session.host} in project ${session.project?.name}, branch ${session.branch}:`,
    )
    for (const turn of session.timeline) printTurn(context, turn)
    context.print()
    const jobs = status.jobs.filter(({ status: state }) => state === 'pending')
    const queued = jobs.map((job) => `${job.count} ${job.kind}`).join(', ')
    context.print(`Stored in ${bytes(status.databaseBytes)}; jobs waiting: ${queued}`)
  })
}

/** What the next session will ask: a memory somebody keeps, and work nobody noted down. */
async function rememberAndRecall(
  context: CliContext,
  paths: HomePaths,
  project: string,
): Promise<void> {
  await readDemo(context, paths, async (handlers) => {
    const statement = 'Run npm test before every commit; the pre-commit hook does not.'
    await handlers.storeMemory(
      operations.storeMemory.input.parse({
        content: statement,
        kind: 'procedure',
        folder: project,
      }),
    )
    for (const query of ['what to do before a commit', 'why was the total off by a cent']) {
      const { hits } = await handlers.recall(
        operations.recall.input.parse({ query, folder: project, limit: 1 }),
      )
      context.print()
      context.print(`$ throughline recall ${query}`)
      for (const hit of hits) context.print(`  ${hit.kind ?? hit.type}: ${excerpt(hit.text, 90)}`)
    }
  })
}

function printTurn(context: CliContext, turn: OutputOf<'getSession'>['timeline'][number]): void {
  context.print(`  ${turn.number}. ${excerpt(turn.prompt ?? '', 90)}`)
  const tools = turn.toolEvents.map(
    ({ toolName, outcome }) => `${toolName}${outcome === 'failed' ? ' (failed)' : ''}`,
  )
  context.print(`     ${count(tools.length, 'tool call')}: ${tools.join(', ')}`)
  context.print(`     > ${excerpt(turn.answer ?? '', 90)}`)
}

function sayGoodbye(context: CliContext, paths: HomePaths, options: { keep?: true }): void {
  context.print()
  if (options.keep) {
    context.print('Look around with:')
    context.print(`  THROUGHLINE_HOME=${paths.root} throughline sessions`)
  } else {
    context.print('The daemon is stopped and the temporary home removed (--keep keeps it).')
  }
  context.print('Wire your own agent with: throughline setup')
}
