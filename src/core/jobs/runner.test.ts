import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestClock, type TestClock } from '../../../test/support/core/clock.ts'
import { openMemoryStore } from '../../../test/support/core/memory-store.ts'
import { createRedactor } from '../../adapters/redaction/redactor.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { Job, JobQueue } from '../ports/job-queue.ts'
import { createJobRunner, createTurns, type JobHandlers, maxAttempts } from './runner.ts'

let clock: TestClock
let chance = 0
let queue: JobQueue
let failures: { subject: string; message: string; isParked: boolean }[]
beforeEach(async () => {
  clock = createTestClock()
  chance = 0
  failures = []
  const store = await openMemoryStore(clock)
  onTestFinished(() => store.close())
  queue = store.jobs
})

const leaseMs = 60_000
/** Renewals are due when a test says so. */
let renewals: (() => void)[]
let lost: string[]
beforeEach(() => {
  renewals = []
  lost = []
})
const repeat = (_: number, work: () => void) => {
  renewals.push(work)
  return () => void renewals.splice(renewals.indexOf(work), 1)
}

function run(handlers: JobHandlers, signal = new AbortController().signal): Promise<number> {
  const runner = createJobRunner({
    queue,
    handlers,
    clock,
    random: () => chance,
    leaseMs,
    repeat,
    redactor: createRedactor(),
    onFailure: ({ subject }, error, isParked) =>
      failures.push({
        subject,
        message: error instanceof Error ? error.message : `${error}`,
        isParked,
      }),
    onLeaseLost: ({ subject }) => lost.push(subject),
  })
  return runner.runDue(signal)
}
const extract = (subject: string) => queue.enqueue({ kind: 'extract', subject })
async function jobOf(subject: string): Promise<Job> {
  const job = (await queue.list({ limit: 100 })).find((each) => each.subject === subject)
  if (!job) throw new Error(`no job about ${subject}`)
  return job
}
const fail = () => Promise.reject(new Error('no luck'))

