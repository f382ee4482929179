/** The team server as programs: started, tried out, stopped. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { hasPostgres, useTestDatabase } from '../support/postgres.ts'
import { spawnCli } from '../support/processes/cli.ts'

const program = join(import.meta.dirname, '..', '..', 'bin', 'throughline.js')

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('throughline server', () => {
  const databaseUrl = useTestDatabase()
  let world: World
  beforeEach(() => {
    world = createWorld()
  })
  afterEach(() => world.close())

  function start(args: readonly string[], env: Record<string, string>) {
    const child = spawn(process.execPath, [program, 'server', ...args], {
      cwd: world.project,
      env: { ...world.env, ...env },
    })
    world.watch(child)
    const output = { text: '' }
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output.text += text
      })
    }
    return { child, output }
  }

  async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number> {
    const closed = once(child, 'close')
    child.kill(signal)
    const [code] = (await closed) as [number]
    return code
  }

  it('serves until it is asked to stop, and logs JSON', async () => {
    const { child, output } = start(['--port', '0'], { DATABASE_URL: databaseUrl() })
    const url = await waitFor('the server', () => /"url":"([^"]+)"/.exec(output.text)?.[1])
    expect((await fetch(`${url}/health`)).status).toBe(200)
    expect((await fetch(`${url}/ready`)).status).toBe(200)
    expect((await fetch(`${url}/api/members`)).status).toBe(401)
    expect(await end(child, 'SIGTERM')).toBe(0)
    const lines = output.text.trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'started',
      'request',
      'stopping',
      'stopped',
    ])
  })

  it('try: two people are signed in, someone joins, and Ctrl-C leaves nothing behind', async () => {
    // Root runs PostgreSQL as another user, who cannot enter the folder of this test.
    const { child, output } = start(['try'], { TMPDIR: '/tmp' })
    await waitFor('the trial', () => output.text.includes('Ctrl-C ends it'))
    const homes = [...output.text.matchAll(/THROUGHLINE_HOME=(\S+) /g)].map(([, home]) => home)
    const [ada = ''] = homes
    const env = { THROUGHLINE_HOME: ada }
    const team = await spawnCli(world, ['team'], { env })
    expect(team.stdout).toMatch(/Ada \(you\) +ada@example\.com +owner/)
    expect(team.stdout).toMatch(/Grace +grace@example\.com +member/)
    const args = ['team', 'invite', 'you@example.com', '--json']
    const { link } = JSON.parse((await spawnCli(world, args, { env })).stdout)
    const joined = await spawnCli(world, ['login', link, '--name', 'You'])
    expect(joined).toMatchObject({ code: 0, stderr: '' })
    expect(joined.stdout).toContain('Signed in to Try as You.')
    expect(await end(child, 'SIGINT')).toBe(0)
    expect(output.text).toContain('Everything is stopped and removed.')
    expect(existsSync(ada)).toBe(false)
    expect((await spawnCli(world, ['team'])).stderr).toContain('cannot be used')
  })
})
