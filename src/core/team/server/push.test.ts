import { beforeEach, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import {
  makeTeam,
  type TestTeam,
  useSyncServer,
} from '../../../../test/support/team/sync-server.ts'
import { digestLimits } from '../../../contract/team/digest-text.ts'

const secret = ['ghp', 'a1B2'.repeat(9)].join('_')

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('a digest on the server', () => {
  const sync = useSyncServer()
  let team: TestTeam
  beforeEach(async () => {
    team = await makeTeam(sync)
  })

  test('is given to teammates with its author, and the last version wins', async () => {
    const put = team.putDigest('1. Fix the port.')
    const { version, outcome } = await team.one(team.alice, put)
    expect(outcome).toBe('stored')
    expect(await team.pull(team.bob)).toMatchObject([
      { type: 'digest', id: put.id, version, author: team.alice.person, text: put.text },
    ])
    await team.one(team.alice, team.putDigest('1. Fixed the port.', { id: put.id }))
    expect(await team.state(put.id)).toMatchObject({ text: { content: '1. Fixed the port.' } })
    expect((await sync.server.projects(team.rita))[0]).toMatchObject({ digests: 1, memories: 0 })
  })

  test('and its removal are kept from clients that know no digests', async () => {
    const put = team.putDigest('1. Fix the port.')
    await team.one(team.alice, put)
    const seenByOldClients = async () => [
      await sync.server.pull(team.bob, { projects: [team.project] }),
      await sync.server.buckets(team.bob, { project: team.project }),
      await sync.server.bucket(team.bob, { project: team.project, bucket: put.id.slice(-2) }),
    ]
    const nothing = [{ states: [] }, { hashes: {} }, { entries: [] }]
    expect(await seenByOldClients()).toMatchObject(nothing)
    await team.one(team.alice, team.withdraw(put.id))
    expect(await seenByOldClients()).toMatchObject(nothing)
    expect(await team.state(put.id)).toMatchObject({ type: 'withdrawn', of: 'digest' })
  })

  test('is changed and taken back by its author only; an admin may forget it', async () => {
    const put = team.putDigest('1. Fix the port.')
    await team.one(team.alice, put)
    const theirs = team.putDigest('Planted.', { id: put.id })
    expect(await team.one(team.bob, theirs)).toMatchObject({ outcome: 'not-yours' })
    expect(await team.one(team.bob, team.withdraw(put.id))).toMatchObject({ outcome: 'not-yours' })
    expect(await team.one(team.bob, team.forget(put.id))).toMatchObject({ outcome: 'not-yours' })
    const asMemory = team.put('Planted.', { id: put.id })
    expect(await team.one(team.bob, asMemory)).toMatchObject({ outcome: 'refused' })
    expect(await team.state(put.id)).toMatchObject({ type: 'digest', text: put.text })
    expect(await team.one(team.ada, team.forget(put.id))).toMatchObject({ outcome: 'stored' })
    const again = team.putDigest('1. Fix the port.', { id: put.id })
    expect(await team.one(team.alice, again)).toMatchObject({ outcome: 'forgotten' })
  })

  test('does not replace a memory with the same id', async () => {
    const memory = team.put('Deploys run on Mondays.')
    await team.one(team.alice, memory)
    const put = team.putDigest('Planted.', { id: memory.id })
    expect(await team.one(team.alice, put)).toMatchObject({ outcome: 'refused' })
  })

  test('is redacted here too, and the audit says whose it was', async () => {
    const put = team.putDigest(`1. Set the token ${secret}`)
    const { version = 0 } = await team.one(team.alice, put)
    const kept = await team.state(put.id)
    expect(JSON.stringify(kept)).not.toContain(secret)
    expect(kept?.version).toBeGreaterThan(version)
    const audit = await sync.people.parts.store.reading(team.organisation).audit(10)
    expect(audit).toContainEqual(
      expect.objectContaining({ action: 'secret-redacted', subject: put.id }),
    )
  })

  test('is refused if it is too long, and does not delay others', async () => {
    const long = team.putDigest('x'.repeat(digestLimits.contentCharacters + 1))
    const answers = await team.push(team.alice, long, team.putDigest('1. Fix the port.'))
    expect(answers.map(({ outcome }) => outcome)).toEqual(['refused', 'stored'])
  })

  test('goes with everything else of a person who leaves', async () => {
    const put = team.putDigest('1. Fix the port.')
    await team.one(team.alice, put)
    expect(await sync.server.takeBackAll(team.alice)).toBe(1)
    expect(await team.state(put.id)).toMatchObject({ type: 'withdrawn' })
  })

  test('does not count as a person’s first memory', async () => {
    await team.one(team.alice, team.putDigest('1. Fix the port.'))
    expect(await sync.store.reading(team.organisation).newcomers('2000-01-01T00:00:00Z')).toEqual(
      [],
    )
  })
})
