import { existsSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Capture, one, openCapture } from '../../../test/support/core/capture.ts'
import type { DrainParts } from './drain.ts'

let capture: Capture
beforeEach(async () => {
  capture = await openCapture()
})

const hourMs = 60 * 60_000

describe('an event that cannot be placed', () => {
  const secret = `gh${'p'}_${'a1B2'.repeat(9)}`
  const failing = (message: string, code?: string): DrainParts['placeOf'] => {
    return async () => {
      throw Object.assign(new Error(message), { code })
    }
  }

  test('is tried again after growing pauses, with its reason', async () => {
    capture.deliver('Stop', { session_id: 's1' })
    const placeOf = failing(`no right to read ${secret}`)
    let tried = 0
    const count: DrainParts['placeOf'] = (...asked) => {
      tried += 1
      return placeOf(...asked)
    }
    const pauses: number[] = []
    for (let round = 0; round < 4; round += 1) {
      const now = capture.clock.now().getTime()
      const { nextTry, postponed } = await capture.drain({ placeOf: count })
      expect(postponed).toBe(1)
      expect(nextTry?.reason).toBe('no right to read [redacted:github-token]')
      const pauseMs = Date.parse(nextTry?.notBefore ?? '') - now
      capture.clock.advance(pauseMs - 1)
      expect(await capture.drain({ placeOf: count })).toMatchObject({ postponed: 1 })
      capture.clock.advance(1)
      pauses.push(pauseMs)
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000])
    expect(tried).toBe(4)
  })

  test('is set aside after the last try, redacted, and can be put back', async () => {
    const name = capture.deliver(
      'UserPromptSubmit',
      { prompt: `use ${secret}`, prompt_id: 'p1' },
      { cwd: '/w/a', project: 'mine' },
    )
    const arrivedAt = capture.clock.now().toISOString()
    for (let tries = 1; tries < 16; tries += 1) {
      expect(await capture.drain({ placeOf: failing('away') })).toMatchObject({ rejected: 0 })
      capture.clock.advance(hourMs)
    }
    expect(await capture.drain({ placeOf: failing('away') })).toMatchObject({
      rejected: 1,
      postponed: 0,
    })
    const kept = one(await capture.spool.rejected())
    expect(kept).toMatchObject({
      name,
      reason: 'could not be read in 16 tries: away',
      host: 'claude-code',
      event: 'UserPromptSubmit',
      cwd: '/w/a',
      project: 'mine',
    })
    expect(kept.text).toContain('use [redacted:github-token]')
    expect(existsSync(capture.paths.inHand)).toBe(false)

    expect(await capture.spool.restoreRejected()).toBe(1)
    expect(await capture.spool.rejected()).toEqual([])
    expect((await capture.drain()).ingested).toHaveLength(1)
    expect(one(capture.turns())).toMatchObject({
      prompt: 'use [redacted:github-token]',
      started_at: arrivedAt,
    })
  })

  test('is never set aside because the computer lacks something', async () => {
    capture.deliver('Stop', { session_id: 's1' })
    for (let tries = 0; tries < 40; tries += 1) {
      const placeOf = failing('too many open files', 'EMFILE')
      expect(await capture.drain({ placeOf })).toMatchObject({ rejected: 0, postponed: 1 })
      capture.clock.advance(hourMs)
    }
    expect((await capture.drain()).ingested).toHaveLength(1)
  })

  test('is tried at once after a clock that was far ahead', async () => {
    capture.clock.advance(1000 * hourMs)
    capture.deliver('Stop', { session_id: 's1' })
    await capture.drain({ placeOf: failing('away') })
    capture.clock.advance(-1000 * hourMs)
    expect((await capture.drain()).ingested).toHaveLength(1)
  })
})
