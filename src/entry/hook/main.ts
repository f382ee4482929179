/**
 * The hook for work that a shell cannot do: answering, and checking the configuration on whether to
 * capture at all. It starts on every prompt, so what it imports stays tiny (a test counts it), rare
 * paths are loaded when taken, and it is built into CommonJS, which spares Node the loader of
 * modules. Nothing here may harm the agent: it always exits 0.
 *
 *     node main.cjs HOST EVENT                  spools and answers
 *     node main.cjs HOST EVENT --capture        only spools
 *     node main.cjs HOST EVENT --spooled        only answers; stdin is the spool file
 *     node main.cjs HOST EVENT --ask            only answers; the event is not to be captured
 *     node main.cjs HOST EVENT --start-daemon   only starts the daemon, when the shell asks for it
 *
 * The script passes its home as the last argument.
 */
import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { type HookPolicyState, readHookPolicy } from '../../adapters/filesystem/hook-policy.ts'
import { isDaemonAlive } from '../../compose/hook/daemon-request.ts'
import { readCallerNames } from '../../core/model/caller-names.ts'
import { homePaths } from '../../home/paths.ts'
import { askDaemon, type Question } from './ask-daemon.ts'
import type { HookDecision } from './decide.ts'
import { print, readStdin, type Spooling, spoolPayload } from './standard-streams.ts'

const { env } = process
const [host = '', event = '', ...rest] = process.argv.slice(process.argv[2] === 'hook' ? 3 : 2)
const flag = rest.find((each) => each.startsWith('--'))
const home = rest.find((each) => !each.startsWith('--'))
let paths = homePaths(home ?? '')
const defaultDeadlineMs = 1000
const spooled: Spooling = { kind: 'spooled' }

process.on('uncaughtException', end)
run().then(() => process.exit(0), end)

async function run(): Promise<void> {
  if (env.THROUGHLINE_INTERNAL || !isName(host) || !isName(event)) return
  if (/^\s*(0|false|off|no)\s*$/i.test(env.THROUGHLINE_ENABLED ?? '')) return
  if (home === undefined) paths = homePaths(await chosenHome())
  if (flag === '--start-daemon') return startDaemon()
  if (process.stdin.isTTY) return
  const folder = currentFolder()
  const { capture, deadlineMs } = await decideHere(folder)
  if (!capture) return
  const remainingMs = () => deadlineMs - performance.now()
  const stdin = await readStdin(remainingMs())
  const isSpoolFile = flag === '--spooled'
  const payload = isSpoolFile ? stdin.subarray(stdin.indexOf('\n\n') + 2) : stdin
  const project = env.THROUGHLINE_PROJECT || undefined
  const { names: caller, problem } = readCallerNames(env)
  const place = { ...(folder && { cwd: folder }), ...(project && { project }) }
  const envelope = { host, event, ...place, ...caller }
  const isKept = isSpoolFile || flag === '--ask'
  const spooling = isKept ? spooled : spoolPayload(paths.spool, envelope, payload)
  if (spooling.kind === 'failed') await note(spooling.reason)
  const isSpooled = spooling.kind === 'spooled'
  if (flag === '--capture') {
    if (!isSpooled) return lose()
    if (!isDaemonAlive(paths.runFile)) await startDaemonOnce()
    return
  }
  if (problem) await note(problem)
  const question = { host, event, payload, isSpooled, folder, project, caller }
  const reply = await askDaemon(paths.runFile, question, remainingMs())
  if (!isSpooled && reply.kind !== 'answer') await lose()
  if (reply.kind === 'failed') return note(reply.reason)
  const output = reply.kind === 'down' ? await answerDirectly(question, remainingMs) : reply.output
  if (output && remainingMs() > 0) await print(output)
  if (reply.kind === 'down') await startDaemonOnce()
}

/** Without the script: on Windows, and for `throughline hook`. */
async function chosenHome(): Promise<string> {
  const { chooseHome } = await import('../../home/environment.ts')
  return chooseHome(env, homedir(), currentFolder()).root
}

/** Without a daemon. A locked or damaged database must not disturb the agent. */
async function answerDirectly(question: Question, remainingMs: () => number): Promise<string> {
  if (!statSync(paths.database, { throwIfNoEntry: false })) return ''
  const silence = new Promise<string>((resolve) => setTimeout(resolve, remainingMs(), ''))
  try {
    const { answerFromDatabase } = await import('../../compose/hook/direct-context.ts')
    const { root } = paths
    const asked = { ...question, root, userHome: homedir(), env, remainingMs }
    return await Promise.race([answerFromDatabase(asked), silence])
  } catch (error) {
    await note(`no context: ${error instanceof Error ? error.message : String(error)}`)
    return ''
  }
}

/** The published policy first, as in the shell; otherwise the configuration decides. */
async function decideHere(folder: string | undefined): Promise<HookDecision> {
  const known = knownDecision(readHookPolicy(paths), folder)
  if (known) return known
  const { decide } = await import('./decide.ts')
  return decide({ paths, folder, env, userHome: homedir() })
}

function knownDecision(
  state: HookPolicyState,
  folder: string | undefined,
): HookDecision | undefined {
  if (env.THROUGHLINE_DISABLED_PROJECTS) return undefined
  if (state.kind === 'no-config') return { capture: true, deadlineMs: defaultDeadlineMs }
  if (state.kind === 'unknown') return undefined
  const { mode, folders, deadlineMs } = state.policy
  const decided = mode === 'ask' ? folders.get(folder ?? '') : mode
  return decided && { capture: decided === 'on', deadlineMs }
}

/** The folder as the shell names it, which may be through a symbolic link. */
function currentFolder(): string | undefined {
  try {
    const named = env.PWD && statSync(env.PWD, { throwIfNoEntry: false })
    const here = statSync('.')
    const isHere = named && named.ino === here.ino && named.dev === here.dev
    return isHere ? env.PWD : process.cwd()
  } catch {
    return undefined
  }
}

/** At most once a minute, however many hooks find no daemon. */
async function startDaemonOnce(): Promise<void> {
  if (/^(0|false|off|no)$/.test(env.THROUGHLINE_AUTOSTART ?? '')) return
  const { claimDaemonStart } = await import('./start-daemon.ts')
  if (claimDaemonStart(paths)) await startDaemon()
}

async function startDaemon(): Promise<void> {
  const starter = await import('./start-daemon.ts')
  starter.removeOldClaims(paths)
  const outcome = await starter.startDaemon(paths)
  if (outcome.kind === 'failed') await note(outcome.reason)
}

async function lose(): Promise<void> {
  const { countLostEvent } = await import('../../home/lost-events.ts')
  countLostEvent(paths)
}

async function note(reason: string): Promise<void> {
  const { writeHookLog } = await import('./hook-log.ts')
  writeHookLog(paths, `${host} ${event}: ${reason}`)
}

function end(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error)
  note(reason).finally(() => process.exit(0))
}

function isName(text: string): boolean {
  return /^[\w-]+$/.test(text)
}
