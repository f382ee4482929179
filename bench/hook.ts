/**
 * The cost of a hook to the waiting agent, relative to a bare `node -e 0` in the same run. The
 * commands alternate, so other load on the machine affects all of them equally.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { installHook } from '../src/adapters/filesystem/hook-install.ts'
import { writeTriggers } from '../src/adapters/filesystem/run-files.ts'
import { announceConnection } from '../src/adapters/filesystem/tool-connections.ts'
import { claimHome } from '../src/compose/presence.ts'
import { homePaths } from '../src/home/paths.ts'
import { formatTable, round, type Spread, spreadOf } from './statistics.ts'

export interface HookBenchResult {
  readonly runs: number
  readonly rows: readonly HookBenchRow[]
  /** Whether every ratio is within its target. */
  readonly passed: boolean
}

export interface HookBenchRow {
  readonly name: string
  readonly milliseconds: Spread
  /** Relative to `node -e 0`. */
  readonly ratio: Spread
  readonly target: Partial<Spread>
}

export interface Contender {
  readonly name: string
  readonly command: readonly string[]
  readonly input: (run: number) => string
  readonly target: Partial<Spread>
  /** Preparation before the next run; not measured. */
  readonly after?: () => Promise<void>
}

const dist = resolve(import.meta.dirname, '../dist')
const answering = ['SessionStart', 'UserPromptSubmit', 'SubagentStart', 'PreCompact'].map(
  (event) => `claude-code/${event}`,
)
const settling = ['claude-code/PostToolUse']
const failing = ['claude-code/PostToolUseFailure', 'codex/PostToolUse']
const touching = settling
const warmUpRuns = 5

/** Prints the figures; exits non-zero if a target was missed. */
export async function run({ json }: { readonly json: boolean }): Promise<void> {
  const result = await measureHooks(200)
  process.stdout.write(json ? `${JSON.stringify(result, null, 2)}\n` : present(result))
  if (!result.passed) process.exitCode = 1
}

export async function measureHooks(runs: number): Promise<HookBenchResult> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'throughline-bench-')))
  const env = { PATH: '/usr/bin:/bin', HOME: join(folder, 'user') }
  mkdirSync(env.HOME)
  const up = makeHome(join(folder, 'up'))
  const down = makeHome(join(folder, 'down'))
  const connected = makeHome(join(folder, 'connected'))
  const daemon = await startDaemon(up.root, env)
  // Hooks start a daemon where there is none; here it finds its place taken and ends.
  mkdirSync(homePaths(down.root).run)
  const release = claimHome(homePaths(down.root))
  mkdirSync(homePaths(connected.root).run)
  const releaseConnected = claimHome(homePaths(connected.root))
  announceConnection(homePaths(connected.root), { host: 'claude-code', folder })
  const listing = makeHome(join(folder, 'listing'))
  writeTriggers(homePaths(listing.root), { files: manyPaths, tools: [] })
  const releaseListing = claimHome(homePaths(listing.root))
  try {
    const hooks = contenders(up.hook, down.hook, connected.hook, listing.hook)
    return await measure(hooks, runs, { cwd: folder, env })
  } finally {
    release?.()
    releaseConnected?.()
    releaseListing?.()
    await stopDaemon(daemon)
    rmSync(folder, { recursive: true, force: true })
  }
}

const manyPaths = Array.from({ length: 1_000 }, (_, at) => `src/feature-${at % 40}/part-${at}.ts`)

function contenders(
  upHook: string,
  downHook: string,
  connectedHook: string,
  listingHook: string,
): Contender[] {
  const capture = { p50: 0.2, p95: 0.6 }
  return [
    bareNode,
    {
      name: 'capturing hook, daemon up',
      command: [upHook, 'claude-code', 'PostToolUse'],
      input: toolPayload,
      target: capture,
    },
    {
      name: 'capturing hook, daemon down',
      command: [downHook, 'claude-code', 'PostToolUse'],
      input: toolPayload,
      target: capture,
    },
    {
      name: 'capturing hook, our tools connected',
      command: [connectedHook, 'claude-code', 'PostToolUse'],
      input: toolPayload,
      target: capture,
    },
    {
      name: 'capturing hook, command that passed',
      command: [upHook, 'codex', 'PostToolUse'],
      input: passedPayload,
      target: { ...capture, p50: 0.25 },
    },
    {
      name: 'failed command, daemon up',
      command: [upHook, 'claude-code', 'PostToolUseFailure'],
      input: failedPayload,
      target: { p50: 2.5 },
    },
    {
      name: 'failed command, daemon down',
      command: [downHook, 'claude-code', 'PostToolUseFailure'],
      input: failedPayload,
      target: { p50: 2.5 },
    },
    {
      name: 'capturing hook, 1,000 files with memories',
      command: [listingHook, 'claude-code', 'PostToolUse'],
      input: toolPayload,
      target: { ...capture, p50: 0.25 },
    },
    {
      name: 'answering hook, daemon up',
      command: [upHook, 'claude-code', 'UserPromptSubmit'],
      input: promptPayload,
      target: { p50: 2.5 },
    },
    {
      name: 'answering hook, daemon down',
      command: [downHook, 'claude-code', 'UserPromptSubmit'],
      input: promptPayload,
      target: { p50: 2.5 },
    },
  ]
}

