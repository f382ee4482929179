import { beforeEach, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import { takeBackup } from '../../../../test/support/team/backup.ts'
import { openClient, type TestClient } from '../../../../test/support/team/client.ts'
import { useTestConnection } from '../../../../test/support/team/owner-connection.ts'
import { useSyncServer } from '../../../../test/support/team/sync-server.ts'
import { openTwoClients, type TwoClients } from '../../../../test/support/team/two-clients.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('comparing everything with the server', () => {
  const server = useSyncServer()
  const owner = useTestConnection(() => server.people.url)
  let { team, alice: one, bob: other, settle } = {} as TwoClients
  beforeEach(async () => {
    const clients = await openTwoClients(server)
    ;({ team, alice: one, bob: other, settle } = clients)
    await clients.share()
  })
  const requested = (client: TestClient) => client.line.requests.splice(0)

  test('a server that was set back gets everything again that it had acknowledged', async () => {
    const { id } = await one.write('Deploys run on Mondays.')
    await settle()
    const backup = await takeBackup(owner(), team.organisation)
    await one.edit(id, 'Deploys run on Tuesdays.')
    const added = await one.write('Port 80 is free.')
    const theirs = await other.write('Tests need Redis.')
    await settle()
    await backup.restore()
    await settle()
    const expected = ['Deploys run on Tuesdays.', 'Port 80 is free.', 'Tests need Redis.']
    expect(await one.contents()).toEqual(expected)
    expect(await other.contents()).toEqual(expected)
    expect(await other.find(added.id)).toMatchObject({ author: one.person })
    expect(await one.find(theirs.id)).toMatchObject({ author: other.person })
  })

  test('a teammate’s words are those of a server that was set back, if they share no longer', async () => {
    const { id } = await one.write('Deploys run on Mondays.')
    await settle()
    const backup = await takeBackup(owner(), team.organisation)
    const bystander = await openClient(() => server.server, team.ada)
    await bystander.share()
    await other.edit(id, 'Deploys run on Tuesdays.')
    await settle()
    await bystander.sync()
    await other.unshare()
    await other.sync()
    await backup.restore()
    await bystander.sync()
    await bystander.sync()
    const head = await team.state(id)
    expect(head).toMatchObject({ text: { content: 'Deploys run on Mondays.' } })
    expect(await bystander.contents()).toEqual(['Deploys run on Mondays.'])
    const former = await bystander.store.memories.revisions(id)
    expect(former.map(({ memory }) => memory.content)).toContain('Deploys run on Tuesdays.')
  })

  test('what was sent is taken back, even if it was edited and unshared before the answer', async () => {
    const { id } = await one.write('Deploys run on Mondays.')
    one.line.fault = (request) => (request === 'push' ? 'answer-lost' : undefined)
    await one.sync()
    await one.edit(id, 'Deploys run on Tuesdays.')
    await one.sync()
    await one.unshare()
    one.line.fault = () => undefined
    await settle()
    expect(await team.state(id, team.bob)).toMatchObject({ type: 'withdrawn' })
    expect(await one.contents()).toEqual(['Deploys run on Tuesdays.'])
  })

  test('a forgotten memory stays forgotten on a restored server', async () => {
    const { id } = await one.write('Deploys run on Mondays.')
    await settle()
    const backup = await takeBackup(owner(), team.organisation)
    await one.forget(id)
    await settle()
    await backup.restore()
    await settle()
    expect((await team.state(id))?.type).toBe('forgotten')
    expect(await one.contents()).toEqual([])
    expect(await other.contents()).toEqual([])
  })

  test('a machine whose last pull is older than the backup notices by what it pushed', async () => {
    await settle()
    const backup = await takeBackup(owner(), team.organisation)
    const { id } = await one.write('Port 80 is free.')
    one.line.fault = (request) => (request === 'pull' ? 'request-lost' : undefined)
    await one.sync()
    await backup.restore()
    await other.write('Tests need Redis.')
    await other.sync()
    one.line.fault = () => undefined
    await settle()
    expect((await team.state(id))?.type).toBe('memory')
    expect(await other.contents()).toEqual(['Port 80 is free.', 'Tests need Redis.'])
  })

  test('finds local drift: missing rows, and unnoticed changes', async () => {
    const [mine, theirs] = [await one.write('Port 80 is free.'), await other.write('Use Redis.')]
    await settle()
    one.store.exec(`DELETE FROM memories WHERE id = '${theirs.id}'`)
    one.store.exec(`UPDATE memories SET content = 'Port 80 is taken.' WHERE id = '${mine.id}'`)
    one.clock.advance(7 * 60 * 60 * 1_000)
    await settle()
    expect(await one.find(theirs.id)).toMatchObject({ content: 'Use Redis.' })
    expect(await other.find(mine.id)).toMatchObject({ content: 'Port 80 is taken.' })
  })

  test('costs one request where nothing differs', async () => {
    for (let n = 0; n < 30; n += 1) await one.write(`Port ${8000 + n} belongs to service ${n}.`)
    await settle()
    requested(one)
    one.clock.advance(7 * 60 * 60 * 1_000)
    await one.sync()
    expect(requested(one)).toEqual(['buckets', 'pull'])
  })
})
