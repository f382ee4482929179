/** The team server as programs: started, tried out, stopped. */
import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { hasPostgres, useTestDatabase } from '../support/postgres.ts'
import { spawnCli } from '../support/processes/cli.ts'
import { type ServerProcess, serverUrl, spawnServer } from '../support/team/server-process.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('throughline server', () => {
  const databaseUrl = useTestDatabase()
  let world: World
  beforeEach(() => {
    world = createWorld()
  })
  afterEach(() => world.close())

  function start(args: readonly string[], env: Record<string, string>): ServerProcess {
    const server = spawnServer(args, { cwd: world.project, env: { ...world.env, ...env } })
    world.watch(server.child)
    return server
  }

  it('serves until it is asked to stop, and logs JSON', async () => {
    const server = start(['--port', '0'], { DATABASE_URL: databaseUrl() })
    const url = await serverUrl(server)
    expect((await fetch(`${url}/health`)).status).toBe(200)
    expect((await fetch(`${url}/ready`)).status).toBe(200)
    expect((await fetch(`${url}/api/members`)).status).toBe(401)
    expect(await server.end('SIGTERM')).toBe(0)
    const lines = server.output().trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'started',
      'request',
      'stopping',
      'stopped',
    ])
  })

  it('try: two people are signed in, someone joins, and Ctrl-C leaves nothing behind', async () => {
    // Root runs PostgreSQL as another user, who cannot enter the folder of this test.
    const trial = start(['try'], { TMPDIR: '/tmp' })
    await waitFor('the trial', () => trial.output().includes('Ctrl-C ends it'))
    const homes = [...trial.output().matchAll(/THROUGHLINE_HOME=(\S+) /g)].map(([, home]) => home)
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
    expect(await trial.end('SIGINT')).toBe(0)
    expect(trial.output()).toContain('Everything is stopped and removed.')
    expect(existsSync(ada)).toBe(false)
    expect((await spawnCli(world, ['team'])).stderr).toContain('cannot be used')
  })
})
