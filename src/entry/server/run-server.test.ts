import { describe, expect, onTestFinished, test } from 'vitest'
import { hasPostgres, makeTestDatabase } from '../../../test/support/postgres.ts'
import { runServer } from './run-server.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('a running server', () => {
  async function start(databaseUrl: string) {
    const logged: string[] = []
    const note = (message: string) => void logged.push(message)
    const log = { info: note, warn: note, error: note }
    const server = await runServer({ databaseUrl, host: '127.0.0.1', port: 0, proxies: 0, log })
    onTestFinished(server.stop)
    const status = async (path: string) => (await fetch(new URL(path, server.url))).status
    return { server, logged, status }
  }

  test('outlives its database, says that it is not ready, and blames no caller', async () => {
    const database = await makeTestDatabase()
    const { status, logged, server } = await start(database.url)
    expect(await status('/ready')).toBe(200)
    await database.drop()
    expect(await status('/health')).toBe(200)
    expect(await status('/ready')).toBe(503)
    expect(await status('/metrics')).toBe(200)
    expect(await status('/api/members')).toBe(503)
    expect(logged).toContain('a request failed')
    await server.stop()
    expect(logged.at(-1)).toBe('stopped')
  })

  test('two run side by side on one database', async () => {
    const database = await makeTestDatabase()
    onTestFinished(() => database.drop())
    const both = await Promise.all([start(database.url), start(database.url)])
    for (const { status } of both) expect(await status('/ready')).toBe(200)
  })

  test('does not start without its database', async () => {
    const { url, drop } = await makeTestDatabase()
    await drop()
    await expect(start(url)).rejects.toMatchObject({ code: 'database-unwritable' })
  })
})
