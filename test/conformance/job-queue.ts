/** What every job queue does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Job, JobQueue, LeasedJob } from '../../src/core/ports/job-queue.ts'
import { createTestClock, type TestClock } from '../support/core/clock.ts'
import type { OpenStores } from './open-stores.ts'

const lease = 60_000
const day = 24 * 60 * 60_000
const digest = { kind: 'digest-turn', subject: 'turn-1' } as const

export function describeJobQueue(name: string, open: OpenStores): void {
  describe(`the job queue of ${name}`, () => {
    let clock: TestClock
    let queue: JobQueue
    beforeEach(async () => {
      clock = createTestClock('2026-01-01T00:00:00.000Z')
      const stores = await open(clock)
      onTestFinished(() => stores.close())
      queue = stores.jobs
    })

    const claim = () => queue.claim(['digest-turn', 'extract'], lease)
    async function claimed(): Promise<LeasedJob> {
      const job = await claim()
      if (!job) throw new Error('no job is due')
      return job
    }
    async function only(): Promise<Job> {
      const [job, ...others] = await queue.list({ limit: 10 })
      if (!job || others.length > 0) throw new Error('expected one job')
      return job
    }
    const inTime = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()

    test('keeps one job for each kind and subject', async () => {
      expect(await queue.enqueue(digest)).toBe(true)
      expect(await queue.enqueue(digest)).toBe(false)
      expect(await queue.enqueue({ ...digest, kind: 'extract' })).toBe(true)
      expect(await queue.enqueue({ ...digest, subject: 'turn-2' })).toBe(true)
      expect(await queue.list({ limit: 10 })).toHaveLength(3)
    })

    test('tells of a new job what it was asked for', async () => {
      await queue.enqueue(digest)
      const now = clock.now().toISOString()
      expect(await only()).toEqual({
        id: expect.any(String),
        kind: 'digest-turn',
        subject: 'turn-1',
        status: 'pending',
        attempts: 0,
        runAfter: now,
        error: undefined,
        createdAt: now,
        updatedAt: now,
      })
    })

    test('says when the next job will be due, or the next lease ends', async () => {
      expect(await queue.nextAt()).toBeUndefined()
      await queue.enqueue(digest)
      expect(await queue.nextAt()).toBeUndefined()
      await queue.enqueue({ ...digest, subject: 'turn-2', notBefore: inTime(90_000) })
      expect(await queue.nextAt()).toBe(inTime(90_000))
      const job = await claimed()
      expect(await queue.nextAt()).toBe(inTime(lease))
      await queue.fail(job, 'no luck', inTime(2_000))
      expect(await queue.nextAt()).toBe(inTime(2_000))
    })

    test('runs a job that is to wait no earlier than told, and puts it off when asked again', async () => {
      await queue.enqueue({ ...digest, again: true, notBefore: inTime(30_000) })
      clock.advance(20_000)
      await queue.enqueue({ ...digest, again: true, notBefore: inTime(30_000) })
      clock.advance(29_999)
      expect(await claim()).toBeUndefined()
      clock.advance(1)
      expect(await claim()).toMatchObject(digest)
    })

    test('lets a request to wait not hurry a job that failed', async () => {
      await queue.enqueue(digest)
      await queue.fail(await claimed(), 'no luck', inTime(60_000))
      await queue.enqueue({ ...digest, again: true, notBefore: inTime(1) })
      clock.advance(59_999)
      expect(await claim()).toBeUndefined()
    })

    test('gives a job back as if it had not been tried', async () => {
      await queue.enqueue(digest)
      expect(await queue.giveBack(await claimed())).toBe(true)
      expect(await claim()).toMatchObject({ ...digest, attempts: 1 })
    })

    test('keeps a lease that is renewed in time', async () => {
      await queue.enqueue(digest)
      const job = await claimed()
      clock.advance(lease)
      expect(await queue.renew(job, lease)).toBe(true)
      clock.advance(lease)
      expect(await claim()).toBeUndefined()
      expect(await queue.complete(job)).toBe(true)
    })

    const settlings: [string, (job: LeasedJob) => Promise<boolean>][] = [
      ['renews', (job) => queue.renew(job, lease)],
      ['completes', (job) => queue.complete(job)],
      ['gives back', (job) => queue.giveBack(job)],
      ['fails', (job) => queue.fail(job, 'late', undefined)],
    ]
    test.each(settlings)('%s no job that another runner has claimed since', async (_, settle) => {
      await queue.enqueue(digest)
      const late = await claimed()
      clock.advance(lease + 1)
      const present = await claimed()
      expect(await settle(late)).toBe(false)
      expect(await only()).toMatchObject({ status: 'running', attempts: 2, error: undefined })
      expect(await queue.complete(present)).toBe(true)
      expect(await settle(present)).toBe(false)
      expect(await only()).toMatchObject({ status: 'done' })
    })

    test('settles a job whose lease expired while nobody else claimed it', async () => {
      await queue.enqueue(digest)
      const late = await claimed()
      clock.advance(10 * lease)
      expect(await queue.complete(late)).toBe(true)
      expect(await claim()).toBeUndefined()
    })

    test('makes one job of many requests at once', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => queue.enqueue(digest)))
      expect(answers.filter(Boolean)).toHaveLength(1)
      expect(await queue.list({ limit: 10 })).toHaveLength(1)
    })

    test('hands out the oldest due job of the kinds asked for', async () => {
      await queue.enqueue({ kind: 'embed', subject: 'x' })
      clock.advance(1)
      await queue.enqueue(digest)
      clock.advance(1)
      await queue.enqueue({ kind: 'extract', subject: 'turn-1' })
      expect(await claim()).toMatchObject({ kind: 'digest-turn', status: 'running', attempts: 1 })
      expect(await claim()).toMatchObject({ kind: 'extract' })
      expect(await claim()).toBeUndefined()
      expect(await queue.claim([], lease)).toBeUndefined()
    })

    test('hands jobs of one moment out in the order they were queued', async () => {
      for (const subject of ['a', 'b', 'c']) await queue.enqueue({ kind: 'extract', subject })
      const subjects = [await claimed(), await claimed(), await claimed()].map((job) => job.subject)
      expect(subjects).toEqual(['a', 'b', 'c'])
    })

    test('gives one job to one of two callers', async () => {
      await queue.enqueue(digest)
      const jobs = await Promise.all([claim(), claim(), claim()])
      expect(jobs.filter((job) => job !== undefined)).toHaveLength(1)
    })

    test('gives each of many jobs to exactly one of many callers', async () => {
      for (let n = 0; n < 10; n++) await queue.enqueue({ kind: 'extract', subject: `${n}` })
      const jobs = await Promise.all(Array.from({ length: 25 }, claim))
      const subjects = jobs.flatMap((job) => job?.subject ?? [])
      expect(subjects.toSorted()).toEqual(Array.from({ length: 10 }, (_, n) => `${n}`))
    })

    test('hands a job out again when its lease has run out, counting the attempt', async () => {
      await queue.enqueue(digest)
      await claim()
      clock.advance(lease)
      expect(await claim()).toBeUndefined()
      clock.advance(1)
      expect(await claim()).toMatchObject({ attempts: 2, status: 'running' })
    })

    test('does not wait for a lease that was made before the clock was set back', async () => {
      await queue.enqueue(digest)
      await claim()
      clock.advance(-day)
      expect(await claim()).toMatchObject({ attempts: 2, status: 'running' })
      expect(await claim()).toBeUndefined()
    })

    test('does not put a job off by as much as the clock was set back', async () => {
      await queue.enqueue(digest)
      await queue.enqueue({ kind: 'extract', subject: 'later', notBefore: inTime(30_000) })
      clock.advance(-day)
      expect(await claim()).toMatchObject({ subject: digest.subject })
      const early = await claimed()
      expect(early).toMatchObject({ subject: 'later' })
      await queue.fail(early, 'no luck', inTime(1_000))
      expect(await claim()).toBeUndefined()
    })

    test('has done with a job that was completed', async () => {
      await queue.enqueue(digest)
      await queue.complete(await claimed())
      expect(await only()).toMatchObject({ status: 'done', attempts: 1, error: undefined })
      clock.advance(10 * lease)
      expect(await claim()).toBeUndefined()
      expect(await queue.enqueue(digest)).toBe(false)
    })

    test('puts a failed job back for later, with its error', async () => {
      await queue.enqueue(digest)
      const retryAt = inTime(5_000)
      await queue.fail(await claimed(), 'no luck', retryAt)
      expect(await only()).toMatchObject({
        status: 'pending',
        attempts: 1,
        error: 'no luck',
        runAfter: retryAt,
      })
      expect(await claim()).toBeUndefined()
      clock.advance(5_000)
      expect(await claim()).toMatchObject({ attempts: 2 })
    })

    test('forgets the error once the job succeeded', async () => {
      await queue.enqueue(digest)
      await queue.fail(await claimed(), 'no luck', inTime(0))
      await queue.complete(await claimed())
      expect((await only()).error).toBeUndefined()
    })

    test('lets other jobs pass one that failed', async () => {
      await queue.enqueue({ kind: 'extract', subject: 'bad' })
      await queue.enqueue({ kind: 'extract', subject: 'good' })
      await queue.fail(await claimed(), 'no luck', inTime(1_000))
      expect(await claim()).toMatchObject({ subject: 'good' })
    })

    test('parks a job that failed for good, and makes it due again on request', async () => {
      await queue.enqueue(digest)
      const job = await claimed()
      await queue.fail(job, 'hopeless', undefined)
      clock.advance(10 * lease)
      expect(await claim()).toBeUndefined()
      expect(await only()).toMatchObject({ status: 'parked', error: 'hopeless' })
      expect(await queue.retry()).toBe(1)
      expect(await claim()).toMatchObject({ id: job.id, attempts: 1 })
      expect(await queue.retry()).toBe(0)
    })

    test('lists parked jobs first', async () => {
      await queue.enqueue(digest)
      const job = await claimed()
      await queue.fail(job, 'hopeless', undefined)
      clock.advance(1)
      await queue.enqueue({ ...digest, subject: 'turn-2' })
      const listed = await queue.list({ limit: 10 })
      expect(listed.map(({ status }) => status)).toEqual(['parked', 'pending'])
    })

    test('retries one parked job by its id and leaves the others', async () => {
      for (const subject of ['a', 'b']) {
        await queue.enqueue({ kind: 'extract', subject })
        await queue.fail(await claimed(), 'hopeless', undefined)
      }
      const parked = await queue.list({ status: 'parked', limit: 10 })
      expect(await queue.retry(parked[0]?.id)).toBe(1)
      expect(await queue.retry('unknown')).toBe(0)
      expect(await queue.list({ status: 'parked', limit: 10 })).toHaveLength(1)
    })

    describe('asked for a job again', () => {
      const again = () => queue.enqueue({ ...digest, again: true })

      test('queues it where there was none', async () => {
        expect(await again()).toBe(true)
        expect(await only()).toMatchObject({ status: 'pending' })
      })

      test('leaves it when it is still waiting', async () => {
        await queue.enqueue(digest)
        expect(await again()).toBe(false)
        expect(await only()).toMatchObject({ status: 'pending', attempts: 0 })
      })

      test('runs it a second time after it is done', async () => {
        await queue.enqueue(digest)
        await queue.complete(await claimed())
        expect(await again()).toBe(true)
        expect(await claim()).toMatchObject({ attempts: 1 })
      })

      test('runs it a second time after the run that is under way, and only then', async () => {
        await queue.enqueue(digest)
        const first = await claimed()
        expect(await again()).toBe(true)
        expect(await claim()).toBeUndefined()
        await queue.complete(first)
        const second = await claimed()
        expect(second).toMatchObject({ id: first.id, attempts: 1 })
        await queue.complete(second)
        expect(await only()).toMatchObject({ status: 'done' })
      })

      test('runs it once more, not twice, when the run under way fails', async () => {
        await queue.enqueue(digest)
        const job = await claimed()
        await again()
        await queue.fail(job, 'no luck', inTime(1_000))
        clock.advance(1_000)
        await queue.complete(await claimed())
        expect(await only()).toMatchObject({ status: 'done' })
      })

      test('does not park it when the run under way fails for good', async () => {
        await queue.enqueue(digest)
        const job = await claimed()
        await again()
        await queue.fail(job, 'hopeless', undefined)
        expect(await only()).toMatchObject({ status: 'pending', attempts: 0 })
        expect(await claim()).toMatchObject({ id: job.id, attempts: 1 })
      })

      test('takes it out of the parking', async () => {
        await queue.enqueue(digest)
        await queue.fail(await claimed(), 'hopeless', undefined)
        expect(await queue.enqueue(digest)).toBe(false)
        expect(await again()).toBe(true)
        expect(await claim()).toMatchObject({ attempts: 1 })
      })
    })

    test('lists the most recently touched first, by status, up to a limit', async () => {
      for (const subject of ['a', 'b', 'c']) {
        await queue.enqueue({ kind: 'extract', subject })
        clock.advance(1)
      }
      await queue.complete(await claimed())
      const subjects = async (filter: { status?: Job['status']; limit: number }) =>
        (await queue.list(filter)).map((job) => job.subject)
      expect(await subjects({ limit: 10 })).toEqual(['a', 'c', 'b'])
      expect(await subjects({ limit: 1 })).toEqual(['a'])
      expect(await subjects({ status: 'pending', limit: 10 })).toEqual(['c', 'b'])
      expect(await subjects({ status: 'running', limit: 10 })).toEqual([])
    })

    test('runs jobs about the past after all others, the earliest first', async () => {
      const past = (subject: string, at: string) =>
        queue.enqueue({ kind: 'extract', subject, past: at, again: true })
      await past('june', '2025-06-01T00:00:00.000Z')
      await past('may', '2025-05-01T00:00:00.000Z')
      await past('busy', '2025-04-01T00:00:00.000Z')
      clock.advance(1_000)
      await queue.enqueue({ kind: 'extract', subject: 'now' })
      clock.advance(1_000)
      await queue.enqueue({ kind: 'extract', subject: 'busy', again: true })
      await past('now', '2025-03-01T00:00:00.000Z')
      const order: string[] = []
      for (let job = await claim(); job; job = await claim()) order.push(job.subject)
      expect(order).toEqual(['now', 'busy', 'may', 'june'])
    })

    test('counts by kind and status', async () => {
      for (const subject of ['a', 'b']) await queue.enqueue({ kind: 'extract', subject })
      await queue.enqueue(digest)
      await queue.complete(await claimed())
      expect(await queue.counts()).toEqual([
        { kind: 'digest-turn', status: 'pending', count: 1 },
        { kind: 'extract', status: 'done', count: 1 },
        { kind: 'extract', status: 'pending', count: 1 },
      ])
    })

    test('deletes only what was done before the given time', async () => {
      await queue.enqueue(digest)
      await queue.complete(await claimed())
      await queue.enqueue({ kind: 'extract', subject: 'pending' })
      expect(await queue.deleteDone(clock.now().toISOString())).toBe(0)
      expect(await queue.deleteDone(inTime(1))).toBe(1)
      expect(await only()).toMatchObject({ subject: 'pending' })
    })

    test('survives ids it does not know', async () => {
      const unknown = { id: 'unknown', lease: 'none' }
      expect(await queue.complete(unknown)).toBe(false)
      expect(await queue.fail(unknown, 'no luck', undefined)).toBe(false)
      expect(await queue.list({ limit: 10 })).toEqual([])
    })
  })
}
