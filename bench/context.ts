/**
 * How long an agent waits at session start with 10,000 memories, with and without the daemon,
 * relative to a bare `node -e 0` in the same run.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openLocal } from '../src/compose/local.ts'
import { operations } from '../src/contract/operations/index.ts'
import { type HomePaths, homePaths } from '../src/home/paths.ts'
import {
  bareNode,
  type HookBenchResult,
  makeHome,
  measure,
  present,
  startDaemon,
  stopDaemon,
} from './hook.ts'
import type { BenchOptions } from './options.ts'
import { statementText } from './scale-texts.ts'

const runs = 60
const memories = 10_000

export async function run({ json }: BenchOptions): Promise<void> {
  const result = await measureContext()
  process.stdout.write(json ? `${JSON.stringify(result, null, 2)}\n` : present(result))
  if (!result.passed) process.exitCode = 1
}

async function measureContext(): Promise<HookBenchResult> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'throughline-bench-')))
  const env = { PATH: '/usr/bin:/bin', HOME: join(folder, 'user') }
  const project = join(folder, 'project')
  for (const path of [env.HOME, project]) mkdirSync(path)
  const up = makeHome(join(folder, 'up'))
  const down = makeHome(join(folder, 'down'))
  for (const { root } of [up, down]) await fill(root, env.HOME, project)
  const daemon = await startDaemon(up.root, env)
  const at = (name: string, hook: string, most: number) => ({
    name: `SessionStart, ${name}`,
    command: [hook, 'claude-code', 'SessionStart'],
    input: (run: number) => JSON.stringify({ session_id: `s${run}`, source: 'startup' }),
    target: { p50: most },
  })
  const contenders = [
    bareNode,
    at('daemon up', up.hook, 2.5),
    { ...at('daemon down', down.hook, 4), after: () => endStarted(homePaths(down.root)) },
  ]
  try {
    return await measure(contenders, runs, { cwd: project, env })
  } finally {
    await stopDaemon(daemon)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Half belong to the project; some are rules. */
async function fill(root: string, userHome: string, folder: string): Promise<void> {
  const local = await openLocal({ root, userHome, env: {} })
  try {
    for (let number = 0; number < memories; number++) {
      const scope = number % 2 === 0 ? 'project' : 'global'
      const kind = number % 1_000 === 0 ? 'rule' : 'fact'
      const memory = { content: statementText(number), scope, kind, folder }
      await local.operations.storeMemory(operations.storeMemory.input.parse(memory))
    }
  } finally {
    local.close()
  }
}

/** The hook starts a missing daemon; stop it, so the next run misses it again. */
async function endStarted({ run: folder, runFile }: HomePaths): Promise<void> {
  while (!existsSync(runFile)) await delay(20)
  const { pid } = JSON.parse(readFileSync(runFile, 'utf8')) as { pid: number }
  process.kill(pid, 'SIGTERM')
  while (existsSync(runFile)) await delay(20)
  // Otherwise no hook would start another within the minute.
  for (const name of readdirSync(folder)) {
    if (name.startsWith('daemon-start.')) rmSync(join(folder, name))
  }
}
