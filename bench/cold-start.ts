/**
 * How long each command that only reads takes from the shell, against a bare `node -e 0` in the same
 * run: with the daemon and without it, in a home with 1,000 memories and some sessions.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openLocal } from '../src/compose/local.ts'
import { operations } from '../src/contract/operations/index.ts'
import { sessionPayloads } from '../test/support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../test/support/homes/spool-files.ts'
import type { BenchOptions } from './options.ts'
import { questionText, questionWords, statementText } from './scale-texts.ts'
import { formatTable, round, spreadOf } from './statistics.ts'

const runs = 15
const memories = 1_000
const sessions = 20
const wantedRatio = 3
const homes = ['up', 'down'] as const
type Home = (typeof homes)[number]
const bin = resolve(import.meta.dirname, '..', 'bin', 'throughline.js')

type Call = (home: Home, ...args: string[]) => number

interface Measured {
  readonly command: string
  readonly up: number
  readonly down: number
}

export async function run({ json }: BenchOptions): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'throughline-bench-')))
  const call: Call = (home, ...args) => {
    const env = { PATH: process.env.PATH, HOME: folder, THROUGHLINE_HOME: join(folder, home) }
    const startedAt = performance.now()
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env })
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
    return performance.now() - startedAt
  }
  try {
    const ids: Record<Home, Ids> = {
      up: await fill(join(folder, 'up'), folder),
      down: await fill(join(folder, 'down'), folder),
    }
    call('up', bin, 'start')
    try {
      present(measure(call, ids), json)
    } finally {
      call('up', bin, 'stop')
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Ids {
  readonly memory: string
  readonly session: string
  readonly turn: string
}

/** @param number of the run, so that no question is asked twice */
function reads({ memory, session, turn }: Ids, number: number): Record<string, string[]> {
  const words = questionWords(questionText(number)).slice(0, 3)
  return {
    recall: ['recall', ...words],
    list: ['list'],
    'show MEMORY': ['show', memory],
    'timeline TURN': ['timeline', turn],
    context: ['context'],
    'context stats': ['context', 'stats'],
    review: ['review', '--list'],
    'consolidate list': ['consolidate', 'list'],
    sessions: ['sessions'],
    'sessions SESSION': ['sessions', session],
    'projects list': ['projects', 'list'],
    cost: ['cost'],
    status: ['status'],
    'jobs list': ['jobs', 'list'],
    'subscribers list': ['subscribers', 'list'],
    'config list': ['config', 'list'],
    'config get': ['config', 'get', 'enabled'],
  }
}

function measure(call: Call, ids: Record<Home, Ids>): { bare: number; commands: Measured[] } {
  const bare: number[] = []
  const times = new Map<string, Record<Home, number[]>>()
  for (let number = 0; number < runs; number++) {
    for (const name of Object.keys(reads(ids.up, number))) {
      const found = times.get(name) ?? { up: [], down: [] }
      times.set(name, found)
      bare.push(call('down', '-e', '0'))
      for (const home of homes) {
        found[home].push(call(home, bin, ...(reads(ids[home], number)[name] ?? [])))
      }
    }
  }
  const median = spreadOf(bare).p50
  const ratio = (values: readonly number[]) => round(spreadOf(values).p50 / median)
  return {
    bare: round(median),
    commands: [...times].map(([command, { up, down }]) => {
      return { command, up: ratio(up), down: ratio(down) }
    }),
  }
}

async function fill(root: string, userHome: string): Promise<Ids> {
  const local = await openLocal({ root, userHome, env: {} })
  try {
    for (let number = 0; number < memories; number++) {
      const memory = { content: statementText(number), scope: 'global' }
      await local.operations.storeMemory(operations.storeMemory.input.parse(memory))
    }
    for (let number = 0; number < sessions; number++) capture(local.paths.spool, number, userHome)
    await local.drain(AbortSignal.timeout(60_000))
    await local.catchUpIndex(AbortSignal.timeout(60_000))
    const list = await local.operations.listMemories(operations.listMemories.input.parse({}))
    const found = await local.operations.listSessions(operations.listSessions.input.parse({}))
    const session = found.sessions[0]?.id ?? ''
    // Digests and the pairs of the review queue are made once, when somebody first looks.
    const { timeline } = await local.operations.getSession({ id: session })
    await local.operations.listReview(operations.listReview.input.parse({}))
    return { memory: list.memories[0]?.id ?? '', session, turn: timeline[0]?.id ?? '' }
  } finally {
    local.close()
  }
}

function capture(spool: string, number: number, folder: string): void {
  const { start, prompt, toolUse, stop } = sessionPayloads(`s${number}`, folder)
  const events = [
    ['SessionStart', start()],
    ['UserPromptSubmit', prompt(1, questionText(number))],
    ['PostToolUse', toolUse(1, 'check')],
    ['Stop', stop(1, statementText(number))],
  ] as const
  for (const [event, payload] of events) writeSpoolFile(spool, { event }, payload)
}

function present(result: { bare: number; commands: Measured[] }, json: boolean): void {
  const { bare, commands } = result
  const table = formatTable([
    ['', 'daemon', 'no daemon', 'target'],
    [`node -e 0 (${bare} ms)`, '1', '1', ''],
    ...commands.map(({ command, up, down }) => [
      command,
      String(up),
      String(down),
      `≤ ${wantedRatio}`,
    ]),
  ])
  process.stdout.write(json ? `${JSON.stringify(result)}\n` : `${table}\n`)
  const worst = Math.max(...commands.flatMap(({ up, down }) => [up, down]))
  if (worst > wantedRatio) process.exitCode = 1
}