describe('the runner', () => {
  test('runs everything due, oldest first, and is done with it', async () => {
    for (const subject of ['a', 'b', 'c']) await extract(subject)
    const seen: string[] = []
    const tried = await run({ extract: async (job) => void seen.push(job.subject) })
    expect({ tried, seen }).toEqual({ tried: 3, seen: ['a', 'b', 'c'] })
    expect(await queue.counts()).toEqual([{ kind: 'extract', status: 'done', count: 3 }])
  })

  test('leaves kinds it has no handler for', async () => {
    await queue.enqueue({ kind: 'embed', subject: 'a' })
    expect(await run({ extract: async () => undefined })).toBe(0)
    expect(await jobOf('a')).toMatchObject({ status: 'pending', attempts: 0 })
    expect(await run({})).toBe(0)
  })

  test('runs jobs that a running job queues', async () => {
    await extract('first')
    const seen: string[] = []
    await run({
      async extract(job) {
        seen.push(job.subject)
        if (job.subject === 'first') await extract('second')
      },
    })
    expect(seen).toEqual(['first', 'second'])
  })

  test('a failing job delays no other', async () => {
    for (const subject of ['good 1', 'bad', 'good 2']) await extract(subject)
    await run({ extract: async (job) => (job.subject === 'bad' ? fail() : undefined) })
    const statuses = await Promise.all(
      ['good 1', 'bad', 'good 2'].map(async (s) => (await jobOf(s)).status),
    )
    expect(statuses).toEqual(['done', 'pending', 'done'])
    expect(failures).toEqual([{ subject: 'bad', message: 'no luck', isParked: false }])
  })

  test('parks at once what only other settings can help', async () => {
    await extract('bad')
    const misconfigured = new ThroughlineError('model-misconfigured', 'the key is wrong')
    await run({ extract: () => Promise.reject(misconfigured) })
    expect(await jobOf('bad')).toMatchObject({ status: 'parked', attempts: 1 })
    expect(failures).toEqual([{ subject: 'bad', message: 'the key is wrong', isParked: true }])
  })

  test('tries a failing job again after its delay, not before', async () => {
    await extract('bad')
    expect(await run({ extract: fail })).toBe(1)
    clock.advance(1_999)
    expect(await run({ extract: fail })).toBe(0)
    clock.advance(1)
    expect(await run({ extract: fail })).toBe(1)
    expect(await jobOf('bad')).toMatchObject({ attempts: 2, status: 'pending', error: 'no luck' })
  })

  test('waits as long as the error asks for', async () => {
    await extract('bad')
    const paused = new ThroughlineError('model-unavailable', 'wait', { retryAfterMs: 300_000 })
    const wait = () => Promise.reject(paused)
    expect(await run({ extract: wait })).toBe(1)
    clock.advance(299_999)
    expect(await run({ extract: wait })).toBe(0)
    clock.advance(1)
    expect(await run({ extract: wait })).toBe(1)
  })

  test('spreads retries by up to half, so that jobs that failed together return apart', async () => {
    for (chance of [0.1, 0.9]) {
      const failedAt = clock.now().getTime()
      await extract(`failed ${chance}`)
      await run({ extract: fail })
      const { runAfter } = await jobOf(`failed ${chance}`)
      expect(Date.parse(runAfter) - failedAt).toBe(2_000 * (1 + chance / 2))
    }
  })

  test('parks a job with its error after its last attempt', async () => {
    await extract('bad')
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      await run({ extract: fail })
      clock.advance(60 * 60_000)
    }
    expect(await jobOf('bad')).toMatchObject({ attempts: 5, status: 'parked', error: 'no luck' })
    expect(failures.map(({ isParked }) => isParked)).toEqual([false, false, false, false, true])
    expect(await run({ extract: fail })).toBe(0)
  })

  test('parks a job that ended the whole process each time it ran, and does not run it', async () => {
    await extract('deadly')
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      await queue.claim(['extract'], 1_000)
      clock.advance(1_001)
    }
    let runs = 0
    await run({ extract: async () => void runs++ })
    expect(runs).toBe(0)
    expect(await jobOf('deadly')).toMatchObject({
      status: 'parked',
      error: expect.stringContaining('never finished'),
    })
    expect(failures).toMatchObject([{ subject: 'deadly', isParked: true }])
  })

  test('starts from the first attempt when a parked job is retried', async () => {
    await extract('bad')
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      await run({ extract: fail })
      clock.advance(60 * 60_000)
    }
    await queue.retry()
    await run({ extract: async () => undefined })
    expect(await jobOf('bad')).toMatchObject({ status: 'done', attempts: 1, error: undefined })
  })

  test('stores no secret from an error', async () => {
    await extract('a')
    const key = `ghp_${'a1B2'.repeat(9)}`
    await run({ extract: () => Promise.reject(new Error(`401 for ${key}`)) })
    expect((await jobOf('a')).error).toBe('401 for [redacted:github-token]')
  })

  test('keeps what was thrown even if it is no Error', async () => {
    await extract('odd')
    await run({ extract: () => Promise.reject('just text') })
    expect((await jobOf('odd')).error).toBe('just text')
  })

  test('stops after the running job when asked to', async () => {
    for (const subject of ['a', 'b']) await extract(subject)
    const stopping = new AbortController()
    expect(await run({ extract: async () => stopping.abort() }, stopping.signal)).toBe(1)
    expect(await jobOf('a')).toMatchObject({ status: 'done' })
    expect(await jobOf('b')).toMatchObject({ status: 'pending' })
  })

  test('does not count an attempt of a job that fails because it was stopped', async () => {
    await extract('a')
    const stopping = new AbortController()
    const interrupted = async () => {
      stopping.abort()
      throw new Error('This operation was aborted')
    }
    expect(await run({ extract: interrupted }, stopping.signal)).toBe(1)
    expect(await jobOf('a')).toMatchObject({ status: 'pending', attempts: 0, error: undefined })
    expect(failures).toEqual([])
    expect(await run({ extract: async () => undefined })).toBe(1)
  })

  test('two runners on one store never run a job at once, however long it takes', async () => {
    await extract('long')
    const runs: string[] = []
    await run({
      async extract() {
        runs.push('first')
        for (let times = 0; times < 5; times++) {
          clock.advance(leaseMs / 2)
          for (const renew of renewals) renew()
          await run({ extract: async () => void runs.push('second') })
        }
      },
    })
    expect(runs).toEqual(['first'])
    expect(await jobOf('long')).toMatchObject({ status: 'done', attempts: 1 })
    expect(renewals).toEqual([])
  })

  test('drops the result of a job whose lease expired and was taken', async () => {
    await extract('slow')
    const slowly = async () => {
      clock.advance(leaseMs + 1)
      await run({ extract: async () => undefined })
      throw new Error('too late to matter')
    }
    await run({ extract: slowly })
    expect(await jobOf('slow')).toMatchObject({ status: 'done', attempts: 2, error: undefined })
    expect({ lost, failures }).toEqual({ lost: ['slow'], failures: [] })
  })

  test('says so when the queue itself fails', async () => {
    const broken: JobQueue = { ...queue, claim: () => Promise.reject(new Error('locked')) }
    queue = broken
    await expect(run({ extract: fail })).rejects.toThrow('locked')
  })
})

test('between long jobs, others get the thread', async () => {
  for (const subject of ['a', 'b', 'c']) await extract(subject)
  let turns = 0
  const counting = setInterval(() => turns++)
  onTestFinished(() => clearInterval(counting))
  const seen: number[] = []
  await run({
    extract: async () => {
      seen.push(turns)
      for (const until = performance.now() + 15; performance.now() < until; );
    },
  })
  expect(seen[0]).toBeLessThan(seen[1] ?? 0)
  expect(seen[1]).toBeLessThan(seen[2] ?? 0)
})

describe('turns', () => {
  test('work with the same key runs in sequence, even after a failure, and other work in parallel', async () => {
    const inTurn = createTurns()
    const seen: string[] = []
    const open = Promise.withResolvers<void>()
    const first = inTurn('a', async () => {
      await open.promise
      seen.push('first')
      throw new Error('failed')
    })
    const second = inTurn('a', async () => seen.push('second'))
    await inTurn('b', async () => seen.push('other'))
    open.resolve()
    await expect(first).rejects.toThrow('failed')
    await second
    expect(seen).toEqual(['other', 'first', 'second'])
  })
})
