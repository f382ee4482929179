/** A temporary home with the hook installed, and hooks run in it as a host runs them. */
import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { installHook } from '../../src/adapters/filesystem/hook-install.ts'
import { type HomePaths, homePaths } from '../../src/home/paths.ts'

const entry = resolve(import.meta.dirname, '../../dist/entry/hook/main.cjs')
export const node = realpathSync(process.execPath)
const answering = ['SessionStart', 'UserPromptSubmit', 'PreCompact'].map(
  (event) => `claude-code/${event}`,
)

export interface HookRun {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface HookOptions {
  readonly input?: string | Buffer | 'never-ends'
  readonly env?: Record<string, string>
  readonly cwd?: string
  /** Run by this command line instead of directly; `"$@"` is the hook's. */
  readonly script?: string
}

export class HookHome {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'throughline-hook-')))
  readonly userHome = join(this.folder, 'user')
  readonly project = join(this.folder, 'project')
  readonly paths: HomePaths = homePaths(join(this.folder, 'home'))

  constructor(targets: { node?: string; entry?: string } = {}) {
    mkdirSync(this.userHome)
    mkdirSync(this.project)
    const settling = ['claude-code/PostToolUse']
    const failing = ['claude-code/PostToolUseFailure', 'codex/PostToolUse', 'gemini/AfterTool']
    const touching = ['claude-code/PostToolUse']
    const announcing = ['claude-code/PreToolUse', 'gemini/BeforeTool']
    const guarding = ['gemini/BeforeTool']
    const listed = { answering, settling, failing, touching, announcing, guarding }
    installHook(this.paths, { node, entry, ...listed, ...targets })
  }

  run(event: string, options: HookOptions = {}): Promise<HookRun> {
    const command = [this.paths.hook, 'claude-code', event]
    if (options.script)
      return this.#spawn(['/bin/sh', '-c', options.script, 'sh', ...command], options)
    return this.#spawn(command, options)
  }

  /** The hook with other arguments than a host and an event. */
  runWith(args: readonly string[], options: HookOptions = {}): Promise<HookRun> {
    return this.#spawn([this.paths.hook, ...args], options)
  }

  #spawn([command = '', ...args]: readonly string[], options: HookOptions): Promise<HookRun> {
    // A daemon nobody waits for would outlive the test.
    const autostart = args.includes('SessionStart') ? {} : { THROUGHLINE_AUTOSTART: 'off' }
    const child = spawn(command, args, {
      cwd: options.cwd ?? this.project,
      env: { PATH: '/usr/bin:/bin', HOME: this.userHome, ...autostart, ...options.env },
    })
    const { promise, resolve, reject } = Promise.withResolvers<HookRun>()
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
    // A hook may exit without reading.
    child.stdin.on('error', () => {})
    if (options.input !== 'never-ends') child.stdin.end(options.input ?? '{}')
    return promise.finally(() => child.stdin.destroy())
  }

  spooled(): string[] {
    try {
      const names = readdirSync(this.paths.spool).filter((name) => name.endsWith('.spool'))
      return names.map((name) => readFileSync(join(this.paths.spool, name), 'utf8'))
    } catch {
      return []
    }
  }

  /** As if it had been written a minute ago, so that what is made from it may be kept. */
  configure(config: object | string, ageSeconds = 60): void {
    const text = typeof config === 'string' ? config : JSON.stringify(config)
    writeFileSync(this.paths.config, text)
    const time = Date.now() / 1000 - ageSeconds
    utimesSync(this.paths.config, time, time)
  }

  /** Every file and folder with its size and times, to show that nothing changed. */
  listing(): string[] {
    const names = readdirSync(this.folder, { recursive: true, encoding: 'utf8' }).sort()
    return ['', ...names].map((name) => {
      const { mode, size, mtimeNs, ctimeNs } = statSync(join(this.folder, name), { bigint: true })
      return `${name} ${mode} ${size} ${mtimeNs} ${ctimeNs}`
    })
  }

  daemonPid(): number | undefined {
    if (!existsSync(this.paths.runFile)) return undefined
    return (JSON.parse(readFileSync(this.paths.runFile, 'utf8')) as { pid: number }).pid
  }

  log(): string {
    return readFileSync(this.paths.hookLog, 'utf8')
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
