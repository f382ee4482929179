import { beforeEach, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import { openClient } from '../../../../test/support/team/client.ts'
import { useSyncServer } from '../../../../test/support/team/sync-server.ts'
import { openTwoClients, type TwoClients } from '../../../../test/support/team/two-clients.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import { describeTeam } from './connection.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('sync without the server', () => {
  const server = useSyncServer()
  let { team, alice: one, bob: other, settle, share } = {} as TwoClients
  beforeEach(async () => {
    ;({ team, alice: one, bob: other, settle, share } = await openTwoClients(server))
  })

  test('everything waits, and arrives once it is back', async () => {
    await share()
    await settle()
    one.line.fault = () => 'request-lost'
    const { id } = await one.write('Deploys run on Mondays.')
    for (let n = 0; n < 8; n += 1) expect(await one.sync()).toMatchObject({ state: 'unreachable' })
    await one.edit(id, 'Deploys run on Tuesdays.')
    expect(await one.counts()).toMatchObject({ waiting: 1, parked: 0 })
    one.line.fault = () => undefined
    await settle()
    expect(await other.contents()).toEqual(['Deploys run on Tuesdays.'])
    expect((await one.store.team.connection())?.state).toBe('connected')
  })

  test('an answer that is lost does not count an operation twice', async () => {
    await share()
    const { id } = await one.write('Deploys run on Mondays.')
    one.line.fault = (request) => (request === 'push' ? 'answer-lost' : undefined)
    await one.sync()
    await one.edit(id, 'Deploys run on Tuesdays.')
    await one.sync()
    one.line.fault = () => undefined
    await settle()
    expect(await one.contents()).toEqual(['Deploys run on Tuesdays.'])
    expect(await other.contents()).toEqual(['Deploys run on Tuesdays.'])
    expect(await one.store.proposals.waiting()).toEqual([])
  })

  test('pulling continues if pushing fails', async () => {
    await share()
    await one.write('Deploys run on Mondays.')
    await other.write('Port 80 is free.')
    await one.sync()
    other.line.fault = (request) => (request === 'push' ? 'request-lost' : undefined)
    await other.sync()
    expect(await other.contents()).toEqual(['Deploys run on Mondays.', 'Port 80 is free.'])
  })

  test.each([
    ['not-signed-in', 'signed-out'],
    ['not-allowed', 'not-allowed'],
  ] as const)('%s leaves everything here and says so', async (code, state) => {
    await one.share()
    await one.write('Deploys run on Mondays.')
    one.line.fault = () => new ThroughlineError(code, 'no')
    expect(await one.sync()).toMatchObject({ state })
    expect(await one.counts()).toMatchObject({ waiting: 1, parked: 0 })
  })

  test('a reader stays connected, gets everything and is told that nothing is sent', async () => {
    const rita = await openClient(() => server.server, team.rita)
    await share()
    await rita.share()
    await rita.write('The words of a reader.')
    await one.write('Deploys run on Mondays.')
    await settle(one, rita)
    expect(await rita.sync()).toMatchObject({ state: 'connected' })
    expect(await rita.contents()).toContain('Deploys run on Mondays.')
    expect(await other.contents()).not.toContain('The words of a reader.')
    expect(await describeTeam(rita.store)).toMatchObject({
      ...{ state: 'connected', problem: 'readers cannot share memories' },
      counts: { waiting: 1 },
    })
  })

  test('what the server keeps failing on is parked after five tries and delays nothing', async () => {
    await share()
    await settle()
    const bad = await one.write('This one breaks the server.')
    const failing = new ThroughlineError('server-failed', 'internal error')
    one.line.fault = (request) => (request === 'push' ? failing : undefined)
    await one.sync()
    one.line.fault = () => undefined
    const push = one.ports.server.push
    Object.assign(one.ports.server, {
      push: async (request: Parameters<typeof push>[0]) => {
        if (JSON.stringify(request).includes('breaks the server')) throw failing
        return push(request)
      },
    })
    await one.write('Port 80 is free.')
    await settle()
    await settle()
    expect(await other.contents()).toEqual(['Port 80 is free.'])
    expect(await one.store.team.parked(10)).toMatchObject([
      { memoryId: bad.id, problem: 'internal error', tries: 5 },
    ])
  })
})
