import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../../../../test/support/homes/world.ts'
import { hasPostgres, useTestDatabase } from '../../../../test/support/postgres.ts'
import { useTestConnection } from '../../../../test/support/team/owner-connection.ts'
import {
  type ChangeWatchParts,
  listenForChanges,
  notifyChange,
  watchChanges,
} from './watch-changes.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('hearing of changes', () => {
  const url = useTestDatabase()
  const owner = useTestConnection(url)

  function hear(more: Partial<ChangeWatchParts> = {}) {
    const heard: string[] = []
    const looks = { count: 0 }
    const pool = new pg.Pool({ connectionString: url() })
    const notify = (organisation: string, sequence: number) =>
      notifyChange(pool, organisation, sequence)
    const hearing = watchChanges({
      ...{ url: url(), notify, onError: () => undefined },
      onChange: (organisation, sequence) => void heard.push(`${organisation}:${sequence}`),
      async look() {
        looks.count += 1
      },
      ...{ probeEveryMs: 50, pollEveryMs: 10, ...more },
    })
    onTestFinished(async () => {
      await hearing.stop()
      await pool.end()
    })
    return { hearing, heard, looks, notify }
  }
  const cutOff = () =>
    owner().query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'throughline listen' AND datname = current_database()`,
    )

  test('names what changed, and then looks no more', async () => {
    const { hearing, heard, looks, notify } = hear({ probeEveryMs: 60_000 })
    await waitFor('a message of its own', hearing.isReceiving)
    const before = looks.count
    await notify('acme', 7)
    await waitFor('the change', () => heard.includes('acme:7'))
    expect(heard).toEqual(['acme:7'])
    expect(looks.count).toBeLessThanOrEqual(before + 1)
  })

  test('goes on after its connection was lost, and looks for what it missed', async () => {
    const { hearing, heard, looks, notify } = hear({ pollEveryMs: 60_000, probeEveryMs: 60_000 })
    await waitFor('a message of its own', hearing.isReceiving)
    const before = looks.count
    await cutOff()
    await waitFor('a look at what was missed', () => looks.count > before && hearing.isReceiving())
    await notify('acme', 8)
    await waitFor('the change', () => heard.includes('acme:8'))
  })

  test('looks for changes while messages do not arrive, as behind a pooler', async () => {
    const { hearing, looks } = hear({ notify: async () => undefined })
    await waitFor('several looks', () => looks.count > 5)
    expect(hearing.isReceiving()).toBe(false)
  })

  test('gives a slow database the time to answer a connection', async () => {
    const { port, connections } = await serveSilently()
    const { looks } = hear({
      url: `postgres://throughline@127.0.0.1:${port}/team`,
      probeEveryMs: 10,
      notify: async () => undefined,
    })
    await waitFor('many probes', () => looks.count > 200)
    expect(connections.length).toBe(1)
  })

  test('begins without a database, and ends without one', async () => {
    const errors: unknown[] = []
    const { hearing, looks } = hear({
      url: 'postgres://nobody@127.0.0.1:9/none',
      notify: async () => {
        throw new Error('no database')
      },
      onError: (error) => void errors.push(error),
    })
    await waitFor('an error and a look', () => errors.length > 0 && looks.count > 0)
    await hearing.stop()
    expect(errors[0]).toMatchObject({ code: 'database-unwritable' })
  })
})

describe('listen', () => {
  test('stops while a database that does not answer is asked for a connection', async () => {
    const { server, port } = await serveSilently()
    const listening = listenForChanges(`postgres://throughline@127.0.0.1:${port}/team`, {
      onChange: () => undefined,
      onError: () => undefined,
    })
    await once(server, 'connection')
    await expect(listening.stop()).resolves.toBeUndefined()
  })
})

/** Takes connections and never answers. */
async function serveSilently() {
  const connections: Socket[] = []
  const server = createServer((socket) => void connections.push(socket)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    for (const socket of connections) socket.destroy()
    server.close()
  })
  await once(server, 'listening')
  return { server, connections, port: (server.address() as AddressInfo).port }
}
