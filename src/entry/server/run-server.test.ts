import { describe, expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../../../test/support/homes/world.ts'
import { hasPostgres, makeTestDatabase } from '../../../test/support/postgres.ts'
import { machineOf, signInOwner } from '../../../test/support/team/server-machine.ts'
import { waitAnswer } from '../../contract/team/sync.ts'
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

  test('survives the loss of its database, reports that it is not ready, and blames no caller', async () => {
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

  test('notifies machines of changes by another process, and releases them when it stops', async () => {
    const database = await makeTestDatabase()
    onTestFinished(() => database.drop())
    const [one, other] = [await start(database.url), await start(database.url)]
    const token = await signInOwner(database.url, one.server)
    const ada = machineOf(one.server, token)
    const project = await ada.share('app')
    const wait = async (after: number) => {
      const address = new URL(`/api/sync/wait?after=${after}`, other.server.url)
      const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
      return waitAnswer.parse(await response.json()).sequence
    }
    const openWaits = () =>
      waitFor('an open wait', async () => {
        const response = await fetch(new URL('/metrics', other.server.url))
        return (await response.text()).includes('throughline_waits 1')
      })
    const changed = wait(0)
    await openWaits()
    await ada.put(project.id, 'Deploys run on Mondays.')
    expect(await changed).toBe(1)
    const unchanged = wait(1)
    await openWaits()
    await other.server.stop()
    expect(await unchanged).toBe(1)
  })

  test('does not start without its database', async () => {
    const { url, drop } = await makeTestDatabase()
    await drop()
    await expect(start(url)).rejects.toMatchObject({ code: 'database-unwritable' })
  })
})
