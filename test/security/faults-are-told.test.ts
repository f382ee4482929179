/** Faults are told: what goes wrong is counted, survived and reported until somebody has seen it. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareLostEvents, readLostEvents } from '../../src/home/lost-events.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../support/homes/spool-files.ts'
import { createWorld, type World } from '../support/homes/world.ts'
import { spawnCli } from '../support/processes/cli.ts'
import { startDaemon } from '../support/processes/daemon.ts'
import { installShim, runShim } from '../support/processes/shim.ts'

let world: World
beforeEach(() => {
  world = createWorld()
  installShim(world)
})
afterEach(() => world.close())

const payloads = () => sessionPayloads('s1', world.project)
const spooled = () =>
  existsSync(world.paths.spool)
    ? readdirSync(world.paths.spool).filter((name) => name.endsWith('.spool'))
    : []

interface Check {
  readonly subject: string
  readonly state: string
  readonly detail: string
}

async function doctor(...args: string[]): Promise<Check[]> {
  const { stdout } = await spawnCli(world, ['doctor', '--json', ...args])
  return (JSON.parse(stdout) as { checks: Check[] }).checks
}
const checkOf = async (subject: string) =>
  (await doctor()).find((check) => check.subject === subject)

describe('a full disk', () => {
  const output = 'a line of output\n'.repeat(300)
  /** 1 KiB: the counter fits, the event does not. */
  const full = { after: 'ulimit -f 2' }

  it.each(['PostToolUse', 'UserPromptSubmit'])(
    'costs %s events that are counted one by one, even at once',
    async (event) => {
      const payload = { ...payloads().prompt(1, output), tool_name: 'Bash', tool_input: {} }
      const runs = Array.from({ length: 6 }, () => runShim(world, event, payload, full))
      for (const run of await Promise.all(runs)) {
        expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' })
      }
      expect(spooled()).toEqual([])
      expect(readLostEvents(world.paths)).toMatchObject({ count: 6 })
    },
  )

  it('is reported by doctor, status, the API and the next session, until acknowledged', async () => {
    await runShim(world, 'PostToolUse', payloads().toolUse(1, 'toolu_1', output), full)
    expect(await checkOf('capture')).toMatchObject({
      state: 'fail',
      detail: expect.stringMatching(/^1 event could not be written/),
    })
    expect((await spawnCli(world, ['status'])).stdout).toMatch(/lost\s+1 event/)
    const daemon = await startDaemon(world)
    const status = (await (await daemon.request('/api/status')).json()) as { lostEvents: object }
    expect(status.lostEvents).toMatchObject({ count: 1 })
    const start = () => runShim(world, 'SessionStart', payloads().start())
    const context = (text: string) => JSON.parse(text).hookSpecificOutput.additionalContext
    const lines = context((await start()).stdout).split('\n')
    expect(lines[1]).toMatch(/^Throughline could not write 1 event/)

    expect((await doctor('--acknowledge')).find(({ subject }) => subject === 'capture')).toEqual({
      subject: 'capture',
      state: 'ok',
      detail: 'no event was lost',
    })
    expect((await start()).stdout).toBe('')
    expect((await spawnCli(world, ['status'])).stdout).not.toContain('lost')
  })

  it('is reported by a hook that finds no daemon, too', async () => {
    await runShim(world, 'PostToolUse', payloads().toolUse(1, 'toolu_1', output), full)
    const env = { THROUGHLINE_AUTOSTART: 'off' }
    // A busy machine may take longer than a hook usually has.
    world.writeConfig({ hook: { deadlineMs: 10_000 } })
    const stored = await spawnCli(world, [
      'remember',
      'Deploys run on Fridays',
      '--scope',
      'global',
    ])
    expect(stored.stderr).toBe('')
    const { stdout } = await runShim(world, 'SessionStart', payloads().start(), { env })
    expect(stdout).toContain('Throughline could not write 1 event')
  })
})

