import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Capture, fixture, one, openCapture } from '../../../test/support/core/capture.ts'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { openStore } from '../../adapters/sqlite/store.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { Spool } from '../ports/spool.ts'
import type { Store } from '../ports/store.ts'
import { drainSpool } from './drain.ts'

let capture: Capture
beforeEach(async () => {
  capture = await openCapture()
})

function deliverTools(count: number): void {
  for (let n = 1; n <= count; n++) {
    capture.deliver('PostToolUse', { tool_name: 'Bash', tool_use_id: `t${n}`, prompt_id: 'p1' })
  }
}
const nothing = { ingested: [], duplicates: 0, rejected: 0, postponed: 0 }

describe('draining', () => {
  test('an empty spool does nothing', async () => {
    expect(await capture.drain()).toEqual(nothing)
  })

  test('takes events in as they arrived, in several batches, and empties the spool', async () => {
    deliverTools(7)
    const { ingested } = await capture.drain({ batchSize: 3 })
    expect(capture.toolEvents().map(({ id, tool_use_id }) => [id, tool_use_id])).toEqual(
      ingested.map((id, index) => [id, `t${index + 1}`]),
    )
    expect(capture.spoolFiles()).toEqual([])
  })

  test('stops between batches on request, and continues later', async () => {
    deliverTools(4)
    const stopping = new AbortController()
    const spool: Spool = {
      ...capture.spool,
      async remove(entries) {
        await capture.spool.remove(entries)
        stopping.abort()
      },
    }
    await drainSpool({ ...capture.parts, spool, batchSize: 2 }, stopping.signal)
    expect(capture.spoolFiles()).toHaveLength(2)
    await capture.drain()
    expect(capture.count('tool_events')).toBe(4)
  })

  test('takes the folder the hook ran in where the payload names none', async () => {
    await capture.take('Stop', {}, { cwd: '/w/a' })
    expect(capture.session().cwd).toBe('/w/a')
  })

  test('asks for the place by the folder of the event and the envelope', async () => {
    const asked: unknown[] = []
    capture.deliver('Stop', { cwd: '/w/b' }, { cwd: '/w/a', project: 'mine' })
    await capture.drain({
      async placeOf(envelope, cwd) {
        asked.push(envelope, cwd)
        return { kind: 'enabled' }
      },
    })
    expect(asked).toEqual([
      { host: 'claude-code', event: 'Stop', cwd: '/w/a', project: 'mine' },
      '/w/b',
    ])
  })
})

describe('exactly once', () => {
  test('a file that is seen again after a crash between commit and removal counts once', async () => {
    deliverTools(2)
    capture.deliver('Stop', { prompt_id: 'p1' })
    capture.deliver('SessionStart', { source: 'resume' })
    const spool: Spool = {
      ...capture.spool,
      remove: () => Promise.reject(new Error('killed')),
    }
    await expect(capture.drain({ spool })).rejects.toThrow('killed')
    expect(capture.spoolFiles()).toHaveLength(4)
    const before = { events: capture.events(), jobs: capture.jobs(), session: capture.session() }
    expect(await capture.drain()).toEqual({ ...nothing, duplicates: 4 })
    expect({ events: capture.events(), jobs: capture.jobs(), session: capture.session() }).toEqual(
      before,
    )
    expect(capture.spoolFiles()).toEqual([])
  })

  test('receipts are forgotten once their files are gone', async () => {
    deliverTools(3)
    await capture.drain()
    expect(capture.count('spool_receipts')).toBe(3)
    capture.deliver('Stop', {})
    await capture.drain()
    expect(capture.count('spool_receipts')).toBe(1)
  })

  test('a file that is gone by the time it is read is no event', async () => {
    deliverTools(1)
    const spool: Spool = { ...capture.spool, read: async () => ({ kind: 'gone' }) }
    expect(await capture.drain({ spool })).toEqual(nothing)
  })
})

