/** `throughline server try`, followed by copying the lines that it prints. */
import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { readRunFile } from '../../src/adapters/filesystem/run-files.ts'
import { openFolder } from '../hermetic/open-folder.ts'
import { createWorld, isAlive, type World, waitFor } from '../support/homes/world.ts'
import { hasPostgres } from '../support/postgres.ts'
import { spawnServer } from '../support/team/server-process.ts'

const run = promisify(execFile)

/** Opens the page of a link and presses its button. @returns the cookie */
async function signBrowserIn(link: string): Promise<string> {
  expect(await (await fetch(link)).text()).toContain('ada@example.com')
  const headers = { origin: new URL(link).origin }
  const pressed = await fetch(link, { method: 'POST', headers, redirect: 'manual' })
  return pressed.headers.get('set-cookie') ?? ''
}

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('throughline server try', () => {
  let world: World
  let temporary: string
  beforeEach(async () => {
    world = createWorld()
    // Root runs PostgreSQL as another user, who must get in.
    temporary = mkdtempSync(join(openFolder(), 'try-'))
    await chmod(temporary, 0o755)
  })
  afterEach(async () => {
    await world.close()
    rmSync(temporary, { recursive: true, force: true })
  })

  async function start() {
    const env = { ...world.env, TMPDIR: temporary }
    const trial = spawnServer(['try'], { cwd: world.project, env })
    world.watch(trial.child)
    await waitFor('the guide', () => trial.output().includes('Ctrl-C ends everything'), 60_000)
    const lines = trial.output().trimEnd().split('\n')
    const commands = lines.filter((line) => line.startsWith('  ')).map((line) => line.trim())
    const folder = (commands.shift() ?? '').replace(/^cd /, '')
    return { trial, lines, commands, folder }
  }

  it('takes an admin from signing in to a memory that arrives, line by line', async () => {
    const { trial, lines, commands, folder } = await start()
    expect(lines.filter((line) => line.length > 80 && !line.includes(folder))).toEqual([])
    const shell = async (command: string) =>
      (await run('/bin/sh', ['-c', command], { cwd: folder, env: world.env })).stdout
    const said: string[] = []
    for (const command of commands) {
      const isArrival = command === './grace list' && said.length > commands.indexOf(command)
      said.push(
        isArrival
          ? await waitFor('the memory', async () => {
              const shown = await shell(command)
              return shown.includes('reset every night') && shown
            })
          : await shell(command),
      )
    }
    const [login, link, , preview, , , graceLogin, , first, , second, approved, audit] = said
    expect(login).toContain('Signed in to Try as Ada.')
    expect(await signBrowserIn(link?.split('\n')[0] ?? '')).toContain('throughline-team=')
    expect(preview).toContain('Deploys run on Mondays.')
    expect(graceLogin).toContain('Signed in to Try as Grace.')
    expect(first).toContain('(by Ada, candidate) Deploys run on Mondays.')
    expect(second).toContain('(by Ada, candidate) The staging database')
    expect(approved).toContain('Approved Ada and 2 memories.')
    expect(audit).toContain('invitation-created')
    expect(await trial.end('SIGINT')).toBe(0)
    expect(trial.output()).toContain('Everything is stopped and removed.')
    expect(readdirSync(temporary)).toEqual([])
  })

  it('leaves nothing behind when it is killed', async () => {
    const { trial, folder } = await start()
    const [file = ''] = globSync(join(temporary, 'tl-try-*', 'data', 'postmaster.pid'))
    const database = Number.parseInt(readFileSync(file, 'utf8'), 10)
    const daemons = ['ada', 'grace'].map(
      (name) =>
        readRunFile(join(folder, `${name}-machine`, 'home', 'run', 'daemon.json'))?.pid ?? 0,
    )
    onTestFinished(() => {
      for (const pid of [database, ...daemons]) if (pid > 0 && isAlive(pid)) process.kill(pid)
    })
    expect([database, ...daemons].every(isAlive)).toBe(true)
    trial.child.kill('SIGKILL')
    await waitFor('PostgreSQL to end', () => !isAlive(database))
    await waitFor('its files to go', () => !existsSync(folder) && !existsSync(file))
    await waitFor('the daemons to end', () => !daemons.some(isAlive), 20_000)
  })
})
