import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import {
  makeTeam,
  type TestTeam,
  teamProject,
  useSyncServer,
} from '../../../../test/support/team/sync-server.ts'
import { sha256 } from '../../../adapters/ids.ts'
import { type Mark, syncLimits } from '../../../contract/team/sync.ts'
import { bucketOf, hashBucket } from '../client/compare.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('a pull', () => {
  const sync = useSyncServer()
  let team: TestTeam
  beforeAll(async () => {
    team = await makeTeam(sync)
  })

  const pullAfter = async (after: Mark | undefined, projects = [team.project]) => {
    const answer = await sync.server.pull(team.bob, { projects, ...(after && { after }) })
    if (answer.status === 'reset') throw new Error('the pull was reset')
    return answer
  }
  const unknown = (at: Mark): Mark => ({ ...at, mark: 'f'.repeat(16) })

  test('gives the last state of each memory that changed, in the order of changes', async () => {
    const { upTo } = await pullAfter(undefined)
    const [one, other] = [team.put('One fact.'), team.put('Another fact.')]
    const answers = await team.push(team.alice, one, other)
    const edited = { id: one.id, base: answers[0]?.version ?? 0 }
    await team.one(team.alice, team.put('One fact, edited.', edited))
    const answer = await pullAfter(upTo)
    expect(answer.states.map(({ id }) => id)).toEqual([other.id, one.id])
    expect(answer).toMatchObject({ isLast: true, upTo: { sequence: upTo.sequence + 3 } })
    expect((await pullAfter(answer.upTo)).states).toEqual([])
  })

  test('continues where the previous page ended', async () => {
    const { id: project } = await sync.server.share(team.alice, teamProject('large'))
    const count = syncLimits.changesPerPull + 1
    const operations = Array.from({ length: count }, (_, index) =>
      team.put(`Fact ${index}.`, { project }),
    )
    const most = syncLimits.operationsPerPush
    for (let from = 0; from < count; from += most) {
      await team.push(team.alice, ...operations.slice(from, from + most))
    }
    const first = await pullAfter(undefined, [project])
    const second = await pullAfter(first.upTo, [project])
    expect([first.isLast, second.isLast]).toEqual([false, true])
    const states = [...first.states, ...second.states]
    expect(states.map(({ id }) => id)).toEqual(operations.map(({ id }) => id))
  })

  test('is reset by a change that this server does not have, as a push is', async () => {
    await team.one(team.alice, team.put('Something to know.'))
    const { upTo } = await pullAfter(undefined)
    const ahead = { ...upTo, sequence: upTo.sequence + 1 }
    for (const mark of [unknown(upTo), ahead]) {
      const projects = [team.project]
      const reset = { status: 'reset' }
      expect(await sync.server.pull(team.bob, { projects, after: mark })).toEqual(reset)
      const witnessed = { projects, after: upTo, witness: mark }
      expect(await sync.server.pull(team.bob, witnessed)).toEqual(reset)
      const put = team.put('It must not arrive.')
      expect(await sync.server.push(team.bob, { witness: mark, operations: [put] })).toEqual(reset)
      expect(await team.state(put.id)).toBeUndefined()
    }
    const known = { witness: upTo, operations: [] }
    expect(await sync.server.push(team.bob, known)).toEqual({ status: 'ok', answers: [] })
  })

  test('knows the beginning, whatever its mark', async () => {
    const after = { sequence: 0, mark: 'f'.repeat(16) }
    expect(await pullAfter(after)).toEqual(await pullAfter(undefined))
  })

  test('leaves out unknown projects and other people’s own', async () => {
    const { id: own } = await sync.server.share(team.alice, { type: 'personal' })
    await team.one(team.alice, team.put('A personal fact.', { project: own }))
    expect((await pullAfter(undefined, [own, randomUUID()])).states).toEqual([])
    expect(await team.pull(team.alice, own)).toHaveLength(1)
  })

  test('compares by buckets of ids, versions and types', async () => {
    const removed = team.put('Soon gone.')
    await team.push(team.alice, removed, team.forget(removed.id))
    const states = await team.pull(team.bob)
    const { at, hashes } = await sync.server.buckets(team.bob, { project: team.project })
    expect(at).toEqual((await pullAfter(undefined)).upTo)
    const expected = Map.groupBy(states, ({ id }) => bucketOf(id))
    expect(hashes).toEqual(
      Object.fromEntries(
        [...expected].map(([name, entries]) => [name, hashBucket(entries, sha256)]),
      ),
    )
    const bucket = bucketOf(removed.id)
    const { entries } = await sync.server.bucket(team.bob, { project: team.project, bucket })
    expect(hashBucket(entries, sha256)).toBe(hashes[bucket])
    expect(entries).toContainEqual({
      ...{ id: removed.id, version: expect.any(Number), type: 'forgotten' },
    })
  })

  test('gives the states of named memories, and nothing of unknown ones', async () => {
    const put = team.put('A fact to fetch.')
    await team.one(team.alice, put)
    const ids = [put.id, randomUUID()]
    const { states } = await sync.server.states(team.bob, { project: team.project, ids })
    expect(states).toEqual([await team.state(put.id)])
  })

  test('of a client that was away for more than a year is reset, and finds removals still', async () => {
    const put = team.put('Forgotten long ago.')
    await team.one(team.alice, put)
    const { upTo } = await pullAfter(undefined)
    await team.one(team.alice, team.forget(put.id))
    await team.one(team.alice, team.put('The last change.'))
    sync.people.wait({ days: 400 })
    await sync.server.prune(team.organisation)
    const { project } = team
    expect(await sync.server.pull(team.bob, { projects: [project], after: upTo })).toEqual({
      status: 'reset',
    })
    const bucket = bucketOf(put.id)
    expect((await sync.server.bucket(team.bob, { project, bucket })).entries).toContainEqual(
      expect.objectContaining({ id: put.id, type: 'forgotten' }),
    )
    const head = await sync.store.reading(team.organisation).head()
    expect((await pullAfter(head)).states).toEqual([])
  })
})
