import { mkdirSync, writeFileSync } from 'node:fs'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'

let world: World
const cli = (...args: string[]) => runCli(world, args)

beforeEach(() => {
  world = createWorld()
  onTestFinished(() => world.close())
})

function writeLog(...lines: readonly string[]): void {
  mkdirSync(world.paths.logs, { recursive: true })
  writeFileSync(world.paths.daemonLog, lines.map((line) => `${line}\n`).join(''))
}

const started = '{"level":30,"time":"2026-03-10T12:00:00.000Z","pid":7,"port":4141,"msg":"started"}'
const failed =
  '{"level":50,"time":"2026-03-10T12:01:00.000Z","pid":7,"err":{"message":"no room"},"msg":"a job failed"}'

it('prints a line for each entry, the newest last', async () => {
  writeLog(started, failed)
  const { stdout } = await cli('logs')
  expect(stdout).toMatch(/:00 {2}started \(port 4141\)\n.*:01 {2}a job failed \(no room\)\n/)
  expect(stdout).toContain(world.paths.daemonLog)
})

it('takes the last ones, and skips half a line that a killed daemon left', async () => {
  writeLog(started, failed, '{"level":30,"ti')
  const { stdout } = await cli('logs', '-n', '2', '--json')
  expect(JSON.parse(stdout).entries).toMatchObject([{ msg: 'a job failed' }])
})

it('says so if nothing was logged', async () => {
  expect((await cli('logs')).stdout).toBe('The daemon has logged nothing yet.\n')
})

it.each(['0', 'many', '-1'])('refuses %s lines', async (limit) => {
  expect(await cli('logs', `--limit=${limit}`)).toMatchObject({ code: 2, stdout: '' })
})
