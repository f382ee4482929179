/** What the change feed says of what is captured. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { feedStart } from '../../src/core/ports/change-feed.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, createSamples } from './samples.ts'

export function describeCapturedChanges(name: string, open: OpenStores): void {
  describe(`the change feed of ${name}, about sessions`, () => {
    let store: Stores
    let samples: ReturnType<typeof createSamples>
    beforeEach(async () => {
      store = await open(createTestClock())
      onTestFinished(() => store.close())
      samples = createSamples(store)
    })
    const all = async () => (await store.changes.after(feedStart, 1_000)).changes
    const told = async () =>
      (await all()).map(({ subject, id, kind }) => `${subject} ${id} ${kind}`)

    test('has changes of what is captured', async () => {
      const { id: session } = await samples.addSession()
      const turn = await samples.addTurn(session)
      const event = await samples.addEvent(session)
      const tool = await samples.addToolEvent(session)
      await store.transaction(({ capture }) =>
        capture.updateTurn(turn.id, { outcome: 'ok', endedAt: at(5) }),
      )
      expect(await told()).toEqual([
        `session ${session} created`,
        `turn ${turn.id} created`,
        `session ${session} updated`,
        `event ${event.id} created`,
        `tool-event ${tool.id} created`,
        `turn ${turn.id} ended-ok`,
        `session ${session} updated`,
      ])
    })

    test('has one change where a transaction writes the same again and again', async () => {
      await store.transaction(async ({ capture }) => {
        const { id } = await capture.insertSession(samples.newSession())
        for (const model of ['a', 'b', 'c']) await capture.updateSession(id, { model })
      })
      expect(await all()).toHaveLength(1)
    })

    test('says that all of a session moves with it into a project', async () => {
      const { id: session } = await samples.addSession()
      const turn = await samples.addTurn(session)
      const tool = await samples.addToolEvent(session)
      const project = await store.projects.insert({ identity: 'p', name: 'p', root: undefined })
      const before = await store.changes.head()
      await store.transaction(({ capture }) =>
        capture.updateSession(session, { projectId: project.id }),
      )
      const { changes } = await store.changes.after(before, 10)
      expect(changes.map(({ id, kind }) => [id, kind])).toEqual([
        [session, 'moved'],
        [turn.id, 'moved'],
        [tool.id, 'moved'],
      ])
    })

    test('shows nothing of a session before its transaction commits', async () => {
      await store.transaction(async (tx) => {
        const { id } = await tx.capture.insertSession(samples.newSession())
        expect(await tx.history.sessionId(id)).toBe(id)
        expect(await store.history.totals()).toMatchObject({ sessions: 0 })
        expect(await all()).toEqual([])
      })
      expect(await store.history.totals()).toMatchObject({ sessions: 1 })
    })
  })
}