describe('a file system without a free byte', () => {
  /** @returns why it cannot be mounted, if so */
  function mountSmall(folder: string): string | undefined {
    mkdirSync(folder, { recursive: true })
    const options = ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'tmpfs', folder]
    const { status, stderr, error } = spawnSync('mount', options, { encoding: 'utf8' })
    return status === 0 ? undefined : (error?.message ?? stderr.trim())
  }

  function fill(file: string): void {
    const descriptor = openSync(file, 'w')
    try {
      for (const size of [4_096, 1]) {
        for (;;) if (writeSync(descriptor, Buffer.alloc(size)) < size) break
      }
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    } finally {
      closeSync(descriptor)
    }
  }

  it('costs events that are counted, and after that captures again', async ({ skip }) => {
    const other = createWorld()
    const refused = mountSmall(other.paths.root)
    if (refused !== undefined) {
      await other.close()
      return skip(`a small file system cannot be mounted here: ${refused}`)
    }
    try {
      installShim(other)
      prepareLostEvents(other.paths)
      const { prompt, toolUse } = sessionPayloads('s1', other.project)
      await runShim(other, 'PostToolUse', toolUse(1, 'toolu_1'))
      const filler = join(other.paths.root, 'filler')
      fill(filler)
      for (const [event, payload] of [
        ['PostToolUse', toolUse(1, 'toolu_2')],
        ['UserPromptSubmit', prompt(1, 'Paint the shed')],
        ['PostToolUse', toolUse(1, 'toolu_3')],
      ] as const) {
        const run = await runShim(other, event, payload)
        expect(run, event).toMatchObject({ code: 0, stdout: '', stderr: '' })
      }
      expect(readLostEvents(other.paths)).toMatchObject({ count: 3 })
      rmSync(filler)
      await runShim(other, 'PostToolUse', toolUse(1, 'toolu_4'))
      const kept = readdirSync(other.paths.spool).filter((name) => name.endsWith('.spool'))
      const texts = kept.map((name) => readFileSync(join(other.paths.spool, name), 'utf8'))
      const found = ['toolu_1', 'toolu_2', 'toolu_3', 'toolu_4'].filter((id) =>
        texts.some((text) => text.includes(id)),
      )
      expect(found).toEqual(['toolu_1', 'toolu_4'])
      expect(kept).toHaveLength(2)
    } finally {
      spawnSync('umount', ['-l', other.paths.root])
      await other.close()
    }
  })
})

describe('a spool that refuses writes', () => {
  it('is reported as well', async () => {
    const home = world.path('other')
    mkdirSync(join(home, 'run'), { recursive: true })
    symlinkSync('/proc/nowhere', join(home, 'spool'))
    const run = await runShim(world, 'PostToolUse', payloads().toolUse(1, 't', 'x'), { home })
    expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(readFileSync(join(home, 'run', 'lost-events'), 'utf8')).toBe('.')
  })
})

describe('a PATH without cat and mv', () => {
  it.each(['PostToolUse', 'UserPromptSubmit'])('costs no %s event', async (event) => {
    for (const PATH of ['', '/nonexistent', world.path('tmp')]) {
      const payload = payloads().prompt(1, `with PATH=${PATH}`)
      const run = await runShim(world, event, payload, { env: { PATH } })
      expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' })
    }
    expect(spooled()).toHaveLength(3)
    expect(readLostEvents(world.paths)).toBeUndefined()
  })
})

describe('a stdin that is never closed', () => {
  it('lets every hook go, and keeps what came', async () => {
    const hooks = [
      ['PostToolUse', '{"session_id":"s1"}'],
      ['PostToolUse', ''],
      ['PostToolUse', '{"half":'],
      ['UserPromptSubmit', '{"unfinished":'],
    ] as const
    const env = { ...world.env, THROUGHLINE_AUTOSTART: 'off', PWD: world.project }
    const ends = hooks.map(([event, text]) => {
      const child = spawn(world.paths.hook, ['claude-code', event], { cwd: world.project, env })
      world.watch(child)
      child.stdin.write(text)
      return once(child, 'close')
    })
    expect(await Promise.all(ends)).toEqual(hooks.map(() => [0, null]))
    const kept = spooled().map((name) => readFileSync(join(world.paths.spool, name), 'utf8'))
    expect(kept.map((file) => file.split('\n\n').at(-1)).sort()).toEqual(
      hooks.map(([, text]) => text).sort(),
    )
  })
})

