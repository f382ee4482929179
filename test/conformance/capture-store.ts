/** What every capture store does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { IngestTransaction } from '../../src/core/capture/ingest.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, createSamples, type hostEvent, readEvents } from './samples.ts'

export function describeCaptureStore(name: string, open: OpenStores): void {
  describe(`the capture store of ${name}`, () => {
    let stores: Stores
    let samples: ReturnType<typeof createSamples>
    beforeEach(async () => {
      stores = await open(createTestClock())
      onTestFinished(() => stores.close())
      samples = createSamples(stores)
    })
    const inTransaction = <T>(work: (tx: IngestTransaction) => Promise<T>) =>
      stores.transaction(({ capture, jobs, deletion, asks }) =>
        work({
          ...capture,
          enqueue: jobs.enqueue,
          isDeleted: deletion.isDeleted,
          markAnswered: asks.markAnswered,
          keepWaiting: asks.keepWaiting,
        }),
      )
    const find = (hostSessionId = 's1', host = 'claude-code') =>
      inTransaction((tx) => tx.findSession(host, hostSessionId))

    describe('a transaction', () => {
      test('keeps what it wrote and gives back what the work returned', async () => {
        const { id } = await samples.addSession()
        expect((await find())?.id).toBe(id)
      })

      test('that fails wrote nothing, and rejects with the same error', async () => {
        const failure = new Error('no luck')
        const work = inTransaction(async (tx) => {
          const session = await tx.insertSession(samples.newSession())
          await tx.addReceipt('a.spool')
          await tx.enqueue({ kind: 'digest-session', subject: session.id })
          throw failure
        })
        await expect(work).rejects.toBe(failure)
        expect(await find()).toBeUndefined()
        expect(await inTransaction((tx) => tx.addReceipt('a.spool'))).toBe(true)
        expect(await stores.jobs.list({ limit: 1 })).toEqual([])
      })

      test('sees what it wrote itself', async () => {
        const found = await inTransaction(async (tx) => {
          await tx.insertSession(samples.newSession())
          return tx.findSession('claude-code', 's1')
        })
        expect(found).toBeDefined()
      })

      test('runs alone, however many were asked for at once', async () => {
        const { id } = await samples.addSession()
        const addOne = () =>
          inTransaction(async (tx) => {
            const session = await tx.findSession('claude-code', 's1')
            await new Promise(setImmediate)
            await tx.updateSession(id, { eventCount: (session?.eventCount ?? 0) + 1 })
          })
        await Promise.all(Array.from({ length: 20 }, addOne))
        expect((await find())?.eventCount).toBe(20)
      })

      test('goes on after one that failed', async () => {
        const results = await Promise.allSettled([
          inTransaction(() => Promise.reject(new Error('no luck'))),
          samples.addSession(),
        ])
        expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
        expect(await find()).toBeDefined()
      })
    })

    describe('a receipt', () => {
      test('is given once for each spool file', async () => {
        const add = () => inTransaction((tx) => tx.addReceipt('a.spool'))
        expect([await add(), await add()]).toEqual([true, false])
      })

      test('is kept as long as its file is there', async () => {
        await inTransaction(async (tx) => {
          for (const file of ['a', 'b', 'c']) await tx.addReceipt(file)
          await tx.keepReceipts(['b', 'other'])
        })
        const given = await inTransaction(async (tx) => [
          await tx.addReceipt('a'),
          await tx.addReceipt('b'),
        ])
        expect(given).toEqual([true, false])
        await inTransaction((tx) => tx.keepReceipts([]))
        expect(await inTransaction((tx) => tx.addReceipt('b'))).toBe(true)
      })
    })

    describe('a session', () => {
      test('is found by host and host id as it was inserted', async () => {
        const inserted = await samples.addSession()
        expect(inserted).toMatchObject({
          host: 'claude-code',
          hostSessionId: 's1',
          projectId: undefined,
          status: 'active',
          endReason: undefined,
          cwd: '/w/a',
          startedAt: at(0),
          lastEventAt: at(0),
          eventCount: 0,
          recentContent: [],
          writtenFiles: [],
        })
        expect(inserted).toMatchObject({ ...(await find()) })
        expect(await find('s1', 'other-host')).toBeUndefined()
        expect(await find('s2')).toBeUndefined()
      })

      test('is unique by host and host id', async () => {
        await samples.addSession()
        await samples.addSession({ host: 'other-host' })
        await expect(samples.addSession()).rejects.toThrow()
        expect((await stores.history.totals()).sessions).toBe(2)
      })

      test('changes only in what is told, and null clears', async () => {
        const { id } = await samples.addSession()
        const ended = { status: 'completed', endedAt: at(9), endReason: 'other' } as const
        await inTransaction((tx) => tx.updateSession(id, ended))
        expect(await stores.history.session(id)).toMatchObject({
          ...ended,
          branch: 'main',
          cwd: '/w/a',
        })
        await inTransaction((tx) => tx.updateSession(id, {}))
        expect(await stores.history.session(id)).toMatchObject(ended)
        await inTransaction((tx) =>
          tx.updateSession(id, { status: 'active', endedAt: null, endReason: null }),
        )
        expect(await stores.history.session(id)).toMatchObject({
          status: 'active',
          endedAt: undefined,
          endReason: undefined,
        })
      })

      test('can change in everything', async () => {
        const { id } = await samples.addSession()
        const project = await stores.projects.insert({ identity: 'a', name: 'A', root: undefined })
        await inTransaction((tx) =>
          tx.updateSession(id, {
            startedAt: at(1),
            projectId: project.id,
            lastEventAt: at(2),
            recentContent: [{ key: 'abc', kind: 'other', at: at(1) }],
            writtenFiles: [{ path: '/w/a/page.md', content: 'foreign' }],
            eventCount: 3,
            cwd: '',
            branch: 'feature',
            transcriptPath: '/t/other.jsonl',
            model: 'haiku',
          }),
        )
        expect(await find()).toMatchObject({
          startedAt: at(1),
          projectId: project.id,
          lastEventAt: at(2),
          recentContent: [{ key: 'abc', kind: 'other', at: at(1) }],
          writtenFiles: [{ path: '/w/a/page.md', content: 'foreign' }],
          eventCount: 3,
          cwd: '',
        })
        expect(await stores.history.session(id)).toMatchObject({
          branch: 'feature',
          project: { id: project.id, name: 'A' },
        })
      })

      test('is silent when it is active and sent nothing since', async () => {
        await samples.addSession({ hostSessionId: 'old', startedAt: at(1) })
        await samples.addSession({ hostSessionId: 'new', startedAt: at(5) })
        const ended = await samples.addSession({ hostSessionId: 'ended', startedAt: at(1) })
        await inTransaction((tx) => tx.updateSession(ended.id, { status: 'completed' }))
        const silent = await inTransaction((tx) => tx.silentSessions(at(5)))
        expect(silent.map(({ hostSessionId }) => hostSessionId)).toEqual(['old'])
      })
    })

    describe('a turn', () => {
      test('takes the next number of its session', async () => {
        const one = await samples.addSession({ hostSessionId: 's1' })
        const other = await samples.addSession({ hostSessionId: 's2' })
        const numbers = []
        for (const session of [one, one, other, one]) {
          numbers.push((await samples.addTurn(session.id)).number)
        }
        expect(numbers).toEqual([1, 2, 1, 3])
      })

      test('is found by the id its host gave it, and as the latest', async () => {
        const { id: sessionId } = await samples.addSession()
        const first = await samples.addTurn(sessionId, { hostTurnId: 'p1', prompt: '' })
        const second = await samples.addTurn(sessionId, { prompt: undefined })
        const found = await inTransaction(async (tx) => ({
          byId: await tx.findTurn(sessionId, 'p1'),
          unknown: await tx.findTurn(sessionId, 'p2'),
          latest: await tx.latestTurn(sessionId),
        }))
        expect(found).toMatchObject({
          byId: { id: first.id, number: 1, prompt: '', outcome: 'open', startedAt: at(1) },
          unknown: undefined,
          latest: { id: second.id, number: 2, prompt: undefined, hostTurnId: undefined },
        })
      })

      test('keeps a number it brings, found by it, and the next counts on from the highest', async () => {
        const { id: sessionId } = await samples.addSession()
        const seventh = await samples.addTurn(sessionId, { number: 7 })
        await samples.addTurn(sessionId, { number: 3 })
        expect((await samples.addTurn(sessionId)).number).toBe(8)
        const found = await inTransaction(async (tx) => [
          await tx.findNumberedTurn(sessionId, 7),
          await tx.findNumberedTurn(sessionId, 4),
          await tx.findNumberedTurn('another', 7),
        ])
        expect(found).toMatchObject([{ id: seventh.id, number: 7 }, undefined, undefined])
        await expect(samples.addTurn(sessionId, { number: 3 })).rejects.toThrow()
      })

      test('is unique by the id its host gave it, where there is one', async () => {
        const { id } = await samples.addSession()
        await samples.addTurn(id, { hostTurnId: 'p1' })
        await expect(samples.addTurn(id, { hostTurnId: 'p1' })).rejects.toThrow()
        await samples.addTurn(id)
        await samples.addTurn(id)
        expect((await stores.history.totals()).turns).toBe(3)
      })

      test('changes only in what is told', async () => {
        const session = await samples.addSession()
        const turn = await samples.addTurn(session.id)
        await inTransaction((tx) => tx.updateTurn(turn.id, { answer: '', outcome: 'failed' }))
        await inTransaction((tx) => tx.updateTurn(turn.id, { endedAt: at(9), origin: 'command' }))
        expect((await stores.history.session(session.id))?.timeline).toMatchObject([
          { prompt: 'hello', answer: '', outcome: 'failed', endedAt: at(9), origin: 'command' },
        ])
      })
    })

    test('says whether the subagents of a turn read anything from outside', async () => {
      const session = await samples.addSession()
      const turn = await samples.addTurn(session.id)
      const reading = () => stores.transaction(({ capture }) => capture.subagentReading(turn.id))
      const event = { agent: { id: 'a1', name: 'researcher' } }
      await samples.addToolEvent(session.id, { turnId: turn.id, isForeign: true })
      expect(await reading()).toBe('none')
      await samples.addToolEvent(session.id, { turnId: turn.id, event })
      expect(await reading()).toBe('own')
      await samples.addToolEvent(session.id, { turnId: turn.id, event, isForeign: true })
      expect(await reading()).toBe('foreign')
    })

    test('says whether any tool event of a session is foreign', async () => {
      const session = await samples.addSession()
      const hasForeign = (id: string) =>
        stores.transaction(({ capture }) => capture.hasForeignTool(id))
      await samples.addToolEvent(session.id)
      expect(await hasForeign(session.id)).toBe(false)
      await samples.addToolEvent(session.id, { isForeign: true })
      expect(await hasForeign(session.id)).toBe(true)
      expect(await hasForeign('another')).toBe(false)
    })

    describe('an event', () => {
      test('is inserted once for each key', async () => {
        const { id } = await samples.addSession()
        const key = 'ab'.repeat(16)
        const first = await samples.addEvent(id, { key })
        const second = await samples.addEvent(id, { key, event: { name: 'Other' } })
        expect([first.isNew, second.isNew]).toEqual([true, false])
        expect(await readEvents(stores)).toMatchObject([{ name: 'Stop' }])
      })

      test('keeps what has no place elsewhere', async () => {
        const { id } = await samples.addSession()
        const details: [Parameters<typeof hostEvent>[0], object][] = [
          [{ detail: { kind: 'session-start', source: 'resume' } }, { source: 'resume' }],
          [{ detail: { kind: 'pre-compact', trigger: 'auto' } }, { trigger: 'auto' }],
          [
            { detail: { kind: 'post-compact', trigger: 'auto', summary: 'short' } },
            { trigger: 'auto', summary: 'short' },
          ],
          [{ detail: { kind: 'subagent-end', answer: 'done' } }, { answer: 'done' }],
          [{ detail: { kind: 'session-end', reason: 'clear' } }, { reason: 'clear' }],
          [{ agent: { id: 'a1', name: 'Explore' } }, { agent_name: 'Explore' }],
        ]
        for (const [event] of details) {
          await samples.addEvent(id, { event: { fields: { own: 0 }, ...event } })
        }
        const kept = await readEvents(stores)
        expect(kept.map(({ fields }) => fields)).toEqual(
          details.map(([, fields]) => ({ own: 0, ...fields })),
        )
      })

      test('that came before its turn is given to it, with its tool event', async () => {
        const { id: sessionId } = await samples.addSession()
        const other = await samples.addSession({ hostSessionId: 's2' })
        const mine = { event: { hostTurnId: 'p1' } }
        const orphan = await samples.addToolEvent(sessionId, mine)
        const stranger = await samples.addToolEvent(other.id, mine)
        const unrelated = await samples.addToolEvent(sessionId, { event: { hostTurnId: 'p2' } })
        const nameless = await samples.addEvent(sessionId)
        const beginning = await samples.addEvent(sessionId, mine)
        const turn = await samples.addTurn(sessionId, { hostTurnId: 'p1' })
        await inTransaction((tx) => tx.adoptEvents(turn, beginning.id))
        const turnOf = new Map((await readEvents(stores)).map((event) => [event.id, event.turnId]))
        expect([orphan, beginning].map(({ id }) => turnOf.get(id))).toEqual([turn.id, turn.id])
        for (const { id } of [stranger, unrelated, nameless]) expect(turnOf.get(id)).toBeUndefined()
        expect((await stores.history.toolEvent(orphan.id))?.turnId).toBe(turn.id)
        expect((await stores.history.toolEvent(stranger.id))?.turnId).toBeUndefined()
      })

      test('that began a turn without an id belongs to it, and no other does', async () => {
        const { id: sessionId } = await samples.addSession()
        const before = await samples.addEvent(sessionId)
        const beginning = await samples.addEvent(sessionId)
        const turn = await samples.addTurn(sessionId)
        await inTransaction((tx) => tx.adoptEvents(turn, beginning.id))
        const [first, second] = await readEvents(stores)
        expect([first?.id, first?.turnId]).toEqual([before.id, undefined])
        expect([second?.id, second?.turnId]).toEqual([beginning.id, turn.id])
      })
    })

    test.each([
      0,
      '',
      false,
      null,
      -0.5,
      'ünï 🧵 \u0000',
      [],
      { a: { b: [1, null, { c: '' }] }, '': 0 },
    ])('a tool event gives %j back as it came', async (value) => {
      const { id: sessionId } = await samples.addSession()
      const detail = { input: value, output: [value] }
      const { id } = await samples.addToolEvent(sessionId, { detail })
      expect(await stores.history.toolEvent(id)).toMatchObject(detail)
    })

    test('a job is queued with the transaction', async () => {
      const job = { kind: 'digest-turn', subject: 't1' } as const
      const answers = await inTransaction(async (tx) => [
        await tx.enqueue(job),
        await tx.enqueue(job),
      ])
      expect(answers).toEqual([true, false])
      expect(await stores.jobs.list({ limit: 10 })).toMatchObject([{ ...job, status: 'pending' }])
    })
  })
}
