import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import {
  makeTeam,
  type TestTeam,
  useSyncServer,
} from '../../../../test/support/team/sync-server.ts'
import type { Caller } from '../caller.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('a change that lost to another one', () => {
  const sync = useSyncServer()
  let team: TestTeam
  beforeAll(async () => {
    team = await makeTeam(sync)
  })

  /** Bob's version won, Alice's lost. */
  const collide = async (content: string) => {
    const put = team.put(content)
    const { version = 0 } = await team.one(team.alice, put)
    await team.one(team.bob, team.put(`${content} (Bob)`, { id: put.id, base: version }))
    const lost = team.put(`${content} (Alice)`, { id: put.id, base: version })
    expect(await team.one(team.alice, lost)).toMatchObject({ outcome: 'conflict' })
    return { id: lost.key, memoryId: put.id, lost }
  }
  const conflictsOf = async (memoryId: string, caller: Caller = team.bob) => {
    const { conflicts } = await sync.server.conflicts(caller, { project: team.project })
    return conflicts.filter((each) => each.memoryId === memoryId)
  }
  const revisionsOf = async (memoryId: string) =>
    (await sync.store.reading(team.organisation).revisions(team.project, memoryId)).map(
      ({ text, author }) => [text.content, author.id],
    )

  test('is shown next to the current one, with the author of each', async () => {
    const { id, memoryId, lost } = await collide('The queue is Redis.')
    expect(await conflictsOf(memoryId, team.rita)).toMatchObject([
      {
        ...{ id, author: team.alice.person, text: lost.text },
        current: { author: team.bob.person, text: { content: 'The queue is Redis. (Bob)' } },
      },
    ])
  })

  test('is closed by its writer, and the other one stays as it is', async () => {
    const { id, memoryId } = await collide('The cache is Redis.')
    const before = await team.state(memoryId)
    const answer = await sync.server.resolve(team.alice, { id, keep: 'current' })
    expect(answer).toEqual({ memoryId, version: before?.version })
    expect(await team.state(memoryId)).toEqual(before)
    expect(await conflictsOf(memoryId)).toEqual([])
  })

  test('replaces the current one if it is chosen, in the name of its writer, and can be read back', async () => {
    const { id, memoryId, lost } = await collide('The store is Redis.')
    const { version } = await sync.server.resolve(team.ada, { id, keep: 'other' })
    expect(await team.state(memoryId)).toMatchObject({
      ...{ version, text: lost.text, author: team.alice.person },
    })
    expect(await revisionsOf(memoryId)).toContainEqual([
      'The store is Redis. (Bob)',
      team.bob.person.id,
    ])
    expect(await conflictsOf(memoryId)).toEqual([])
    const [entry] = await sync.people.parts.store.reading(team.organisation).audit(1)
    expect(entry).toMatchObject({
      ...{ action: 'conflict-resolved', subject: memoryId, facts: { kept: 'other' } },
      person: { id: team.ada.person.id },
    })
  })

  test('is decided only by its writer or an admin', async () => {
    const { id, memoryId } = await collide('The index is Redis.')
    for (const caller of [team.bob, team.rita]) {
      await expect(sync.server.resolve(caller, { id, keep: 'other' })).rejects.toMatchObject({
        code: 'not-allowed',
      })
    }
    const mallory = await sync.people.founder()
    const request = { id, keep: 'other' } as const
    await expect(sync.server.resolve(mallory, request)).rejects.toMatchObject({ code: 'not-found' })
    expect(await conflictsOf(memoryId)).toHaveLength(1)
  })

  test('is decided once, and not after the memory was forgotten', async () => {
    const gone = { code: 'not-found' }
    const { id } = await collide('The lock is Redis.')
    await sync.server.resolve(team.alice, { id, keep: 'other' })
    await expect(sync.server.resolve(team.alice, { id, keep: 'other' })).rejects.toMatchObject(gone)
    const forgotten = await collide('The bus is Redis.')
    await team.one(team.alice, team.forget(forgotten.memoryId))
    for (const each of [forgotten.id, randomUUID()]) {
      const request = { id: each, keep: 'other' } as const
      await expect(sync.server.resolve(team.alice, request)).rejects.toMatchObject(gone)
    }
  })
})