/** The baseline, first in every measurement. */
export const bareNode: Contender = {
  name: 'node -e 0',
  command: [process.execPath, '-e', '0'],
  input: () => '',
  target: {},
}

export async function measure(
  all: readonly Contender[],
  runs: number,
  place: { cwd: string; env: Record<string, string> },
): Promise<HookBenchResult> {
  const times = all.map((contender) => ({ contender, milliseconds: [] as number[] }))
  for (let run = -warmUpRuns; run < runs; run += 1) {
    for (const { contender, milliseconds } of times) {
      const [program = '', ...args] = contender.command
      const input = contender.input(run)
      const start = performance.now()
      const { status, stderr } = spawnSync(program, args, { ...place, input })
      const took = performance.now() - start
      if (status !== 0) throw new Error(`${contender.name} exited ${status}: ${stderr}`)
      if (run >= 0) milliseconds.push(took)
      await contender.after?.()
    }
  }
  return judge(times, runs)
}

function judge(
  times: readonly { contender: Contender; milliseconds: readonly number[] }[],
  runs: number,
): HookBenchResult {
  const bare = spreadOf(times[0]?.milliseconds ?? [])
  const rows = times.map(({ contender: { name, target }, milliseconds }) => {
    const { p50, p95 } = spreadOf(milliseconds)
    return {
      name,
      milliseconds: { p50: round(p50), p95: round(p95) },
      ratio: { p50: round(p50 / bare.p50, 3), p95: round(p95 / bare.p50, 3) },
      target,
    }
  })
  const passed = rows.every(
    ({ ratio, target }) =>
      ratio.p50 <= (target.p50 ?? Number.POSITIVE_INFINITY) &&
      ratio.p95 <= (target.p95 ?? Number.POSITIVE_INFINITY),
  )
  return { runs, rows, passed }
}

export function present({ runs, rows, passed }: HookBenchResult): string {
  const limit = (value: number | undefined) => (value === undefined ? '' : `≤ ${value}`)
  const head = ['', 'p50 ms', 'p95 ms', 'p50 ratio', 'target', 'p95 ratio', 'target']
  const cells = rows.map(({ name, milliseconds, ratio, target }) => [
    name,
    milliseconds.p50.toFixed(2),
    milliseconds.p95.toFixed(2),
    ratio.p50.toFixed(3),
    limit(target.p50),
    ratio.p95.toFixed(3),
    limit(target.p95),
  ])
  const verdict = passed ? 'within every target' : 'a target was missed'
  const basis = 'both ratios are against the p50 of node -e 0'
  return `${formatTable([head, ...cells])}${runs} interleaved runs; ${basis}; ${verdict}\n`
}

export function makeHome(root: string): { root: string; hook: string } {
  const entry = join(dist, 'entry', 'hook', 'main.cjs')
  if (!existsSync(entry)) throw new Error(`there is no ${entry}; run npm run build first`)
  const paths = homePaths(root)
  const lists = { answering, settling, failing, touching }
  installHook(paths, { node: process.execPath, entry, ...lists })
  mkdirSync(paths.spool)
  return { root, hook: paths.hook }
}

export async function startDaemon(
  root: string,
  env: Record<string, string>,
): Promise<ChildProcess> {
  const daemon = spawn(process.execPath, [join(dist, 'entry', 'daemon', 'main.cjs')], {
    env: { ...env, THROUGHLINE_HOME: root },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const { runFile } = homePaths(root)
  while (!existsSync(runFile)) {
    if (daemon.exitCode !== null) throw new Error(`the daemon ended with ${daemon.exitCode}`)
    await delay(20)
  }
  return daemon
}

export async function stopDaemon(daemon: ChildProcess): Promise<void> {
  daemon.kill('SIGTERM')
  if (daemon.exitCode === null) await once(daemon, 'exit')
}

/** 4 KB, as Claude Code sends it after a tool call. */
function toolPayload(run: number): string {
  return JSON.stringify({
    session_id: 'bench',
    hook_event_name: 'PostToolUse',
    tool_name: 'Read',
    tool_use_id: `toolu_${run}`,
    tool_input: { file_path: '/project/file.ts' },
    tool_response: { content: 'const answer = 42\n'.repeat(210) },
  })
}

/** 4 KB; of a host that does not report whether a command failed. */
function passedPayload(run: number): string {
  return JSON.stringify({
    session_id: 'bench',
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_use_id: `call_${run}`,
    tool_input: { command: 'npm test' },
    tool_response: 'ok 42 adds up\n'.repeat(290),
  })
}

function failedPayload(run: number): string {
  return JSON.stringify({
    session_id: 'bench',
    hook_event_name: 'PostToolUseFailure',
    tool_name: 'Bash',
    tool_use_id: `toolu_${run}`,
    tool_input: { command: 'npm run lint' },
    error: `Exit code 1\n${'src/file.ts:12:3: a name is missing (no-missing-name)\n'.repeat(75)}`,
  })
}

function promptPayload(run: number): string {
  return JSON.stringify({
    session_id: 'bench',
    hook_event_name: 'UserPromptSubmit',
    prompt: `Question ${run}: why does the build fail?`,
  })
}
