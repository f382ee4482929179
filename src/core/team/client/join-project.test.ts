import { beforeEach, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import { useSyncServer } from '../../../../test/support/team/sync-server.ts'
import { openTwoClients, type TwoClients } from '../../../../test/support/team/two-clients.ts'
import { ThroughlineError } from '../../../contract/errors.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('sharing and unsharing a project', () => {
  const server = useSyncServer()
  let { team, alice: one, bob: other, settle, share } = {} as TwoClients
  beforeEach(async () => {
    ;({ team, alice: one, bob: other, settle, share } = await openTwoClients(server))
  })

  test('sharing a large project lets others write in between', async () => {
    const count = 100
    for (let number = 0; number < count; number += 1) await one.write(`Fact number ${number}.`)
    const sharing = { isDone: false }
    const shared = one.share().finally(() => {
      sharing.isDone = true
    })
    const seen = new Set<number>()
    while (!sharing.isDone) {
      seen.add(await one.store.transaction(async ({ team: t }) => (await t.counts()).waiting))
      await new Promise(setImmediate)
    }
    await shared
    expect([...seen].some((waiting) => waiting > 0 && waiting < count)).toBe(true)
    expect((await one.counts()).waiting).toBe(count)
  })

  test('unsharing takes back your own memories and removes those of others', async () => {
    const mine = await one.write('Deploys run on Mondays.')
    const theirs = await other.write('Port 80 is free.')
    await share()
    await settle()
    await one.unshare()
    await settle()
    expect(await one.contents()).toEqual(['Deploys run on Mondays.'])
    expect(await other.contents()).toEqual(['Port 80 is free.'])
    expect(await one.store.team.projects()).toEqual([])
    await one.share()
    await settle()
    expect(await one.find(theirs.id)).toMatchObject({ author: other.person })
    expect(await other.find(mine.id)).toMatchObject({ author: one.person })
  })

  test('the server notes who shares no longer, also if it hears of it late', async () => {
    const unshared = async () => {
      const entries = await server.people.parts.store.reading(team.organisation).audit(200)
      return entries.filter(({ action }) => action === 'project-unshared')
    }
    await share()
    one.line.fault = (request) => (request === 'unshare' ? 'request-lost' : undefined)
    await one.unshare()
    await one.sync()
    expect(await one.store.team.projects()).toMatchObject([{ state: 'leaving' }])
    expect(await unshared()).toEqual([])
    one.line.fault = () => undefined
    await one.sync()
    expect(await one.store.team.projects()).toEqual([])
    const [{ id: subject } = { id: '' }] = await other.store.team.projects()
    expect(await unshared()).toMatchObject([{ subject, person: { id: team.alice.person.id } }])
  })

  test('a project is left although an older server cannot note it', async () => {
    await share()
    one.line.fault = (request) =>
      request === 'unshare' ? new ThroughlineError('not-found', 'no such route') : undefined
    await one.unshare()
    await one.sync()
    expect(await one.store.team.projects()).toEqual([])
  })

  test('of two projects that the team knows as one, only one is shared', async () => {
    const { id } = await one.write('Deploys run on Mondays.')
    const mirror = { identity: 'gitlab.com/mirror/app', name: 'mirror', root: undefined }
    const { id: second } = await one.store.projects.insert(mirror)
    const aliases = [mirror.identity]
    const both = { type: 'team', name: 'app', identity: 'github.com/acme/app', aliases } as const
    await server.server.share(team.bob, both)
    await share()
    await expect(one.share(second)).rejects.toMatchObject({ code: 'conflict' })
    await settle()
    expect(await other.find(id)).toMatchObject({ author: one.person })
    await one.unshare()
    await settle()
    await one.share(second)
    expect(await one.store.team.projects()).toMatchObject([{ localId: second }])
  })

  test('a project that was merged into another waits until that one is shared', async () => {
    const { id } = await one.write('Deploys run on Mondays.')
    await share()
    await settle()
    const whole = await one.store.projects.insert({
      ...{ identity: 'github.com/acme/whole', name: 'whole', root: undefined },
    })
    await one.store.transaction(({ projectMerges }) =>
      projectMerges.merge(one.localId, whole.id, one.clock.now().toISOString()),
    )
    const secret = await one.write('Nobody was asked about this.', { scopeId: whole.id })
    const later = await other.write('The staging database is read-only.')
    await settle()
    expect(await other.find(id)).toMatchObject({ content: 'Deploys run on Mondays.' })
    expect(await other.find(secret.id)).toBeUndefined()
    expect(await one.find(later.id)).toBeUndefined()
    await one.share(whole.id)
    await settle()
    expect(await other.find(secret.id)).toMatchObject({ author: one.person })
    expect(await one.find(later.id)).toMatchObject({ scopeId: whole.id, author: other.person })
  })
})
