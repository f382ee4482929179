/**
 * Runs a git command that takes no lock, runs no hook or pager, prompts nobody and fetches nothing.
 * It is killed at its time limit.
 */
export interface GitOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeLimitMs: number
}

/** @returns undefined if git is missing, fails or takes too long */
export type AskGit = (folder: string, args: readonly string[]) => Promise<string | undefined>

const mostBytes = 256 * 1024
const configuration = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.pager=cat']
const before = configuration.flatMap((setting) => ['-c', setting])

export function createGit({ env, timeLimitMs }: GitOptions): AskGit {
  const options = {
    env: gitEnvironment(env),
    timeout: timeLimitMs,
    killSignal: 'SIGKILL',
    maxBuffer: mostBytes,
    windowsHide: true,
  } as const
  return (folder, args) =>
    new Promise((resolve) => {
      // Loaded when git is asked: it takes 5 ms.
      const { execFile } = process.getBuiltinModule('node:child_process')
      execFile('git', [...before, ...args], { ...options, cwd: folder }, (error, stdout) =>
        resolve(error ? undefined : stdout),
      )
    })
}

/** Git's own variables could point it at another repository. */
function gitEnvironment(inherited: GitOptions['env']): NodeJS.ProcessEnv {
  const foreign = Object.entries(inherited).filter(([name]) => !name.startsWith('GIT_'))
  return {
    ...Object.fromEntries(foreign),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    THROUGHLINE_INTERNAL: '1',
  }
}
