/** The `throughline` command, in this process or as a real one from the build. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { run } from '../../../src/entry/cli/main.ts'
import type { World } from '../homes/world.ts'
import type { Terminal } from './terminal.ts'

export interface CliRun {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface CliOptions {
  readonly cwd?: string
  readonly env?: Record<string, string>
  /** Its standard input. */
  readonly input?: string
}

export interface RunOptions extends CliOptions {
  /** Interactive: the command may ask questions and open an editor. */
  readonly isTerminal?: boolean
  readonly columns?: number
  /** Keys pressed one after another, then Ctrl-C. */
  readonly keys?: string
  /** Where questions are asked and answered. */
  readonly terminal?: Terminal
}

const program = fileURLToPath(new URL('../../../bin/throughline.js', import.meta.url))

/** Not for commands that start a daemon: those need a process. */
export async function runCli(
  world: World,
  args: readonly string[],
  options: RunOptions = {},
): Promise<CliRun> {
  let stdout = ''
  let stderr = ''
  const { input, terminal, isTerminal = terminal !== undefined, columns, keys } = options
  const pressed = [...(keys ?? '')]
  const code = await run(args, {
    env: { NO_COLOR: '1', THROUGHLINE_AUTOSTART: 'off', ...world.env, ...options.env },
    userHome: world.userHome,
    cwd: options.cwd ?? world.project,
    isTerminal,
    columns,
    errorColumns: columns,
    ...(isTerminal && {
      input: {
        isTerminal,
        read: async () => '',
        nextKey: async () => pressed.shift(),
        ...(terminal && { streams: terminal.streams }),
      },
    }),
    ...(input !== undefined && { input: { isTerminal: false, read: async () => input } }),
    write: (text) => {
      stdout += text
      terminal?.write(text)
    },
    writeError: (text) => {
      stderr += text
    },
  })
  return { code, stdout, stderr }
}

export async function spawnCli(
  world: World,
  args: readonly string[],
  options: CliOptions = {},
): Promise<CliRun> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: options.cwd ?? world.project,
    env: { ...world.env, ...options.env },
  })
  world.watch(child)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.input ?? '')
  const [code] = (await once(child, 'close')) as [number]
  return { code, stdout, stderr }
}
