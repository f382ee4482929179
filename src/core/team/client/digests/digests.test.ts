import { beforeEach, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../../test/support/postgres.ts'
import { takeBackup } from '../../../../../test/support/team/backup.ts'
import { openClient, type TestClient } from '../../../../../test/support/team/client.ts'
import { endSession, putDigest } from '../../../../../test/support/team/end-session.ts'
import { useTestConnection } from '../../../../../test/support/team/owner-connection.ts'
import {
  makeTeam,
  type TestTeam,
  useSyncServer,
} from '../../../../../test/support/team/sync-server.ts'

const secret = ['ghp', 'a1B2'.repeat(9)].join('_')

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('digests of sessions', () => {
  const server = useSyncServer()
  const owner = useTestConnection(() => server.people.url)
  let team: TestTeam
  let one: TestClient
  let other: TestClient
  beforeEach(async () => {
    team = await makeTeam(server)
    one = await openClient(() => server.server, team.alice)
    other = await openClient(() => server.server, team.bob)
    for (const each of [one, other]) await each.share()
  })
  const settle = async (rounds = 3) => {
    for (let round = 0; round < rounds; round += 1) {
      for (const each of [one, other]) {
        each.clock.advance(60_000)
        await each.sync()
      }
    }
  }
  const saying = (said: string) => `1. Fix it.\n   → ${said}`

  test('stay here until they are switched on', async () => {
    await one.endSession('The port is 8080 now.')
    await settle()
    expect(await team.pull(team.bob)).toEqual([])
  })

  test('once on, go with those that exist and those to come, and later versions of them', async () => {
    const id = await one.endSession('The port is 8080 now.')
    await one.switchDigests(true)
    await one.endSession('Tests need Redis.')
    await settle()
    const both = [saying('Tests need Redis.'), saying('The port is 8080 now.')]
    expect(await other.digests()).toEqual(both)
    expect(await one.digests()).toEqual([])
    expect(await other.contents()).toEqual([])
    const [found] = await other.store.team.digests({ projectId: other.localId }, 1, 1)
    expect(found).toMatchObject({ id, author: one.person, text: { branch: 'main' } })
    await putDigest(one.store, id, 'The port is 8081 now.')
    await settle()
    expect(await other.digests()).toContain(saying('The port is 8081 now.'))
    expect(await one.counts()).toMatchObject({ waiting: 0, parked: 0, digests: 2, synced: 0 })
  })

  test('leave out what is about this machine, or came from outside the project', async () => {
    const at = (path: string) => ({ path, cites: [] })
    await one.endSession('', {
      steps: [
        { turn: 1, signs: [], request: 'Fix it.', result: 'Read it.', foreign: true, cites: [] },
      ],
      filesRead: [at('/w/app/secrets.txt')],
      filesChanged: [at('/w/app/src/port.ts'), at('/home/ada/.bashrc'), at('docs/port.md')],
      commands: [{ command: 'ssh build-host', outcome: 'passed', cites: [] }],
      open: [{ kind: 'question', text: 'Shall I?', foreign: true, cites: [] }],
    })
    await one.switchDigests(true)
    await settle()
    expect(await other.digests()).toEqual(['1. Fix it.\nChanged: src/port.ts, docs/port.md'])
  })

  test('of sessions that go on, and of other projects, stay here', async () => {
    await one.switchDigests(true)
    const id = await one.endSession('The port is 8080 now.')
    await one.store.transaction(({ capture }) => capture.updateSession(id, { status: 'active' }))
    const elsewhere = await one.store.projects.insert({
      ...{ identity: 'github.com/acme/web', name: 'web', root: undefined },
    })
    const at = one.clock.now().toISOString()
    await endSession(one.store, { projectId: elsewhere.id, at, said: 'Of another project.' })
    await settle()
    expect(await team.pull(team.bob)).toEqual([])
  })

  test('are taken back when switched off, and go again when switched on', async () => {
    await one.endSession('The port is 8080 now.')
    await one.switchDigests(true)
    await settle()
    await one.switchDigests(false)
    await settle()
    expect(await team.pull(team.bob)).toMatchObject([{ type: 'withdrawn', of: 'digest' }])
    expect(await other.digests()).toEqual([])
    await one.switchDigests(true)
    await settle()
    expect(await other.digests()).toEqual([saying('The port is 8080 now.')])
  })

  test('are taken back with the project, and those of others go from here', async () => {
    await one.switchDigests(true)
    await other.switchDigests(true)
    await one.endSession('The port is 8080 now.')
    await other.endSession('Tests need Redis.')
    await settle()
    expect(await one.digests()).toEqual([saying('Tests need Redis.')])
    await one.unshare()
    await settle()
    expect(await one.digests()).toEqual([])
    expect(await other.digests()).toEqual([])
    await one.share()
    await settle()
    expect(await one.digests()).toEqual([saying('Tests need Redis.')])
    expect(await other.digests()).toEqual([])
  })

  test('are forgotten for everyone with their session, and do not come back', async () => {
    await one.switchDigests(true)
    const id = await one.endSession('The port is 8080 now.')
    await settle()
    const backup = await takeBackup(owner(), team.organisation)
    await one.deleteSession(id)
    await settle()
    expect(await team.state(id)).toMatchObject({ type: 'forgotten', of: 'digest' })
    expect(await other.digests()).toEqual([])
    await backup.restore()
    await settle()
    expect(await team.state(id)).toMatchObject({ type: 'forgotten' })
    expect(await other.digests()).toEqual([])
  })

  test('are sent again to a server that was set back to a backup', async () => {
    await one.switchDigests(true)
    const id = await one.endSession('The port is 8080 now.')
    await settle()
    const backup = await takeBackup(owner(), team.organisation)
    await putDigest(one.store, id, 'The port is 8081 now.')
    await one.endSession('Tests need Redis.')
    await settle()
    await backup.restore()
    await settle(4)
    const both = [saying('Tests need Redis.'), saying('The port is 8081 now.')]
    expect(await other.digests()).toEqual(both)
    expect((await team.pull(team.bob)).map(({ type }) => type)).toEqual(['digest', 'digest'])
  })

  test('are redacted before they leave', async () => {
    await one.switchDigests(true)
    await one.endSession(`Set the token ${secret} for CI.`)
    await settle()
    const [digest] = await other.digests()
    expect(digest).toContain('Set the token')
    expect(digest).not.toContain(secret)
    const audit = await server.people.parts.store.reading(team.organisation).audit(100)
    expect(audit.map(({ action }) => action)).not.toContain('secret-redacted')
  })

  test('are sent once, whatever requests and answers are lost', async () => {
    await one.switchDigests(true)
    await one.endSession('The port is 8080 now.')
    one.line.fault = (request) => (request === 'push' ? 'answer-lost' : undefined)
    await one.sync()
    one.line.fault = () => undefined
    await settle()
    expect(await team.pull(team.bob)).toHaveLength(1)
    expect(await one.counts()).toMatchObject({ waiting: 0, parked: 0, digests: 1 })
  })

  test('on another machine of the same person are that person’s, and stay when it shares none', async () => {
    const laptop = await openClient(() => server.server, team.alice)
    await laptop.share()
    await one.switchDigests(true)
    await one.endSession('The port is 8080 now.')
    await settle()
    for (let round = 0; round < 2; round += 1) await laptop.sync()
    expect(await laptop.digests()).toEqual([saying('The port is 8080 now.')])
    await laptop.switchDigests(true)
    await laptop.switchDigests(false)
    await laptop.sync()
    await settle()
    expect(await other.digests()).toEqual([saying('The port is 8080 now.')])
  })
})
