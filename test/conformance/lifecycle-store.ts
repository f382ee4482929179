/** What every store of lifecycle events does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Delivery, NewLifecycleEvent } from '../../src/core/ports/lifecycle.ts'
import { createTestClock, type TestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'

export function describeLifecycleStore(name: string, open: OpenStores): void {
  describe(`the lifecycle store of ${name}`, () => {
    let stores: Stores
    let clock: TestClock
    beforeEach(async () => {
      clock = createTestClock()
      stores = await open(clock)
      onTestFinished(() => stores.close())
    })
    const now = () => clock.now().toISOString()
    const later = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
    const add = (
      id: string,
      subscribers: readonly string[] = ['chat'],
      changes: Partial<NewLifecycleEvent> & { notBefore?: string } = {},
    ) =>
      stores.transaction(async ({ lifecycle }) => {
        const { notBefore = now(), ...others } = changes
        return lifecycle.add(
          {
            id,
            type: 'turn-ended',
            sessionId: 's1',
            at: now(),
            subject: `turn ${id}`,
            state: 'ok',
            ...others,
          },
          { subscribers, notBefore },
        )
      })
    async function due(subscriber = 'chat'): Promise<Delivery> {
      const delivery = await stores.lifecycle.nextDue(subscriber)
      if (!delivery) throw new Error('nothing is due')
      return delivery
    }
    const nextId = async (subscriber = 'chat') =>
      (await stores.lifecycle.nextDue(subscriber))?.event.id

    test('says when the next delivery will be due', async () => {
      await add('a')
      expect(await stores.lifecycle.nextAt()).toBeUndefined()
      await add('b', ['chat'], { notBefore: later(9_000) })
      expect(await stores.lifecycle.nextAt()).toBe(later(9_000))
      await stores.lifecycle.fail(await due(), 'away', later(2_000))
      expect(await stores.lifecycle.nextAt()).toBe(later(2_000))
    })

    test('gives back what was noted, numbered within its session', async () => {
      await add('a')
      await add('b', ['chat'], { sessionId: 's2', type: 'memory-stored', state: '3' })
      await add('c')
      expect(await due()).toEqual({
        subscriber: 'chat',
        attempts: 0,
        event: {
          id: 'a',
          type: 'turn-ended',
          sessionId: 's1',
          sequence: 1,
          at: now(),
          subject: 'turn a',
          state: 'ok',
        },
      })
      const kept = await stores.lifecycle.list({ limit: 10 })
      expect(kept.map(({ event }) => [event.id, event.sessionId, event.sequence])).toEqual([
        ['c', 's1', 2],
        ['b', 's2', 1],
        ['a', 's1', 1],
      ])
    })

    test('notes nothing when the transaction around it fails', async () => {
      const failing = stores.transaction(async ({ lifecycle }) => {
        const event = { id: 'a', type: 'turn-ended', sessionId: 's1', at: now() } as const
        const delivery = { subscribers: ['chat'], notBefore: now() }
        await lifecycle.add({ ...event, subject: 't', state: 'ok' }, delivery)
        throw new Error('power cut')
      })
      await expect(failing).rejects.toThrow('power cut')
      expect(await stores.lifecycle.list({ limit: 10 })).toEqual([])
      await add('b')
      expect((await due()).event.sequence).toBe(1)
    })

    test('notes the same event once', async () => {
      expect(await add('a')).toBe(true)
      expect(await add('a', ['chat', 'other'])).toBe(false)
      expect(await stores.lifecycle.list({ limit: 10 })).toHaveLength(1)
      await add('b')
      await stores.lifecycle.complete(await due())
      expect((await due()).event.sequence).toBe(2)
    })

    test('holds back what comes later in a session, and nothing of another', async () => {
      await add('a')
      await add('b')
      await add('c', ['chat'], { sessionId: 's2' })
      await add('d', ['chat'], { sessionId: undefined })
      await stores.lifecycle.fail(await due(), 'closed', later(1_000))
      expect(await nextId()).toBe('c')
      await stores.lifecycle.complete(await due())
      expect((await due()).event).toMatchObject({ id: 'd', sessionId: undefined, sequence: 1 })
      await stores.lifecycle.complete(await due())
      expect(await nextId()).toBeUndefined()
      clock.advance(1_000)
      expect(await due()).toMatchObject({ event: { id: 'a' }, attempts: 1 })
      await stores.lifecycle.complete(await due())
      expect(await nextId()).toBe('b')
    })

    test('goes on with a session once what was before it is parked', async () => {
      await add('a')
      await add('b')
      await stores.lifecycle.fail(await due(), 'broken', undefined)
      expect(await nextId()).toBe('b')
    })

    test('serves each subscriber on its own', async () => {
      await add('a', ['chat', 'other'])
      await stores.lifecycle.complete(await due('other'))
      expect(await nextId('other')).toBeUndefined()
      expect(await nextId('chat')).toBe('a')
      expect(await nextId('nobody')).toBeUndefined()
    })

    test('has nothing due before its time', async () => {
      await add('a', ['chat'], { notBefore: later(500) })
      await add('b')
      expect(await nextId()).toBeUndefined()
      clock.advance(500)
      expect(await nextId()).toBe('a')
    })

    test('counts by subscriber and tells the last error', async () => {
      await add('a', ['chat', 'other'])
      await add('b')
      await add('c')
      await stores.lifecycle.complete(await due())
      clock.advance(1_000)
      await stores.lifecycle.fail(await due(), 'broken', undefined)
      clock.advance(1_000)
      await stores.lifecycle.fail(await due(), 'closed', later(1_000))
      expect(await stores.lifecycle.counts()).toEqual([
        {
          subscriber: 'chat',
          delivered: 1,
          waiting: 1,
          parked: 1,
          lastDeliveredAt: later(-2_000),
          lastError: 'closed',
        },
        {
          subscriber: 'other',
          delivered: 0,
          waiting: 1,
          parked: 0,
          lastDeliveredAt: undefined,
          lastError: undefined,
        },
      ])
    })

    test('lists one subscriber’s deliveries, those touched last first', async () => {
      await add('a', ['chat', 'other'])
      await add('b')
      clock.advance(1_000)
      await stores.lifecycle.fail(await due(), 'closed', later(5_000))
      expect(await stores.lifecycle.list({ subscriber: 'chat', limit: 1 })).toEqual([
        expect.objectContaining({
          status: 'pending',
          attempts: 1,
          error: 'closed',
          nextAt: later(5_000),
          updatedAt: now(),
        }),
      ])
      expect(await stores.lifecycle.list({ subscriber: 'other', limit: 5 })).toHaveLength(1)
    })

    test('makes parked ones due again, of one subscriber or of all', async () => {
      await add('a', ['chat', 'other'])
      await stores.lifecycle.fail(await due('chat'), 'broken', undefined)
      await stores.lifecycle.fail(await due('other'), 'broken', undefined)
      expect(await stores.lifecycle.retry('chat')).toBe(1)
      expect(await due('chat')).toMatchObject({ attempts: 0 })
      expect(await nextId('other')).toBeUndefined()
      expect(await stores.lifecycle.retry()).toBe(1)
      expect(await nextId('other')).toBe('a')
    })

    test('deletes what nobody touched for long, and numbers go on', async () => {
      await add('a')
      await add('b', ['chat'], { sessionId: 's2' })
      clock.advance(1_000)
      await stores.lifecycle.fail(await due(), 'closed', later(1_000))
      expect(await stores.lifecycle.deleteBefore(now())).toBe(1)
      expect((await stores.lifecycle.list({ limit: 9 })).map(({ event }) => event.id)).toEqual([
        'a',
      ])
      await add('c', ['chat'], { sessionId: 's2' })
      expect((await due()).event).toMatchObject({ id: 'c', sequence: 2 })
    })
  })
}