describe('what cannot be understood', () => {
  test('is repaired once if only backslashes were not escaped', async () => {
    capture.deliverText(
      { event: 'UserPromptSubmit' },
      String.raw`{"session_id":"s1","prompt_id":"p1","prompt":"look in C:\Users\ada"}`,
    )
    expect(await capture.drain()).toMatchObject({ rejected: 0 })
    expect(one(capture.turns()).prompt).toBe(String.raw`look in C:\Users\ada`)
  })

  test('is set aside with the reason and without its secrets', async () => {
    const secret = `gh${'p'}_${'a1B2'.repeat(9)}`
    capture.deliverText({ event: 'Stop' }, `{"session_id":"s1", token ${secret}`)
    expect(await capture.drain()).toEqual({ ...nothing, rejected: 1 })
    expect(capture.spoolFiles()).toEqual([])
    expect(one(await capture.spool.rejected())).toMatchObject({
      reason: expect.stringContaining('not valid JSON'),
      host: 'claude-code',
      event: 'Stop',
      text: '{"session_id":"s1", token [redacted:github-token]',
    })
    expect(capture.count('sessions')).toBe(0)
  })

  test.each([
    ['an unknown host', { host: 'nobody' }, '{"session_id":"s1"}', 'unknown host "nobody"'],
    ['no session', {}, '{"prompt":"hi"}', 'names no session'],
    ['an empty session id', {}, '{"session_id":""}', 'names no session'],
    ['no payload', {}, '', 'the payload is empty'],
    ['a list', {}, '[1]', 'the payload is not a JSON object'],
  ])('is set aside: %s', async (_, envelope, payload, reason) => {
    capture.deliverText(envelope, payload)
    expect((await capture.drain()).rejected).toBe(1)
    expect(one(await capture.spool.rejected()).reason).toBe(reason)
  })

  test('is set aside: a file with a header that is not ours', async () => {
    writeFileSync(join(capture.paths.spool, 'stray.spool'), 'hello\n\n{}')
    expect((await capture.drain()).rejected).toBe(1)
    expect(one(await capture.spool.rejected()).reason).toBe('the header is not one of ours')
  })

  test('is set aside: nested too deep to be written down again', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    capture.deliverText({ event: 'Stop' }, `{"session_id":"s1","deep":${deep}}`)
    capture.deliver('Stop', { session_id: 's2' })
    expect(await capture.drain()).toMatchObject({ rejected: 1, duplicates: 0 })
    expect(capture.session('s2').event_count).toBe(1)
    expect(capture.count('sessions')).toBe(1)
  })
})

describe('one bad event', () => {
  /** The real store, but for one tool event that it chokes on. */
  const choking = (toolUseId: string, error: Error): Pick<Store, 'transaction'> => ({
    transaction: (work) =>
      capture.store.transaction((tx) =>
        work({
          ...tx,
          capture: {
            ...tx.capture,
            async insertToolEvent(event) {
              if (event.detail.toolUseId === toolUseId) throw error
              await tx.capture.insertToolEvent(event)
            },
          },
        }),
      ),
  })

  test.each([
    ['any error', new Error('poison')],
    ['one of ours', new ThroughlineError('invalid-input', 'poison')],
  ])('is set aside, redacted, and harms no other: %s', async (_, error) => {
    deliverTools(5)
    const store = choking('t3', error)
    const { ingested, rejected } = await capture.drain({ store })
    expect({ ingested: ingested.length, rejected }).toEqual({ ingested: 4, rejected: 1 })
    expect(capture.toolEvents().map(({ tool_use_id }) => tool_use_id)).toEqual([
      't1',
      't2',
      't4',
      't5',
    ])
    const { reason, text } = one(await capture.spool.rejected())
    expect(reason).toBe('cannot be stored: poison')
    expect(JSON.parse(text)).toMatchObject({ session_id: 's1', tool_use_id: 't3' })
    expect(capture.spoolFiles()).toEqual([])
    expect(capture.session().event_count).toBe(4)
  })

  test('that cannot be read or placed now waits, and blocks no other', async () => {
    const unreadable = capture.deliver('Stop', { session_id: 's1' })
    capture.deliver('Stop', { session_id: 's2', cwd: '/unplaceable' })
    capture.deliver('Stop', { session_id: 's3', cwd: '/misconfigured' })
    capture.deliver('Stop', { session_id: 's4' })
    const spool: Spool = {
      ...capture.spool,
      read: (entry) =>
        entry.name === unreadable
          ? Promise.reject(new Error('EACCES: permission denied'))
          : capture.spool.read(entry),
    }
    const result = await capture.drain({
      spool,
      placeOf: async (_, cwd) => {
        if (cwd === '/unplaceable') throw new Error('EMFILE: too many open files')
        if (cwd === '/misconfigured') throw new ThroughlineError('invalid-config', 'no JSON')
        return { kind: 'enabled' }
      },
    })
    expect(result).toMatchObject({ postponed: 3, rejected: 0 })
    expect(result.ingested).toHaveLength(1)
    expect(capture.spoolFiles()).toHaveLength(3)
    capture.clock.advance(firstPauseMs)
    expect(await capture.drain()).toMatchObject({ postponed: 0, rejected: 0 })
    expect(capture.count('sessions')).toBe(4)
    expect(existsSync(capture.paths.inHand)).toBe(false)
  })
})

