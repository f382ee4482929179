/** Hooks that find no daemon start one, so that a crash in mid-session costs nothing. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeTemporaryFolder } from '../support/homes/temporary-folder.ts'
import { isAlive } from '../support/homes/world.ts'
import { HookHome, type HookOptions, node } from './hook-home.ts'

const silent = { code: 0, signal: null, stdout: '', stderr: '' }
const asked = { THROUGHLINE_AUTOSTART: '' }
const uptime = () => Math.floor(Number.parseFloat(readFileSync('/proc/uptime', 'utf8')))

describe.runIf(process.platform === 'linux')('a capturing hook without a daemon', () => {
  let home: HookHome
  let startLog: string
  const children: ChildProcess[] = []
  beforeEach(() => {
    const folder = makeTemporaryFolder()
    startLog = join(folder, 'starts')
    home = new HookHome({ entry: writeFakeEntry(folder) })
  })
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    home.remove()
  })

  /** Stands in for the Node entry and logs how it was called. */
  function writeFakeEntry(folder: string): string {
    const entry = join(folder, 'entry.cjs')
    const call = "process.argv.slice(2).join(' ') + '\\n'"
    const log = `require('fs').appendFileSync(${JSON.stringify(startLog)}, ${call})`
    writeFileSync(entry, log)
    return entry
  }

  const starts = () => {
    try {
      return readFileSync(startLog, 'utf8').trim().split('\n')
    } catch {
      return []
    }
  }
  const capture = (env: HookOptions['env'] = {}) =>
    home.run('PostToolUse', { env: { ...asked, ...env } })
  const started = () => vi.waitUntil(() => starts().length > 0, { timeout: 30_000 })
  function writeRunFile(pid: number): void {
    mkdirSync(home.paths.run, { recursive: true })
    const run = { pid, port: 9, token: 't', startedAt: '', version: '1' }
    writeFileSync(home.paths.runFile, `${JSON.stringify(run, null, 2)}\n`)
  }
  function writeClaim(second: number): void {
    mkdirSync(home.paths.run, { recursive: true })
    writeFileSync(join(home.paths.run, `daemon-start.${Math.floor(second / 60)}`), `${second}\n`)
  }
  async function expectNoStart(env: HookOptions['env'] = {}): Promise<void> {
    expect(await capture(env)).toEqual(silent)
    expect(claims()).toEqual([])
  }
  const claims = () => {
    try {
      return readdirSync(home.paths.run).filter((name) => name.startsWith('daemon-start.'))
    } catch {
      return []
    }
  }

  it('starts one, its event being safe', async () => {
    expect(await capture()).toEqual(silent)
    expect(home.spooled()).toHaveLength(1)
    await started()
    expect(starts()).toEqual([`claude-code PostToolUse --start-daemon ${home.paths.root}`])
  })

  it.each([
    ['a process that is gone', 2 ** 22 - 7],
    ['a program that got its pid', process.pid],
  ])('starts one when the run file names %s', async (_, pid) => {
    writeRunFile(pid)
    expect(await capture()).toEqual(silent)
    await started()
  })

  it('starts one in a storm of a hundred', async () => {
    const runs = await Promise.all(Array.from({ length: 100 }, () => capture()))
    expect(runs.every(({ code }) => code === 0)).toBe(true)
    expect(home.spooled()).toHaveLength(100)
    await started()
    expect(claims()).toHaveLength(1)
    expect(starts()).toHaveLength(1)
  })

  it('starts none within a minute of the last start, and one after that', async () => {
    const now = uptime()
    writeClaim(now - 30)
    expect(await capture()).toEqual(silent)
    expect(claims()).toHaveLength(1)
    rmSync(home.paths.run, { recursive: true })
    writeClaim(now - 70)
    expect(await capture()).toEqual(silent)
    await started()
    expect(claims()).toHaveLength(2)
  })

  it('starts none while one runs', async () => {
    const script = 'process.title = "throughline"; console.log(1); setInterval(() => {}, 1000)'
    const daemon = spawn(node, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
    children.push(daemon)
    await new Promise((resolve) => daemon.stdout.once('data', resolve))
    writeRunFile(Number(daemon.pid))
    await expectNoStart()
    expect(home.spooled()).toHaveLength(1)
  })

  it('starts none if it captures nothing or must not', async () => {
    await expectNoStart({ THROUGHLINE_INTERNAL: '1' })
    await expectNoStart({ THROUGHLINE_ENABLED: 'false' })
    expect(home.spooled()).toEqual([])
    await expectNoStart({ THROUGHLINE_AUTOSTART: 'off' })
    expect(home.spooled()).toHaveLength(1)
  })
})

describe.runIf(process.platform === 'linux')('a daemon that was killed', () => {
  let home: HookHome
  beforeEach(() => {
    home = new HookHome()
  })
  afterEach(async () => {
    await endDaemon()
    home.remove()
  })
  const runningPid = () => {
    const pid = home.daemonPid()
    return pid !== undefined && isAlive(pid) ? pid : undefined
  }
  const daemonUp = () => vi.waitUntil(runningPid, { timeout: 60_000 })
  async function endDaemon(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const pid = runningPid()
    if (pid === undefined) return
    process.kill(pid, signal)
    await vi.waitUntil(() => !isAlive(pid), { timeout: 30_000 })
  }
  const afterAMinute = () => {
    for (const name of readdirSync(home.paths.run)) {
      if (name.startsWith('daemon-start.')) rmSync(join(home.paths.run, name))
    }
  }
  const allTakenIn = () => vi.waitUntil(() => home.spooled().length === 0, { timeout: 30_000 })
  const payload = (n: number) =>
    JSON.stringify({ session_id: 's1', tool_name: 'Bash', tool_use_id: `t${n}`, tool_input: {} })

  it.each([
    ['a capturing hook', 'PostToolUse', {}],
    ['an answering hook', 'UserPromptSubmit', {}],
    ['a hook that asks the configuration', 'PostToolUse', { disabledProjects: ['github.com/x/y'] }],
  ])('is started again by %s, which takes the waiting events in', async (_, event, config) => {
    home.configure(config)
    await home.run('PostToolUse', { input: payload(1), env: asked })
    const first = await daemonUp()
    await allTakenIn()
    await endDaemon()
    expect(home.daemonPid()).toBe(first)
    afterAMinute()
    expect(await home.run(event, { input: payload(2), env: asked })).toEqual(silent)
    await vi.waitUntil(() => ![undefined, first].includes(runningPid()), { timeout: 60_000 })
    await allTakenIn()
  })
})
