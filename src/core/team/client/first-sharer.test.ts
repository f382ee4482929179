import { beforeEach, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import { takeBackup } from '../../../../test/support/team/backup.ts'
import { openClient } from '../../../../test/support/team/client.ts'
import { useTestConnection } from '../../../../test/support/team/owner-connection.ts'
import { useSyncServer } from '../../../../test/support/team/sync-server.ts'
import { openTwoClients, type TwoClients } from '../../../../test/support/team/two-clients.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('a memory belongs to who shared it first', () => {
  const server = useSyncServer()
  const owner = useTestConnection(() => server.people.url)
  let { team, alice: one, bob: other, settle } = {} as TwoClients
  beforeEach(async () => {
    const clients = await openTwoClients(server)
    ;({ team, alice: one, bob: other, settle } = clients)
    await clients.share()
  })
  const emptied = () => takeBackup(owner(), team.organisation)
  /** Of Alice, in Bob's words. */
  const edited = async () => {
    const { id } = await one.write('Deploys run on Mondays.')
    await settle()
    await other.edit(id, 'Deploys run on Tuesdays.')
    await settle()
    await one.approve(other.person.name)
    await settle()
    expect(await one.find(id)).toMatchObject({ author: other.person })
    return id
  }

  test('even on a restored server that gets it from an editor', async () => {
    const backup = await emptied()
    const id = await edited()
    await backup.restore()
    await settle(other, one)
    expect(await team.state(id)).toMatchObject({ author: team.bob.person })
    await other.unshare()
    await settle()
    expect(await team.state(id)).toMatchObject({ text: { content: 'Deploys run on Tuesdays.' } })
    expect(await one.contents()).toEqual(['Deploys run on Tuesdays.'])
  })

  test('who takes it back says again what they said, while the one who changed it keeps theirs', async () => {
    const id = await edited()
    await one.unshare()
    await settle()
    expect(await team.state(id)).toMatchObject({ type: 'withdrawn' })
    expect(await one.find(id)).toMatchObject({
      ...{ content: 'Deploys run on Mondays.', author: undefined, standing: 'memory' },
    })
    expect(await other.contents()).toEqual(['Deploys run on Tuesdays.'])
  })

  test('whose other machine takes it back still has it on this one', async () => {
    const id = await edited()
    const second = await openClient(() => server.server, team.alice)
    await second.share()
    await settle(second)
    await second.unshare()
    await settle(second, one)
    expect(await second.contents()).toEqual([])
    expect(await one.find(id)).toMatchObject({ content: 'Deploys run on Mondays.' })
    expect(await team.state(id)).toMatchObject({ type: 'withdrawn' })
  })

  test('who took it back from a server that had lost it does not see it there again', async () => {
    const backup = await emptied()
    const id = await edited()
    await backup.restore()
    await settle(one)
    await one.unshare()
    await settle(one, other)
    expect(await team.state(id)).toMatchObject({ type: 'withdrawn' })
    expect(await other.contents()).toEqual(['Deploys run on Tuesdays.'])
  })

  test('and is not forgotten for all because a teammate forgets it while the server lacks it', async () => {
    const backup = await emptied()
    const { id } = await one.write('Deploys run on Mondays.')
    await settle()
    await other.approve(one.person.name)
    await backup.restore()
    await other.forget(id)
    await settle(other)
    await settle()
    expect(await team.state(id)).toMatchObject({ type: 'memory' })
    expect(await one.contents()).toEqual(['Deploys run on Mondays.'])
    expect(await other.contents()).toEqual([])
  })

  test('who moved it out of the project takes it back again from a restored server', async () => {
    const { id } = await one.write('Deploys run on Mondays.')
    await settle()
    const backup = await emptied()
    const elsewhere = { scope: 'project', scopeId: 'private' } as const
    await one.store.transaction(({ memories }) =>
      memories.update(id, elsewhere, one.clock.now().toISOString()),
    )
    await settle()
    await backup.restore()
    await settle()
    expect(await team.state(id)).toMatchObject({ type: 'withdrawn' })
    expect(await one.find(id)).toMatchObject({ ...elsewhere, content: 'Deploys run on Mondays.' })
    expect(await other.contents()).toEqual([])
  })

  test('who stops sharing takes back and forgets again what a restored server has again', async () => {
    const [moved, forgotten] = [await one.write('Port 80 is free.'), await one.write('Use Redis.')]
    await settle()
    const backup = await emptied()
    const elsewhere = { scope: 'project', scopeId: 'private' } as const
    await one.store.transaction(({ memories }) =>
      memories.update(moved.id, elsewhere, one.clock.now().toISOString()),
    )
    await one.forget(forgotten.id)
    await settle(one)
    await backup.restore()
    await one.unshare()
    await settle(one)
    expect(await team.state(moved.id)).toMatchObject({ type: 'withdrawn' })
    expect(await team.state(forgotten.id)).toMatchObject({ type: 'forgotten' })
  })

  test('who forgets it again on a restored server is believed by one who kept their own version', async () => {
    const { id } = await one.write('Deploys run on Mondays.')
    await settle()
    const backup = await emptied()
    await other.edit(id, 'Deploys run on Tuesdays.')
    await one.forget(id)
    await settle(one, other)
    expect(await other.contents()).toEqual(['Deploys run on Tuesdays.'])
    await backup.restore()
    await settle(other)
    expect(await team.state(id)).toMatchObject({ type: 'forgotten' })
    const [project] = await other.store.team.projects()
    const [entry] = await other.store.team.entriesIn(project?.id ?? '')
    expect(entry?.version).toBe((await team.state(id))?.version)
    expect(await other.counts()).toMatchObject({ localOnly: 1, waiting: 0 })
    expect(await other.contents()).toEqual(['Deploys run on Tuesdays.'])
  })

  test('but what they forgot stays forgotten as long as somebody knows', async () => {
    const { id } = await one.write('Deploys run on Mondays.')
    await settle()
    const backup = await emptied()
    await one.forget(id)
    await settle()
    await one.unshare()
    await settle()
    await backup.restore()
    await settle(other)
    expect(await team.state(id, team.bob)).toMatchObject({ type: 'forgotten' })
    expect(await other.contents()).toEqual([])
  })
})
