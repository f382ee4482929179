import { beforeEach, describe, expect, test } from 'vitest'
import { type Capture, fixture, one, openCapture } from '../../../test/support/core/capture.ts'
import { beginDeletion, finishDeletions } from '../deletion/delete-history.ts'
import type { KeptDigest, SessionDetail } from '../ports/history.ts'
import { digestJobs, keepDigests, rebuildDigests } from './keep-digests.ts'

let capture: Capture
beforeEach(async () => {
  capture = await openCapture()
})

async function captureSession(): Promise<string> {
  capture.deliver('SessionStart', fixture('SessionStart-startup'))
  capture.deliver('UserPromptSubmit', fixture('UserPromptSubmit', { prompt_id: 'p1' }))
  capture.deliver('PostToolUseFailure', fixture('PostToolUseFailure-Bash', { prompt_id: 'p1' }))
  capture.deliver('PostToolUse', fixture('PostToolUse-Edit', { prompt_id: 'p1' }))
  capture.deliver('Stop', fixture('Stop', { prompt_id: 'p1' }))
  await capture.drain()
  return String(capture.session().id)
}

/** As the daemon does. */
async function runJobs(): Promise<void> {
  const handlers = digestJobs(capture.store)
  for (;;) {
    const job = await capture.store.jobs.claim(['digest-turn', 'digest-session'], 60_000)
    if (!job) return
    await handlers[job.kind]?.(job)
    await capture.store.jobs.complete(job)
  }
}

async function session(): Promise<SessionDetail> {
  const found = await capture.store.history.session('s1')
  if (!found) throw new Error('there is no session')
  return found
}

/** A job about this session, taken from the queue before those of its turns. */
async function claimed(sessionId: string) {
  await capture.store.jobs.enqueue({ kind: 'digest-session', subject: sessionId })
  const job = await capture.store.jobs.claim(['digest-session'], 60_000)
  if (!job) throw new Error('there is no job')
  return job
}

const rows = () => capture.rows('SELECT * FROM digests ORDER BY type, id')

describe('the jobs', () => {
  test('keep a digest of the turn that ended, and of its session when that ends', async () => {
    const sessionId = await captureSession()
    await runJobs()
    const turnId = String(one(capture.turns()).id)
    expect(rows().map(({ type, id }) => [type, id])).toEqual([['turn', turnId]])
    await capture.take('SessionEnd', fixture('SessionEnd-other'))
    await runJobs()
    expect(await capture.store.digests.find('session', sessionId)).toMatchObject({
      type: 'session',
      toolEvents: 2,
      steps: [{ turn: 1, request: 'List the files', cites: [turnId] }],
      filesChanged: [{ path: 'README.md' }],
    })
  })

  test('digest the turns of a session that lack one', async () => {
    const sessionId = await captureSession()
    await digestJobs(capture.store)['digest-session']?.(await claimed(sessionId))
    expect(rows().map(({ type }) => type)).toEqual(['session', 'turn'])
  })

  test('change nothing when they run again', async () => {
    await captureSession()
    await capture.take('SessionEnd', fixture('SessionEnd-other'))
    await runJobs()
    const before = rows()
    for (const { kind, subject } of await capture.store.jobs.list({ limit: 10 })) {
      await capture.store.jobs.enqueue({ kind, subject, again: true })
    }
    await runJobs()
    expect(rows()).toEqual(before)
  })

  test('are done with a turn and a session that are gone', async () => {
    await capture.store.jobs.enqueue({ kind: 'digest-turn', subject: 'gone' })
    await capture.store.jobs.enqueue({ kind: 'digest-session', subject: 'gone' })
    await runJobs()
    expect(rows()).toEqual([])
  })
})

describe('a turn that is deleted while its digest is made', () => {
  const deleteTurn = async (sessionId: string, turnId: string) => {
    const ports = { store: capture.store, clock: { now: () => new Date() } }
    const options = { withMemories: false, forever: true }
    await beginDeletion({ sessionId, turnId }, options, ports)
    expect(await finishDeletions(ports)).toMatchObject({ turns: 1 })
  }
  const captureTwo = async () => {
    const sessionId = await captureSession()
    const said = { prompt_id: 'p2', prompt: 'Paint the shed' }
    await capture.take('UserPromptSubmit', fixture('UserPromptSubmit', said))
    await capture.take('Stop', fixture('Stop', { prompt_id: 'p2' }))
    return { sessionId, turnId: String(capture.turns().at(-1)?.id) }
  }

  test.each(['turn', 'session'] as const)(
    'does not come back with the digest of its %s',
    async (type) => {
      const { sessionId, turnId } = await captureTwo()
      const put = async (made: KeptDigest) => {
        const isLast = made.digest.type === type && JSON.stringify(made).includes('Paint the shed')
        if (isLast) await deleteTurn(sessionId, turnId)
        return capture.store.digests.put(made)
      }
      const digests = { ...capture.store.digests, put }
      await keepDigests(await session(), { ...capture.store, digests })
      expect(JSON.stringify(rows())).not.toContain('Paint the shed')
      const { session: digest } = await keepDigests(await session(), capture.store)
      expect(digest?.steps).toHaveLength(1)
      expect(rows()).toHaveLength(2)
    },
  )
})

describe('digests on demand', () => {
  const digests = async () => keepDigests(await session(), capture.store)

  test('are created if no job has run', async () => {
    await captureSession()
    const { session: digest, turns } = await digests()
    expect(digest?.steps).toHaveLength(1)
    expect(turns.size).toBe(1)
    expect(rows()).toHaveLength(2)
  })

  test('take in a tool event that arrived after the end of its turn', async () => {
    await captureSession()
    await digests()
    await capture.take('PostToolUse', fixture('PostToolUse-Write', { prompt_id: 'p1' }))
    expect((await digests()).session?.filesChanged.map(({ path }) => path)).toEqual([
      'README.md',
      'NOTES.md',
    ])
  })

  test('of an unfinished turn are returned but not stored', async () => {
    await capture.take('UserPromptSubmit', fixture('UserPromptSubmit', { prompt_id: 'p1' }))
    expect((await digests()).session).toMatchObject({ outcome: 'open' })
    expect(rows()).toEqual([])
  })

  test('of a session in which nothing was said there are none', async () => {
    await capture.take('SessionStart', fixture('SessionStart-startup'))
    expect(await digests()).toEqual({ session: undefined, turns: new Map() })
  })

  test('of an older format are created again', async () => {
    await captureSession()
    const made = await digests()
    capture.store.exec(`UPDATE digests SET body = '{"summary":"old"}'`)
    expect(await digests()).toEqual(made)
  })
})

test('rebuilding gives the same bytes', async () => {
  await captureSession()
  await capture.take('SessionEnd', fixture('SessionEnd-other'))
  await runJobs()
  const before = rows()
  const seen: number[] = []
  expect(await rebuildDigests(capture.store, (done) => seen.push(done))).toBe(1)
  expect(rows()).toEqual(before)
  expect(seen).toEqual([1])
})
