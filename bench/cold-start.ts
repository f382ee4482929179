/**
 * How long `throughline recall` takes from the shell with three words in a store of 1,000 memories,
 * against a bare `node -e 0` in the same run: by way of the daemon, and straight on the database.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openLocal } from '../src/compose/local.ts'
import { operations } from '../src/contract/operations/index.ts'
import type { BenchOptions } from './options.ts'
import { questionText, questionWords, statementText } from './scale-texts.ts'
import { formatTable, round, spreadOf } from './statistics.ts'

const runs = 40
const memories = 1_000
const wantedRatio = 3
const homes = ['up', 'down'] as const
const bin = resolve(import.meta.dirname, '..', 'bin', 'throughline.js')

type Times = Record<'bare' | (typeof homes)[number], number[]>

export async function run({ json }: BenchOptions): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'throughline-bench-')))
  const call = (home: string, ...args: string[]) => {
    const env = { PATH: process.env.PATH, HOME: folder, THROUGHLINE_HOME: join(folder, home) }
    const startedAt = performance.now()
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env })
    if (status !== 0) throw new Error(String(stderr))
    return performance.now() - startedAt
  }
  try {
    for (const home of homes) await fill(join(folder, home), folder)
    call('up', bin, 'start')
    try {
      present(measure(call), json)
    } finally {
      call('up', bin, 'stop')
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function measure(call: (home: string, ...args: string[]) => number): Times {
  const times: Times = { bare: [], up: [], down: [] }
  for (let number = 0; number < runs; number++) {
    const words = questionWords(questionText(number)).slice(0, 3)
    times.bare.push(call('down', '-e', '0'))
    for (const home of homes) times[home].push(call(home, bin, 'recall', ...words))
  }
  return times
}

async function fill(root: string, userHome: string): Promise<void> {
  const local = await openLocal({ root, userHome, env: {} })
  try {
    for (let number = 0; number < memories; number++) {
      const memory = { content: statementText(number), scope: 'global' }
      await local.operations.storeMemory(operations.storeMemory.input.parse(memory))
    }
  } finally {
    local.close()
  }
}

function present(times: Times, json: boolean): void {
  const bare = spreadOf(times.bare)
  const up = spreadOf(times.up)
  const down = spreadOf(times.down)
  const ratioUp = round(up.p50 / bare.p50)
  const ratioDown = round(down.p50 / bare.p50)
  const table = formatTable([
    ['', 'p50 ms', 'ratio', 'target'],
    ['node -e 0', String(round(bare.p50)), '1', ''],
    ['recall, daemon up', String(round(up.p50)), String(ratioUp), `≤ ${wantedRatio}`],
    ['recall, daemon down', String(round(down.p50)), String(ratioDown), `≤ ${wantedRatio}`],
  ])
  const result = { bare, up, down, ratioUp, ratioDown }
  process.stdout.write(json ? `${JSON.stringify(result)}\n` : `${table}\n`)
  if (Math.max(ratioUp, ratioDown) > wantedRatio) process.exitCode = 1
}
