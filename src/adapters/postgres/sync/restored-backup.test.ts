import { beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import { takeBackup } from '../../../../test/support/team/backup.ts'
import { useTestConnection } from '../../../../test/support/team/owner-connection.ts'
import {
  makeTeam,
  type TestTeam,
  useSyncServer,
} from '../../../../test/support/team/sync-server.ts'
import type { Mark } from '../../../contract/team/sync.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('a server restored from a backup', () => {
  const sync = useSyncServer()
  const owner = useTestConnection(() => sync.people.url)
  let team: TestTeam
  beforeAll(async () => {
    team = await makeTeam(sync)
  })

  const reset = { status: 'reset' }
  const cursor = async (): Promise<Mark> => {
    const answer = await sync.server.pull(team.bob, { projects: [team.project] })
    if (answer.status === 'reset') throw new Error('the pull was reset')
    return answer.upTo
  }
  const pull = (after: Mark, witness?: Mark) =>
    sync.server.pull(team.bob, { projects: [team.project], after, ...(witness && { witness }) })

  test('tells everyone who knows a later change, even once it has as many changes again', async () => {
    await team.one(team.alice, team.put('In the backup.'))
    const before = await cursor()
    const backup = await takeBackup(owner(), team.organisation)
    const lost = await team.one(team.alice, team.put('After the backup.'))
    const later = await cursor()
    await backup.restore()
    expect(await pull(later)).toEqual(reset)
    await team.one(team.bob, team.put('Written instead.'))
    expect((await cursor()).sequence).toBe(later.sequence)
    expect(await pull(later)).toEqual(reset)
    // A cursor from before the backup holds. The witness of a push does not.
    expect(await pull(before)).toMatchObject({ status: 'ok' })
    expect(await pull(before, lost.at)).toEqual(reset)
    const operations = [team.put('Not yet.')]
    expect(await sync.server.push(team.alice, { witness: lost.at, operations })).toEqual(reset)
  })

  test('takes operations again that it was asked to keep after the backup', async () => {
    const backup = await takeBackup(owner(), team.organisation)
    const put = team.put('Told twice.')
    await team.one(team.alice, put)
    await backup.restore()
    expect(await team.state(put.id)).toBeUndefined()
    expect(await team.one(team.alice, put)).toMatchObject({ outcome: 'stored' })
    expect(await team.state(put.id)).toMatchObject({ text: put.text })
  })

  test('gives no version a second time', async () => {
    const put = team.put('First words.')
    const { version: base = 0 } = await team.one(team.alice, put)
    const backup = await takeBackup(owner(), team.organisation)
    const edit = (content: string) => team.one(team.alice, team.put(content, { id: put.id, base }))
    const { version: lost } = await edit('Words that were lost.')
    await backup.restore()
    expect((await edit('Other words.')).version).not.toBe(lost)
  })
})
