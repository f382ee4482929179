/** What every ask store does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { NewAsk } from '../../src/core/ports/injection-store.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, createSamples } from './samples.ts'

const session = { host: 'claude-code', hostSessionId: 's1' }
const other = { host: 'codex', hostSessionId: 's1' }

export function describeAskStore(name: string, open: OpenStores): void {
  describe(`the ask store of ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open(createTestClock())
      onTestFinished(() => stores.close())
    })
    const ask = (second: number, changes: Partial<NewAsk> = {}): NewAsk => ({
      id: stores.ids.next(),
      session,
      prompt: second,
      moment: 'prompt',
      subject: `subject ${second}`,
      at: at(second),
      ...changes,
    })

    test('counts the prompts of each session', async () => {
      expect(await stores.asks.promptCount(session)).toBe(0)
      expect(await stores.asks.countPrompt(session, 'a', at(0))).toBe(1)
      expect(await stores.asks.countPrompt(session, 'b', at(1))).toBe(2)
      expect(await stores.asks.countPrompt(other, 'a', at(2))).toBe(1)
      expect(await stores.asks.promptCount(session)).toBe(2)
    })

    test('counts a prompt that two hooks report once, and the same words later again', async () => {
      await stores.asks.countPrompt(session, 'a', at(0))
      expect(await stores.asks.countPrompt(session, 'a', at(1))).toBe(1)
      expect(await stores.asks.countPrompt(session, 'a', at(60))).toBe(2)
    })

    test('lists the asks of a session, oldest first', async () => {
      const [first, second] = [ask(1), ask(2, { moment: 'settled' })]
      expect(await stores.asks.record(second)).toBe(true)
      expect(await stores.asks.record(first)).toBe(true)
      await stores.asks.record(ask(3, { session: other }))
      expect(await stores.asks.list(session)).toEqual([
        { ...first, answeredAt: undefined },
        { ...second, answeredAt: undefined },
      ])
    })

    test('records one ask about a subject in a session', async () => {
      await stores.asks.record(ask(1, { subject: 'x' }))
      expect(await stores.asks.record(ask(2, { subject: 'x' }))).toBe(false)
      expect(await stores.asks.record(ask(3, { subject: 'x', session: other }))).toBe(true)
      expect(await stores.asks.list(session)).toHaveLength(1)
    })

    test('marks the asks that an answer follows, once', async () => {
      for (const second of [1, 2, 9]) await stores.asks.record(ask(second))
      expect(await stores.asks.markAnswered(other, at(5))).toBe(0)
      expect(await stores.asks.markAnswered(session, at(5))).toBe(2)
      expect(await stores.asks.markAnswered(session, at(6))).toBe(0)
      const answers = (await stores.asks.list(session)).map(({ answeredAt }) => answeredAt)
      expect(answers).toEqual([at(5), at(5), undefined])
    })

    test('keeps the last ask that waits, until it is taken', async () => {
      expect(await stores.asks.takeWaiting(session)).toBeUndefined()
      await stores.asks.keepWaiting(session, { moment: 'settled', subject: 'x' }, at(0))
      await stores.asks.keepWaiting(session, { moment: 'compacted', subject: 'y' }, at(1))
      expect(await stores.asks.takeWaiting(other)).toBeUndefined()
      const waiting = await stores.asks.takeWaiting(session)
      expect(waiting).toEqual({ moment: 'compacted', subject: 'y' })
      expect(await stores.asks.takeWaiting(session)).toBeUndefined()
      expect(await stores.asks.countPrompt(session, 'a', at(2))).toBe(1)
    })

    test('forgets a session that is deleted', async () => {
      const { id } = await createSamples(stores).addSession()
      await stores.asks.countPrompt(session, 'a', at(0))
      await stores.asks.record(ask(1))
      await stores.deletion.deleteSlice({ sessionId: id, turnId: undefined }, 10)
      expect(await stores.asks.list(session)).toEqual([])
      expect(await stores.asks.promptCount(session)).toBe(0)
    })
  })
}
