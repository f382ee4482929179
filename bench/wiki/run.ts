/**
 * How long a wiki of 10,000 memories takes to build, and one change of it, each next to writing the
 * same bytes plainly in the same run. Processor time decides, because machines are shared; the time
 * that passes depends on how long the disk takes for an fsync of each page. Filling and building are
 * separate processes, and the one that builds runs with the daemon's flags and holds no pages of its
 * own, which would have to be collected during the builds that are measured.
 */
import { execFileSync } from 'node:child_process'
import {
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openLocal } from '../../src/compose/local.ts'
import { operations } from '../../src/contract/operations/index.ts'
import { daemonFlags } from '../../src/entry/hook/start-daemon.ts'
import { fillProject } from '../holds-data.ts'
import type { BenchOptions } from '../options.ts'
import { formatTable, round, type Spread, spreadOf } from '../statistics.ts'

const memoryCount = 10_000
/** Of each kind. */
const changes = 15
const wanted = { fullMs: 10_000, residentMegabytes: 250, changeMs: 200 }

interface Times {
  readonly used: number
  readonly passed: number
}

interface Changes {
  readonly used: Spread
  readonly passed: Spread
  readonly plainUsed: Spread
  readonly pages: number
}

interface Measured {
  readonly pages: number
  readonly megabytes: number
  readonly full: Times
  readonly plain: Times
  /** Other words, the same terms: every page stays where it is. */
  readonly reworded: Changes
  /** Another term, by which all pages are arranged anew. */
  readonly rearranged: Changes
  /** The most until the full build was done; afterwards this benchmark reads all pages itself. */
  readonly residentMegabytes: number
  /** Of these, what the process took before it built anything. */
  readonly startMegabytes: number
  /** How long the full build kept others waiting, at p99 and at most. */
  readonly heldMs: { readonly p99: number; readonly max: number }
}

export async function run({ json }: BenchOptions): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'throughline-wiki-'))
  try {
    const child = (step: string) =>
      execFileSync(process.execPath, [...daemonFlags, import.meta.filename, step, root], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      })
    const project = child('fill').trim()
    const measured: Measured = JSON.parse(child(`build ${project}`))
    const { full, residentMegabytes, reworded } = measured
    const passed =
      full.used <= wanted.fullMs &&
      residentMegabytes < wanted.residentMegabytes &&
      reworded.used.p50 <= wanted.changeMs
    process.stdout.write(
      json ? `${JSON.stringify({ ...measured, passed }, null, 2)}\n` : present(measured),
    )
    if (!passed) process.exitCode = 1
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const open = (root: string) => openLocal({ root, userHome: root, env: {} })

async function fill(root: string): Promise<string> {
  const local = await open(root)
  const project = await fillProject(local.store, memoryCount)
  local.close()
  return project
}

async function measure(root: string, project: string): Promise<Measured> {
  const local = await open(root)
  const folder = join(root, 'wiki')
  const input = operations.buildWiki.input.parse({ project })
  const build = () => timed(() => local.operations.buildWiki(input))
  const startMegabytes = mostMegabytes()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const full = await build()
  delay.disable()
  const heldMs = { p99: round(delay.percentile(99) / 1e6, 0), max: round(delay.max / 1e6, 0) }
  const residentMegabytes = mostMegabytes()
  const paths = [...stampsOf(folder).keys()]
  const plain = await timePlain(join(root, 'plain'), folder, paths)
  const megabytes = paths.reduce((sum, path) => sum + lstatSync(join(folder, path)).size, 0) / 1e6

  async function change(memories: Memories, textOf: (content: string, n: number) => string) {
    const own: Times[] = []
    const bare: Times[] = []
    let pages = 0
    for (const [n, { id, content }] of memories.entries()) {
      const changed = operations.updateMemory.input.parse({ id, content: textOf(content, n) })
      const before = stampsOf(folder)
      await local.operations.updateMemory(changed)
      own.push(await build())
      const now = [...stampsOf(folder)].filter(([path, stamp]) => before.get(path) !== stamp)
      const touched = now.map(([path]) => path)
      bare.push(await timePlain(join(root, `plain-${id}`), folder, touched))
      pages += touched.length
    }
    return {
      used: spreadOf(own.map(({ used }) => used)),
      passed: spreadOf(own.map(({ passed }) => passed)),
      plainUsed: spreadOf(bare.map(({ used }) => used)),
      pages: round(pages / memories.length, 1),
    }
  }

  const filter = operations.listMemories.input.parse({ project, limit: 2 * changes })
  const { memories } = await local.operations.listMemories(filter)
  const reworded = await change(
    memories.slice(0, changes),
    (content, n) => `${content} Checked ${n}.`,
  )
  const rearranged = await change(
    memories.slice(changes),
    (content) => `${content} Grafana shows it in the scheduler.`,
  )
  local.close()
  return {
    ...{ pages: paths.length, megabytes: round(megabytes, 1), full, plain, reworded, rearranged },
    ...{ residentMegabytes, startMegabytes, heldMs },
  }
}

