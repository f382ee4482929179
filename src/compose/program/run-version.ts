/** Runs an installed version of this program, to check that it starts and to finish a switch. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { versionIn } from '../../adapters/installed-program/versions.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { HomePaths } from '../../home/paths.ts'

const trialLimitMs = 30_000

/** Starts it once, before anything depends on it. */
export async function requireWorking(paths: HomePaths, name: string): Promise<void> {
  try {
    const { stdout } = await runVersion(paths, name, ['--version'])
    if (stdout.trim() === versionIn(name)) return
  } catch (cause) {
    const { stderr = '' } = cause as { stderr?: string }
    throw broken(name, stderr.trim().split('\n')[0], cause)
  }
  throw broken(name, 'it does not report its version', undefined)
}

function broken(name: string, why: string | undefined, cause: unknown): ThroughlineError {
  return new ThroughlineError('conflict', `${name} does not start: ${why || 'no reason given'}`, {
    hint: 'the version in use stays',
    cause,
  })
}

/** With the same Node as this process. */
function runVersion(paths: HomePaths, name: string, args: readonly string[]) {
  const program = join(paths.versions, name, 'bin', 'throughline.js')
  const env = { ...process.env, THROUGHLINE_HOME: paths.root, NODE_OPTIONS: '' }
  const options = { cwd: paths.root, env, timeout: trialLimitMs }
  return promisify(execFile)(process.execPath, [program, ...args], options)
}

interface FinishedSwitch {
  readonly restarted: boolean
  /** Agents with an older copy of our plugin. */
  readonly stale: readonly string[]
}

/** Lets the version in use write its own hook and commands, and restart the daemon. */
export async function finishSwitch(paths: HomePaths, name: string): Promise<FinishedSwitch> {
  try {
    const { stdout } = await runVersion(paths, name, ['upgrade', '--refresh', '--json'])
    // Older versions do not report every part.
    return { restarted: false, stale: [], ...JSON.parse(stdout) }
  } catch (cause) {
    const { stderr = '' } = cause as { stderr?: string }
    const why = stderr.trim().split('\n')[0] || 'no reason given'
    throw new ThroughlineError('daemon-failed', `${name} is in use, but a step failed: ${why}`, {
      hint: 'throughline doctor says what is wrong; throughline upgrade --rollback goes back',
      cause,
    })
  }
}
