import { beforeEach, describe, expect, test } from 'vitest'
import { createTestClock } from '../../../../test/support/core/clock.ts'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import { overQueries } from '../../../../test/support/team/over-queries.ts'
import {
  makeTeam,
  serve,
  type TestTeam,
  useSyncServer,
} from '../../../../test/support/team/sync-server.ts'
import { writeAndIndex } from './sync-store.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('a push of several operations', () => {
  const sync = useSyncServer()
  let team: TestTeam
  beforeEach(async () => {
    team = await makeTeam(sync)
  })

  test('of a hundred memories takes two dozen statements', async () => {
    let statements = 0
    const counted = serve(
      {
        ...sync.store,
        writing: (organisation, work) =>
          sync.database.writing(organisation, (queries) =>
            writeAndIndex(
              overQueries(queries, (sql) => {
                statements += 1
                return sql
              }),
              work,
            ),
          ),
      },
      createTestClock(),
    )
    const operations = Array.from({ length: 100 }, (_, n) => team.put(`Port ${n} is taken.`))
    const pushed = await counted.push(team.alice, { operations })
    expect(pushed).toMatchObject({ status: 'ok', answers: { length: 100 } })
    expect(statements).toBeLessThanOrEqual(24)
    expect(await team.pull(team.bob)).toHaveLength(100)
  })

  test('applies one that it has twice once, however its key is written', async () => {
    const put = team.put('Deploys run on Mondays.')
    const answers = await team.push(team.alice, put, put, { ...put, key: put.key.toUpperCase() })
    expect(new Set(answers.map(({ version }) => version)).size).toBe(1)
    const again = { ...put, key: put.key.toUpperCase(), id: put.id.toUpperCase() }
    const [repeated] = await team.push(team.alice, again)
    expect(repeated).toMatchObject({ outcome: 'stored', version: answers[0]?.version })
  })

  test('keeps one of two that say the same', async () => {
    const [one, other] = [team.put('Deploys run on Mondays.'), team.put('Deploys run on Mondays.')]
    const [stored, same] = await team.push(team.alice, one, other)
    expect(stored).toMatchObject({ outcome: 'stored', id: one.id })
    expect(same).toMatchObject({ outcome: 'same', id: one.id })
  })

  test('applies changes of one memory in their order', async () => {
    const put = team.put('Deploys run on Mondays.')
    const edit = team.put('Deploys run on Tuesdays.', { id: put.id })
    const freed = team.put('Deploys run on Mondays.')
    const answers = await team.push(team.alice, put, edit, freed, team.forget(put.id))
    expect(answers.map(({ outcome }) => outcome)).toEqual([
      ...['stored', 'conflict', 'same', 'stored'],
    ])
    expect(await team.state(put.id)).toMatchObject({ type: 'forgotten' })
    const { own } = await sync.store.writing(team.organisation, (tx) =>
      tx.quota(team.alice.person.id),
    )
    expect(own).toEqual({ memories: 0, removals: 0 })
  })
})