type Memories = readonly { readonly id: string; readonly content: string }[]

const mostMegabytes = () => Math.round(process.resourceUsage().maxRSS / 1_000)

/** By path, what changes when a page is written. */
function stampsOf(folder: string): Map<string, string> {
  const stamp = (path: string) => {
    const { ino, mtimeMs } = lstatSync(join(folder, path))
    return `${ino} ${mtimeMs}`
  }
  return new Map(globSync('**/*.md', { cwd: folder }).map((path) => [path, stamp(path)]))
}

/** Writing the pages without reading them, which is done before. */
function timePlain(folder: string, from: string, paths: readonly string[]): Promise<Times> {
  const pages = paths.map((path) => [join(folder, path), readFileSync(join(from, path))] as const)
  return timed(async () => {
    for (const [file, bytes] of pages) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, bytes)
    }
  })
}

async function timed(work: () => Promise<unknown>): Promise<Times> {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return {
    used: round((user + system) / 1_000, 1),
    passed: round(performance.now() - startedAt, 0),
  }
}

function present(measured: Measured): string {
  const { pages, megabytes, full, plain, reworded, rearranged } = measured
  const times = (ms: number, base: number) => `${round(ms / base, 1)} ×`
  const changeRows = (what: string, change: Changes, target: string) => {
    const { used, passed, plainUsed } = change
    return [
      [
        `${what}, ${change.pages} pages, p50`,
        ...[`${used.p50}`, `${passed.p50}`, `${plainUsed.p50}`, times(used.p50, plainUsed.p50)],
        target,
      ],
      [`${what}, p95`, `${used.p95}`, `${passed.p95}`, `${plainUsed.p95}`, '', ''],
    ]
  }
  return formatTable([
    [
      `${memoryCount.toLocaleString('en')} memories`,
      'used ms',
      'passed ms',
      'plain ms',
      'ratio',
      'wanted',
    ],
    [
      `full build, ${pages} pages of ${megabytes} MB`,
      ...[`${full.used}`, `${full.passed}`, `${plain.used}`, times(full.used, plain.used)],
      `<= ${wanted.fullMs} ms`,
    ],
    ...changeRows('one change', reworded, `<= ${wanted.changeMs} ms`),
    ...changeRows('one change with another term', rearranged, ''),
    [
      `full build, most memory in MB (${measured.startMegabytes} before)`,
      ...[`${measured.residentMegabytes}`, '', '', '', `< ${wanted.residentMegabytes}`],
    ],
    [
      'full build, others wait at most (p99)',
      ...['', `${measured.heldMs.max} (${measured.heldMs.p99})`, '', '', '<= 50 ms'],
    ],
  ])
}

if (process.argv[1] === import.meta.filename) {
  const [step = '', root = ''] = process.argv.slice(2)
  const [name, project = ''] = step.split(' ')
  process.stdout.write(
    name === 'fill' ? await fill(root) : JSON.stringify(await measure(root, project)),
  )
}
