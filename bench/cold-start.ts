/**
 * How long `throughline recall` takes from the shell, against a bare `node -e 0` in the same run: by
 * way of the daemon, and straight on the database.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { BenchOptions } from './options.ts'
import { formatTable, round, spreadOf } from './statistics.ts'

const runs = 40
const bin = resolve(import.meta.dirname, '..', 'bin', 'throughline.js')

export async function run({ json }: BenchOptions): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'throughline-bench-')))
  const call = (home: string, ...args: string[]) => {
    const env = { PATH: process.env.PATH, HOME: folder, THROUGHLINE_HOME: join(folder, home) }
    const startedAt = performance.now()
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env })
    if (status !== 0) throw new Error(String(stderr))
    return performance.now() - startedAt
  }
  const statement = 'We deploy with flyctl from the release branch'
  for (const home of ['up', 'down']) call(home, bin, 'remember', statement, '--scope', 'global')
  call('up', bin, 'start')
  try {
    const times: Record<string, number[]> = { bare: [], up: [], down: [] }
    for (let number = 0; number < runs; number++) {
      times.bare?.push(call('down', '-e', '0'))
      for (const home of ['up', 'down']) times[home]?.push(call(home, bin, 'recall', 'deploy'))
    }
    present(times, json)
  } finally {
    call('up', bin, 'stop')
    rmSync(folder, { recursive: true, force: true })
  }
}

function present(times: Record<string, number[]>, json: boolean): void {
  const [bare, up, down] = ['bare', 'up', 'down'].map((name) => spreadOf(times[name] ?? []))
  const ratio = (p50 = 0) => round(p50 / (bare?.p50 ?? 1))
  const result = { bare, up, down, ratioUp: ratio(up?.p50), ratioDown: ratio(down?.p50) }
  const table = formatTable([
    ['', 'p50 ms', 'ratio', 'target'],
    ['node -e 0', String(round(bare?.p50 ?? 0)), '1', ''],
    ['recall, daemon up', String(round(up?.p50 ?? 0)), String(result.ratioUp), '≤ 3'],
    ['recall, daemon down', String(round(down?.p50 ?? 0)), String(result.ratioDown), '≤ 3'],
  ])
  process.stdout.write(json ? `${JSON.stringify(result)}\n` : `${table}\n`)
}
