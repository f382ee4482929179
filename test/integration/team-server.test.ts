/** The team server as programs: started and stopped. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../support/homes/world.ts'
import { hasPostgres, useTestDatabase } from '../support/postgres.ts'
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
})
