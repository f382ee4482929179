import { beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import {
  makeTeam,
  type TestTeam,
  useSyncServer,
} from '../../../../test/support/team/sync-server.ts'
import { createChangeWaits, type WaitLimits } from './change-waits.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('waiting for a change', () => {
  const sync = useSyncServer()
  let team: TestTeam
  beforeAll(async () => {
    team = await makeTeam(sync)
  })

  const open = (limits?: WaitLimits) => createChangeWaits(sync.store, limits)
  const head = async () => (await sync.store.reading(team.organisation).head()).sequence
  const never = new AbortController().signal
  const soon = () => AbortSignal.timeout(20)

  test('ends with the number of a change that was heard of', async () => {
    const waits = open()
    const after = await head()
    const waiting = [waits.wait(team.alice, after, never), waits.wait(team.bob, after, never)]
    waits.wake(team.organisation, after)
    waits.wake('another', after + 1)
    expect(waits.count()).toBe(2)
    waits.wake(team.organisation, after + 1)
    expect(await Promise.all(waiting)).toEqual([after + 1, after + 1])
    expect(waits.count()).toBe(0)
  })

  test('ends at once if the last change is another one, even an earlier one', async () => {
    const waits = open()
    const last = await head()
    expect(await waits.wait(team.alice, last + 5, never)).toBe(last)
    await team.one(team.alice, team.put('Written before anybody waited.'))
    expect(await waits.wait(team.alice, last, never)).toBe(last + 1)
  })

  test('finds a change without a notification, by polling or at its end', async () => {
    const waits = open()
    const after = await head()
    const waiting = waits.wait(team.alice, after, never)
    await team.one(team.alice, team.put('Nobody is told of this.'))
    await waits.look()
    expect(await waiting).toBe(after + 1)
    const late = waits.wait(team.alice, after + 1, soon())
    await team.one(team.alice, team.put('Nor of this.'))
    expect([after + 1, after + 2]).toContain(await late)
    expect(await waits.wait(team.alice, after + 2, soon())).toBe(after + 2)
  })

  test('is refused to a caller with many open waits, and to everyone once the process has too many', async () => {
    const waits = open({ person: 2, process: 3 })
    const after = await head()
    const stop = new AbortController()
    const wait = (caller: typeof team.alice) => waits.wait(caller, after, stop.signal)
    const waiting = [wait(team.alice), wait(team.alice)]
    await expect(wait(team.alice)).rejects.toMatchObject({ code: 'too-many-requests' })
    waiting.push(wait(team.bob))
    await expect(wait(team.bob)).rejects.toMatchObject({
      ...{ code: 'too-many-requests', retryAfterMs: 30_000 },
    })
    stop.abort()
    await Promise.all(waiting)
    expect(await waits.wait(team.alice, after, soon())).toBe(after)
  })

  test('ends when the process stops, and needs the right to sync', async () => {
    const waits = open()
    const after = await head()
    const waiting = waits.wait(team.alice, after, never)
    waits.close()
    expect(await waiting).toBe(after)
    expect(await waits.wait(team.alice, after, never)).toBe(after)
    const key = { ...team.alice, scopes: ['recall'] as const }
    await expect(waits.wait(key, after, never)).rejects.toMatchObject({ code: 'not-allowed' })
  })
})
