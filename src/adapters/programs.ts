/** Runs a program with text on standard input. On abort, kills it and its descendants. */
import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'

export interface CommandRun {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly folder: string
  readonly input: string
  /** The program is killed if it prints more. */
  readonly mostBytes: number
}

export interface CommandResult {
  /** Undefined if a signal killed the program. */
  readonly code: number | undefined
  readonly stdout: string
  readonly stderr: string
}

/** @throws the signal's reason, or the error if the program cannot start */
export function runCommand(run: CommandRun, signal: AbortSignal): Promise<CommandResult> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<CommandResult>()
  // `detached` makes it lead its own process group.
  const child = spawn(run.file, run.args, {
    cwd: run.folder,
    env: run.env,
    stdio: 'pipe',
    detached: true,
    windowsHide: true,
  })
  const printed = { stdout: '', stderr: '' }
  let bytes = 0
  const end = () => killGroup(child.pid)
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (part: string) => {
      bytes += part.length
      if (bytes > run.mostBytes) end()
      else printed[name] += part
    })
  }
  const stop = () => {
    end()
    reject(signal.reason)
  }
  signal.addEventListener('abort', stop, { once: true })
  child.on('error', reject)
  child.on('close', (code) => resolve({ code: code ?? undefined, ...printed }))
  // The program may exit without reading its input.
  child.stdin.on('error', () => undefined).end(run.input)
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

/** Kills a process and its descendants. It must lead its own process group. */
export function killGroup(leader: number | undefined): void {
  if (leader === undefined) return
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}

/** Searches the PATH as a shell does, but never the current folder, which may be a repository. */
export function findCommand(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const names = process.platform === 'win32' ? [command, `${command}.exe`] : [command]
  if (/[\\/]/.test(command)) return names.map((name) => resolve(name)).find(isExecutable)
  const folders = (env.PATH ?? env.Path ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