const firstPauseMs = 2_000

describe('a store in trouble leaves every event in the spool:', () => {
  test('locked by another process', async () => {
    const folder = makeTemporaryFolder()
    const file = join(folder, 'test.db')
    const { clock } = capture
    const store = await openStore({
      file,
      backupFolder: folder,
      keepBackups: 1,
      clock,
      patienceMs: 50,
    })
    const other = new DatabaseSync(file)
    onTestFinished(() => {
      store.close()
      other.close()
    })
    other.exec('BEGIN IMMEDIATE')
    deliverTools(3)
    await expect(capture.drain({ store })).rejects.toMatchObject({
      code: 'database-busy',
    })
    expect(capture.spoolFiles()).toHaveLength(3)
    other.exec('ROLLBACK')
    expect((await capture.drain({ store })).ingested).toHaveLength(3)
  })

  test('full', async () => {
    const full = new ThroughlineError('database-unwritable', 'the disk is full')
    const store: Pick<Store, 'transaction'> = {
      transaction: (work) =>
        capture.store.transaction(async (tx) => {
          const result = await work(tx)
          if ((await tx.history.totals()).events > 0) throw full
          return result
        }),
    }
    deliverTools(300)
    await expect(capture.drain({ store })).rejects.toBe(full)
    expect(capture.spoolFiles()).toHaveLength(300)
    expect(capture.count('events')).toBe(0)
    await capture.drain()
    expect(capture.count('tool_events')).toBe(300)
  })

  test('closed while it drains', async () => {
    deliverTools(3)
    const placeOf = async () => {
      capture.store.close()
      return { kind: 'enabled' as const }
    }
    await expect(capture.drain({ placeOf })).rejects.toMatchObject({ code: 'database-unwritable' })
    expect(capture.spoolFiles()).toHaveLength(3)
    expect(await capture.spool.rejected()).toEqual([])
  })

  test('without one of its tables', async () => {
    capture.store.exec('DROP TABLE tool_events')
    deliverTools(3)
    await expect(capture.drain()).rejects.toMatchObject({ code: 'database-failed' })
    expect(capture.spoolFiles()).toHaveLength(3)
    expect(await capture.spool.rejected()).toEqual([])
  })
})

test('where capture is disabled nothing is stored and the event goes', async () => {
  capture.deliver('UserPromptSubmit', fixture('UserPromptSubmit'))
  capture.deliverText({ event: 'Stop' }, '{"session_id":"s1"}')
  const result = await capture.drain({ placeOf: async () => ({ kind: 'disabled' }) })
  expect(result).toEqual(nothing)
  expect(capture.spoolFiles()).toEqual([])
  for (const table of ['projects', 'sessions', 'turns', 'events', 'jobs', 'spool_receipts']) {
    expect(capture.count(table)).toBe(0)
  }
})
