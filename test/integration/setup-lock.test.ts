/** Commands that change agents' settings wait for each other. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { tryLock } from '../../src/adapters/sqlite/connection/process-lock.ts'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { runCli, spawnCli } from '../support/processes/cli.ts'

let world: World
beforeEach(async () => {
  world = createWorld()
  onTestFinished(() => world.close())
  mkdirSync(dirname(settings()), { recursive: true })
  writeFileSync(settings(), own)
  await runCli(world, ['setup', '--host', 'claude-code', '--yes', '--json'])
  expect(readFileSync(settings(), 'utf8')).toContain('throughline-hook')
})

const own = '{\n  "model": "opus"\n}\n'
const settings = () => join(world.userHome, '.claude', 'settings.json')

const commands = ['disconnect', 'uninstall', 'uninstall --data']

// Only Linux shows which files another process has open.
it.runIf(process.platform === 'linux').each(commands)('%s waits for a setup', async (command) => {
  const connected = readFileSync(settings(), 'utf8')
  const setup = tryLock(world.paths.setupLock)
  const run = spawnCli(world, [...command.split(' '), '--yes'])
  await waitFor('it to reach the lock', () => processesWith(world.paths.setupLock) > 1)
  expect(readFileSync(settings(), 'utf8')).toBe(connected)
  setup?.release()
  expect(await run).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(settings(), 'utf8')).toBe(own)
  expect(existsSync(world.paths.root)).toBe(!command.includes('--data'))
})

it('two at once both end well', async () => {
  const runs = [['disconnect'], ['disconnect'], ['uninstall']].map((args) =>
    spawnCli(world, [...args, '--yes']),
  )
  for (const run of runs) expect(await run).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(settings(), 'utf8')).toBe(own)
})

/** How many have the file open. */
function processesWith(file: string): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => openFiles(`/proc/${pid}/fd`).includes(file)).length
}

/** Files are closed and processes end while we look. */
function openFiles(folder: string): string[] {
  const orNothing = <T>(read: () => T[]): T[] => {
    try {
      return read()
    } catch {
      return []
    }
  }
  return orNothing(() => readdirSync(folder)).flatMap((name) =>
    orNothing(() => [readlinkSync(join(folder, name))]),
  )
}
