/** `setup` copies the program into the home, `upgrade` switches between copies. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { createWorld, isAlive, type World, waitFor } from '../support/homes/world.ts'
import { makePackage } from '../support/processes/make-package.ts'
import { runShim } from '../support/processes/shim.ts'

interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const repository = join(import.meta.dirname, '..', '..')
let world: World
let first: string

beforeEach(() => {
  world = createWorld()
  onTestFinished(() => world.close())
  mkdirSync(join(world.userHome, '.claude'))
  first = makePackage(world.path('first'), '1.0.0')
})

function execute(program: readonly string[], ...args: string[]): Run {
  const [command = '', ...rest] = [...program, ...args]
  const options = { cwd: world.project, env: world.env, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(command, rest, options)
  return { code: status, stdout, stderr }
}

const programIn = (folder: string) => [process.execPath, join(folder, 'bin', 'throughline.js')]
const setUp = (folder = first) => execute(programIn(folder), 'setup', '--yes')
const throughline = (...args: string[]) => execute([world.paths.command], ...args)
const inUse = () => readFileSync(world.paths.versionsInUse, 'utf8').trim().split('\n')
const versionsThere = () =>
  readdirSync(world.paths.versions)
    .filter((name) => name !== 'in-use')
    .map((name) => name.replace(/-[0-9a-f]{10}$/, ''))
    .sort()

describe('setup', () => {
  it('installs a command that works when the package it came from is gone', async () => {
    expect(setUp()).toMatchObject({ code: 0, stderr: '' })
    rmSync(first, { recursive: true })
    expect(throughline('--version')).toEqual({ code: 0, stdout: '1.0.0\n', stderr: '' })
    const { start } = sessionPayloads('s1', world.project)
    await runShim(world, 'SessionStart', start())
    const { pid } = await waitFor('the daemon', () =>
      JSON.parse(readFileSync(world.paths.runFile, 'utf8')),
    )
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    expect(commandLine).not.toContain(first)
    const settings = readFileSync(join(world.userHome, '.claude.json'), 'utf8')
    expect(settings).not.toContain(first)
    expect(JSON.parse(throughline('doctor', '--json').stdout)).toMatchObject({ healthy: true })
  })

  it('keeps a plugin that is used in one place, as the version in use has it', () => {
    const marketplace = join(world.paths.plugin, '.claude-plugin', 'marketplace.json')
    expect(setUp().stdout).toContain('throughline setup --plugin')
    const next = makePackage(world.path('next'), '1.1.0')
    for (const part of ['.claude-plugin', 'integrations']) {
      cpSync(join(repository, part), join(next, part), { recursive: true })
    }
    setUp(next)
    expect(existsSync(world.paths.plugin)).toBe(false)
    mkdirSync(world.paths.plugin)
    expect(throughline('setup', '--yes').code).toBe(0)
    expect(existsSync(marketplace)).toBe(true)
    rmSync(marketplace)
    expect(throughline('upgrade', '--rollback').code).toBe(0)
    expect(throughline('upgrade', '1.1.0').code).toBe(0)
    expect(existsSync(marketplace)).toBe(true)
    const hooks = join(world.paths.plugin, 'integrations', 'claude-code', 'hooks', 'hooks.json')
    expect(readFileSync(hooks, 'utf8')).toContain(`'${world.paths.hook}' claude-code Stop`)
  })

  it('waits for another setup, and both end well', async () => {
    const args = [...programIn(first).slice(1), 'setup', '--yes']
    const options = { cwd: world.project, env: world.env, stdio: 'ignore' } as const
    const both = [1, 2].map(() => spawn(process.execPath, args, options))
    const codes = await Promise.all(both.map(async (child) => (await once(child, 'exit'))[0]))
    expect(codes).toEqual([0, 0])
    const settings = join(world.userHome, '.claude', 'settings.json')
    expect(readFileSync(settings, 'utf8').match(/ claude-code SessionStart/g)).toHaveLength(1)
    throughline('disconnect', '--yes')
    expect(existsSync(settings)).toBe(false)
  })

  it('says how to put the command on PATH, unless it is there', () => {
    const bin = world.paths.bin
    expect(setUp().stdout).toContain(`export PATH="${bin}:$PATH"`)
    const env = { ...world.env, PATH: `${world.env.PATH}:${bin}` }
    const [node = '', program = ''] = programIn(first)
    const again = spawnSync(node, [program, 'setup', '--yes'], { env, encoding: 'utf8' })
    expect(again.stdout).not.toContain('export PATH')
  })

  it('keeps a newer version that is in use', () => {
    setUp(makePackage(world.path('newer'), '1.1.0'))
    setUp()
    expect(inUse()).toEqual([expect.stringMatching(/^1\.1\.0-/)])
  })

  it('repairs a copy in which a file was changed', () => {
    setUp()
    const [name = ''] = inUse()
    const file = join(world.paths.versions, name, 'dist', 'entry', 'cli', 'main.cjs')
    writeFileSync(file, 'throw new Error("broken")')
    setUp()
    expect(inUse()).toEqual([name])
    expect(readFileSync(file, 'utf8')).not.toContain('broken')
  })

  it('survives being killed at any time, and two at once', async () => {
    const args = [...programIn(first).slice(1), 'setup', '--yes']
    const options = { cwd: world.project, env: world.env, stdio: 'ignore' } as const
    for (const delayMs of [200, 300, 400]) {
      const killed = spawn(process.execPath, args, options)
      const timer = setTimeout(() => killed.kill('SIGKILL'), delayMs)
      await once(killed, 'exit')
      clearTimeout(timer)
      if (existsSync(world.paths.versionsInUse)) expect(throughline('--version').code).toBe(0)
    }
    const upgrade = [...programIn(first).slice(1), 'upgrade']
    const both = [1, 2].map(() => spawn(process.execPath, upgrade, options))
    const codes = await Promise.all(both.map(async (child) => (await once(child, 'exit'))[0]))
    expect(codes).toEqual([0, 0])
    expect(throughline('--version').stdout).toBe('1.0.0\n')
    setUp(makePackage(world.path('next'), '1.0.1'))
    expect(versionsThere()).toEqual(['1.0.0', '1.0.1'])
  })

  it('leaves the version in use alone when the disk is full', () => {
    setUp()
    const before = inUse()
    const next = makePackage(world.path('next'), '1.1.0')
    const [node = '', program = ''] = programIn(next)
    const script = `trap '' XFSZ; ulimit -f 200; exec "$@"`
    const run = spawnSync('sh', ['-c', script, 'sh', node, program, 'upgrade'], {
      cwd: world.project,
      env: world.env,
      encoding: 'utf8',
    })
    expect(run.status).toBe(1)
    expect(run.stderr).toContain('cannot install into')
    expect(inUse()).toEqual(before)
    expect(versionsThere()).toEqual(['1.0.0'])
    expect(throughline('--version').stdout).toBe('1.0.0\n')
  })
})

describe('upgrade', () => {
  it('switches to a tarball, restarts the daemon, and goes back', async () => {
    setUp()
    const { pid } = JSON.parse(throughline('start', '--json').stdout)
    const next = makePackage(world.path('next', 'package'), '1.1.0')
    const tarball = world.path('throughline-1.1.0.tgz')
    spawnSync('tar', ['-czf', tarball, '-C', join(next, '..'), 'package'])
    const upgraded = throughline('upgrade', tarball)
    expect(upgraded).toMatchObject({ code: 0, stderr: '' })
    expect(upgraded.stdout).toContain('The daemon restarted.')
    expect(throughline('--version').stdout).toBe('1.1.0\n')
    expect(isAlive(pid)).toBe(false)
    expect(JSON.parse(throughline('start', '--json').stdout)).toMatchObject({
      started: false,
      version: '1.1.0',
    })
    expect(throughline('upgrade', '--list').stdout).toMatch(/^\* {2}1\.1\.0-.*\n {3}1\.0\.0-/)
    expect(throughline('upgrade', '--rollback').code).toBe(0)
    expect(throughline('--version').stdout).toBe('1.0.0\n')
    expect(throughline('upgrade', '1.1.0').code).toBe(0)
    expect(throughline('--version').stdout).toBe('1.1.0\n')
    expect(JSON.parse(throughline('doctor', '--json').stdout)).toMatchObject({ healthy: true })
  })

  it('installs the program that is run, and keeps two versions before it', () => {
    setUp()
    for (const version of ['1.1.0', '1.2.0', '1.3.0']) {
      const run = execute(programIn(makePackage(world.path(version), version)), 'upgrade')
      expect(run).toMatchObject({ code: 0, stderr: '' })
    }
    expect(versionsThere()).toEqual(['1.1.0', '1.2.0', '1.3.0'])
    for (const version of ['1.2.0', '1.1.0']) {
      throughline('upgrade', '--rollback')
      expect(throughline('--version').stdout).toBe(`${version}\n`)
    }
    const refused = throughline('upgrade', '--rollback')
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.stderr).toContain('there is no earlier version to go back to')
  })

  it('is not done when the program does not start', () => {
    setUp()
    const broken = makePackage(world.path('broken'), '1.1.0')
    writeFileSync(join(broken, 'bin', 'throughline.js'), 'throw new Error("no")\n')
    const run = throughline('upgrade', broken)
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain('does not start')
    expect(throughline('--version').stdout).toBe('1.0.0\n')
  })

  it('refuses in one line a folder without a program, a tarball that is none and a missing file', () => {
    setUp()
    mkdirSync(join(world.project, 'empty'))
    writeFileSync(join(world.project, 'text.tgz'), 'hello')
    const reasons = {
      empty: 'is not Throughline',
      'text.tgz': 'cannot read',
      './missing.tgz': 'there is no',
    }
    for (const [given, reason] of Object.entries(reasons)) {
      const run = throughline('upgrade', given)
      expect(run.code).toBeGreaterThan(0)
      expect(run.stderr).toContain(reason)
      expect(run.stderr).not.toContain('    at ')
    }
    expect(throughline('--version').stdout).toBe('1.0.0\n')
  })

  it('does not go back behind the database, and says how it can be done', () => {
    setUp()
    const next = makePackage(world.path('next'), '1.1.0')
    const migrations = join(next, 'dist/adapters/sqlite/connection/migrations')
    writeFileSync(join(migrations, '999999_later.sql'), 'CREATE TABLE later (id TEXT);')
    throughline('remember', 'The word is quagga')
    throughline('upgrade', next)
    throughline('remember', 'The word is okapi')
    const refused = throughline('upgrade', '--rollback')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('1.0.0 cannot read the database')
    expect(refused.stderr).toContain(world.paths.backups)
    expect(throughline('--version').stdout).toBe('1.1.0\n')
    const [copy = ''] = readdirSync(world.paths.backups).filter((name) => name.endsWith('.db'))
    throughline('stop')
    for (const end of ['', '-wal', '-shm']) rmSync(`${world.paths.database}${end}`, { force: true })
    renameSync(join(world.paths.backups, copy), world.paths.database)
    expect(throughline('upgrade', '--rollback').code).toBe(0)
    expect(throughline('recall', 'quagga').stdout).toContain('The word is quagga')
  })

  it('loses no event of a session that is running', async () => {
    setUp()
    throughline('start')
    const next = makePackage(world.path('next'), '1.1.0')
    const [node = '', program = ''] = programIn(next)
    const { toolUse } = sessionPayloads('s1', world.project)
    const upgrading = spawn(node, [program, 'upgrade'], { env: world.env, stdio: 'ignore' })
    const done = once(upgrading, 'exit')
    let sent = 0
    while (upgrading.exitCode === null && sent < 500) {
      sent += 1
      const run = await runShim(world, 'PostToolUse', toolUse(1, `toolu_${sent}`))
      expect(run).toMatchObject({ code: 0, stderr: '' })
    }
    expect((await done)[0]).toBe(0)
    const stored = () => Number(countOf(world.paths.database, 'tool_events'))
    await waitFor('the events', () => stored() === sent, 30_000)
  })
})

it('doctor says when hooks run a version that is gone', () => {
  setUp()
  const [name = ''] = inUse()
  rmSync(join(world.paths.versions, name), { recursive: true })
  const { stdout } = execute(programIn(first), 'doctor')
  expect(stdout).toContain(`hooks run version ${name}, which is gone`)
  expect(throughline('status').stderr).toContain('npx throughline setup')
})

it('uninstall takes all of it away and leaves the data', () => {
  setUp()
  throughline('remember', 'The word is quagga')
  expect(throughline('uninstall', '--yes')).toMatchObject({ code: 0, stderr: '' })
  for (const path of [world.paths.versions, world.paths.nodes, world.paths.bin]) {
    expect(existsSync(path)).toBe(false)
  }
  expect(statSync(world.paths.database).isFile()).toBe(true)
})

function countOf(file: string, table: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  try {
    return database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n
  } finally {
    database.close()
  }
}