describe('twenty starts at once', () => {
  it('are one daemon and twenty successes', async () => {
    const starts = Array.from({ length: 20 }, () => spawnCli(world, ['start', '--json']))
    const runs = await Promise.all(starts)
    expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      runs.map(() => ({ code: 0, stderr: '' })),
    )
    const pids = new Set(runs.map(({ stdout }) => (JSON.parse(stdout) as { pid: number }).pid))
    expect(pids.size).toBe(1)
  })
})

describe('an event that waits', () => {
  it('is judged by its age, not only counted', async () => {
    writeSpoolFile(world.paths.spool, { event: 'Stop' }, payloads().stop(1, 'done'))
    const file = join(world.paths.spool, spooled()[0] ?? '')
    expect(await checkOf('queue')).toMatchObject({ state: 'ok', detail: '1 event waiting' })
    const age = (minutes: number) => {
      const at = new Date(Date.now() - minutes * 60_000)
      utimesSync(file, at, at)
    }
    age(5)
    expect(await checkOf('queue')).toMatchObject({ state: 'warn' })
    age(120)
    expect(await checkOf('queue')).toMatchObject({
      state: 'fail',
      detail: expect.stringMatching(/^1 event waiting, the oldest since /),
    })
    expect((await spawnCli(world, ['status'])).stdout).toContain('stuck (throughline doctor)')
  })
})

describe('a database whose pages are overwritten under a running daemon', () => {
  it('is noticed within a minute, and replaced by the next start with what can be read', async () => {
    await spawnCli(world, ['remember', 'Deploys run on Fridays', '--scope', 'global'])
    const daemon = await startDaemon(world)
    const { size } = statSync(world.paths.database)
    const file = openSync(world.paths.database, 'r+')
    const garbage = Buffer.alloc(4096, 0xa5)
    for (let at = size / 2; at < size; at += 4096) {
      writeSync(file, garbage, 0, 4096, Math.floor(at / 4096) * 4096)
    }
    closeSync(file)
    const startedAt = performance.now()
    expect(await daemon.ended).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(60_000)
    expect(readFileSync(join(world.paths.logs, 'daemon.log'), 'utf8')).toContain(
      'the database was damaged while it was open',
    )
    expect(await checkOf('database')).toMatchObject({ state: 'fail' })
    await startDaemon(world)
    expect((await spawnCli(world, ['status'])).stdout).toMatch(/replaced .*was damaged/)
  })
})

describe('a clock that was a year ahead', () => {
  const ahead = () => {
    const at = new Date(Date.now() + 365 * 86_400_000).toISOString()
    const database = new DatabaseSync(world.paths.database)
    database.exec(`UPDATE memories SET valid_from = '${at}', created_at = '${at}',
      updated_at = '${at}', version_from = '${at}'`)
    database.close()
  }

  it('hides no memory, and doctor names it', async () => {
    await spawnCli(world, ['remember', 'Deploys run on Fridays', '--scope', 'global', '--pin'])
    expect(await checkOf('clock')).toMatchObject({ state: 'ok' })
    ahead()
    expect((await spawnCli(world, ['rebuild'])).code).toBe(0)
    expect((await spawnCli(world, ['recall', 'when do deploys run'])).stdout).toContain('Fridays')
    expect((await spawnCli(world, ['context'])).stdout).toContain('Fridays')
    expect(await checkOf('clock')).toMatchObject({
      state: 'warn',
      detail: expect.stringContaining('so the clock was or is wrong'),
    })
  })
})
