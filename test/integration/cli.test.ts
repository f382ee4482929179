/** The command as a program: what it does with a real daemon, and what it says when it cannot. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { version } from '../../src/home/version.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { createWorld, isAlive, type World, waitFor } from '../support/homes/world.ts'
import { type CliRun, spawnCli } from '../support/processes/cli.ts'

let world: World
const servers: Server[] = []

beforeEach(() => {
  world = createWorld()
})

afterEach(async () => {
  for (const server of servers.splice(0)) server.close()
  await world.close()
})

const cli = (...args: string[]) => spawnCli(world, args)
const readRun = () =>
  JSON.parse(readFileSync(world.paths.runFile, 'utf8')) as { pid: number; token: string }

async function serveElsewhere(): Promise<number> {
  const server = createServer((_, response) => response.end('{"status":"ok"}'))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function expectPlainError(run: CliRun, code: number, message: RegExp, hint: RegExp): void {
  const [first = '', second = '', ...rest] = run.stderr.trimEnd().split('\n')
  expect(rest).toEqual([])
  expect(first).toMatch(message)
  expect(second).toMatch(hint)
  expect(run).toMatchObject({ code, stdout: '' })
}

describe('start, status and stop', () => {
  it('go together', async () => {
    const started = await cli('start', '--json')
    expect(started).toMatchObject({ code: 0, stderr: '' })
    const { pid, port } = JSON.parse(started.stdout)
    expect(JSON.parse(started.stdout)).toMatchObject({ started: true, version })
    expect((await cli('start')).stdout).toBe(
      `The daemon is already running: pid ${pid}, http://127.0.0.1:${port}\n`,
    )
    expect((await cli('status')).stdout).toContain(`running, pid ${pid}, http://127.0.0.1:${port}`)
    expect((await cli('doctor', '--all')).stdout).toContain(
      `✓ daemon: running, pid ${pid}, port ${port}`,
    )

    expect(await cli('stop')).toMatchObject({ code: 0, stdout: 'The daemon stopped.\n' })
    expect(isAlive(pid)).toBe(false)
    expect(existsSync(world.paths.runFile)).toBe(false)
    expect((await cli('stop')).stdout).toBe('No daemon was running.\n')
    expect((await cli('status')).stdout).toContain('not running')
  })

  it('never show the token', async () => {
    const outputs = [await cli('start', '--json')]
    const { token } = readRun()
    for (const command of ['start', 'status', 'doctor']) {
      outputs.push(await cli(command), await cli(command, '--json'))
    }
    for (const { stdout, stderr } of outputs) expect(stdout + stderr).not.toContain(token)
  })

  it('start twice at once gives one daemon, and both say which', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => cli('start', '--json')))
    for (const run of runs) expect(run).toMatchObject({ code: 0, stderr: '' })
    const pids = new Set(runs.map(({ stdout }) => JSON.parse(stdout).pid))
    expect(pids).toEqual(new Set([readRun().pid]))
  })

  it('a daemon that no longer answers is reported, and stop ends it', async () => {
    await cli('start')
    const { pid } = readRun()
    process.kill(pid, 'SIGSTOP')
    const told = `pid ${pid} does not answer`
    expect((await cli('status')).stdout).toContain(told)
    expect((await cli('doctor')).stdout).toContain(told)
    expect(await cli('start')).toMatchObject({ code: 1, stderr: expect.stringContaining(told) })
    expect((await cli('stop')).stdout).toBe('The daemon stopped.\n')
    expect(isAlive(pid)).toBe(false)
    expect((await cli('start')).code).toBe(0)
  })

  it('stop leaves a foreign process alone that has the pid of a dead daemon', async () => {
    const foreign = spawn('sleep', ['60'], { stdio: 'ignore' })
    world.watch(foreign)
    mkdirSync(world.paths.run, { recursive: true })
    const run = {
      pid: foreign.pid,
      port: await serveElsewhere(),
      token: 't',
      startedAt: '',
      version,
    }
    writeFileSync(world.paths.runFile, JSON.stringify(run))
    expect((await cli('status')).stdout).toContain('not running')
    expect((await cli('stop')).stdout).toBe('No daemon was running.\n')
    expect(isAlive(foreign.pid ?? 0)).toBe(true)
    expect(existsSync(world.paths.runFile)).toBe(false)
  })

  it('a setting that a running daemon ignores is reported to need a restart', async () => {
    expect(await cli('config', 'set', 'log.level', 'warn')).toMatchObject({ code: 0, stderr: '' })
    await cli('start')
    const run = await cli('config', 'set', 'daemon.port', '0')
    expect(run).toMatchObject({ code: 0, stdout: 'daemon.port is now 0\n' })
    expect(run.stderr).toMatch(/after throughline restart\n$/)
    expect(await cli('config', 'set', 'enabled', 'true')).toMatchObject({ stderr: '' })
  })

  it('stop in a home that was never used makes none', async () => {
    expect((await cli('stop')).code).toBe(0)
    expect(existsSync(world.paths.root)).toBe(false)
  })
})

describe('bad input gets one line and a hint', () => {
  it('a port that cannot be bound', async () => {
    const port = await serveElsewhere()
    world.writeConfig({ daemon: { port } })
    const run = await cli('start')
    expectPlainError(
      run,
      1,
      new RegExp(`port ${port} cannot be bound`),
      /config set daemon\.port 0/,
    )
    expect(existsSync(world.paths.runFile)).toBe(false)
  })

  it('a newer database', async () => {
    mkdirSync(world.paths.root)
    const newer = new DatabaseSync(world.paths.database, { timeout: 5_000 })
    newer.exec('PRAGMA user_version = 999')
    newer.close()
    expectPlainError(await cli('start'), 1, /schema 999/, /upgrade throughline/)
    expectPlainError(await cli('sessions'), 1, /schema 999/, /upgrade throughline/)
  })

  it('a home that is a file', async () => {
    writeFileSync(world.paths.root, 'a file')
    for (const command of ['start', 'status', 'sessions']) {
      expectPlainError(await cli(command), 1, /is not a folder/, /THROUGHLINE_HOME/)
    }
  })

  it('an unknown host, event, setting', async () => {
    expectPlainError(await cli('setup', '--host', 'claud'), 2, /unknown host/, /claude-code/)
    expectPlainError(await cli('hook', 'claude-code', 'Stopp'), 2, /no event "Stopp"/, /Stop\?/)
    expectPlainError(await cli('config', 'get', 'enable'), 2, /unknown setting/, /"enabled"/)
  })
})

describe('hook', () => {
  it('takes in one event from standard input', async () => {
    const { toolUse } = sessionPayloads('s1', world.project)
    const input = JSON.stringify(toolUse(1, 'toolu_1'))
    const run = await spawnCli(world, ['hook', 'claude-code', 'PostToolUse'], { input })
    expect(run).toEqual({ code: 0, stdout: '', stderr: '' })
    await cli('start')
    await waitFor('the event', () => world.rows('SELECT * FROM tool_events').length === 1)
    const sessions = JSON.parse((await cli('sessions', '--json')).stdout).sessions
    expect(sessions).toMatchObject([{ hostSessionId: 's1', project: { name: 'widgets' } }])
  })

  it('leaves nothing of a tool that is about to run, as the script does', async () => {
    const input = JSON.stringify(sessionPayloads('s1', world.project).toolUse(1, 'toolu_1'))
    const run = await spawnCli(world, ['hook', 'claude-code', 'PreToolUse'], { input })
    expect(run).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(existsSync(world.paths.spool) ? readdirSync(world.paths.spool) : []).toEqual([])
  })
})
