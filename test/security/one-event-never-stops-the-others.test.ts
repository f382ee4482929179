/** One event never stops the others, however it was made and whatever it does to the process. */
import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSpool } from '../../src/adapters/filesystem/spool.ts'
import { parseLine } from '../../src/adapters/hosts/shared/transcript-lines.ts'
import { createTimeLimit } from '../../src/adapters/time-limit.ts'
import { type DrainParts, drainSpool } from '../../src/core/capture/drain.ts'
import type { SpoolEntry } from '../../src/core/ports/spool.ts'
import { loadConfig } from '../../src/home/config.ts'
import { type Capture, openCapture } from '../support/core/capture.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../support/homes/spool-files.ts'
import { makeTemporaryFolder } from '../support/homes/temporary-folder.ts'

const { prompt } = sessionPayloads('s1', '/work')
const never = new AbortController().signal

function spoolPrompts(capture: Capture, texts: readonly string[]): void {
  for (const [number, text] of texts.entries()) {
    writeSpoolFile(capture.paths.spool, { event: 'UserPromptSubmit' }, prompt(number + 1, text))
  }
}

describe('an event that ends the process', () => {
  /** Its reading never ends, and with it what a killed process had in hand. */
  function dieAt(capture: Capture, poison: string): Promise<unknown> {
    const spool = createSpool(capture.paths)
    const { promise: died, resolve: die } = Promise.withResolvers<void>()
    const deadly: DrainParts['spool'] = {
      ...spool,
      async read(entry: SpoolEntry) {
        const file = await spool.read(entry)
        if (file.kind !== 'ok' || !file.payload.includes(poison)) return file
        die()
        return new Promise(() => undefined)
      },
    }
    return Promise.race([drainSpool({ ...capture.parts, spool: deadly }, never), died])
  }

  /** The next daemon is started by a hook, a minute later. */
  function passTime(capture: Capture): void {
    const aMinuteAgo = new Date(Date.now() - 60_000)
    utimesSync(capture.paths.inHand, aMinuteAgo, aMinuteAgo)
  }

  it('twice is set aside with its reason, and the others are stored', async () => {
    const capture = await openCapture()
    spoolPrompts(capture, ['one', 'two', 'DEADLY', 'four', 'five'])
    for (const pending of [5, 3]) {
      await dieAt(capture, 'DEADLY')
      passTime(capture)
      expect(await capture.parts.spool.pending()).toHaveLength(pending)
    }
    const result = (await dieAt(capture, 'DEADLY')) as { ingested: string[]; rejected: number }
    expect(result).toMatchObject({ rejected: 1 })
    expect(result.ingested).toHaveLength(2)
    const rejected = await capture.parts.spool.rejected()
    expect(rejected).toMatchObject([
      { reason: 'the daemon ended twice while it read or stored this event', text: '' },
    ])
    expect(await capture.parts.spool.pending()).toEqual([])
    expect(existsSync(capture.paths.inHand)).toBe(false)
  })

  it('is not what a daemon died of that was killed and started again at once', async () => {
    const capture = await openCapture()
    spoolPrompts(capture, ['one', 'DEADLY', 'three'])
    for (let death = 0; death < 5; death += 1) await dieAt(capture, 'DEADLY')
    const { ingested } = await drainSpool(capture.parts, never)
    expect(ingested).toHaveLength(3)
  })

  it('is not blamed when the store was the trouble', async () => {
    const capture = await openCapture()
    spoolPrompts(capture, ['one'])
    const broken = { ...capture.parts, hash: () => '' }
    for (let time = 0; time < 3; time += 1) {
      const aborted = AbortSignal.abort()
      await drainSpool(broken, aborted)
    }
    expect((await drainSpool(capture.parts, never)).ingested).toHaveLength(1)
  })
})

describe('an event that takes too long', () => {
  const text = `SLOW ${'x'.repeat(40_000)}`

  it('to read is set aside, and the others are stored', async () => {
    const capture = await openCapture()
    spoolPrompts(capture, ['one', text, 'three'])
    const { redactor } = capture.parts
    const endless: DrainParts['redactor'] = {
      ...redactor,
      forEvent: () => endless,
      redactMember(name, value) {
        if (value.startsWith('SLOW')) /(x+)+y/.test(value)
        return redactor.redactMember(name, value)
      },
    }
    const parts = { ...capture.parts, redactor: endless, timeLimit: createTimeLimit(200) }
    expect((await drainSpool(parts, never)).ingested).toHaveLength(2)
    expect(await capture.parts.spool.rejected()).toMatchObject([
      { reason: 'cannot be read: it took longer than 0.2 s', text: '' },
    ])
  })

  it('to place waits in the spool, and the others are stored', async () => {
    const capture = await openCapture()
    spoolPrompts(capture, ['one', 'two'])
    let asked = 0
    const placeOf: DrainParts['placeOf'] = (...given) => {
      asked += 1
      return asked === 1 ? new Promise(() => undefined) : capture.parts.placeOf(...given)
    }
    const parts = { ...capture.parts, placeOf, timeLimit: createTimeLimit(200) }
    expect(await drainSpool(parts, never)).toMatchObject({ postponed: 1 })
    expect(await capture.parts.spool.pending()).toHaveLength(1)
  })
})

describe.each([
  ['1.5 million keys', Array.from({ length: 1_500_000 }, (_, number) => `"${number}":0`).join(',')],
  ['100 levels', `"a":${'{"a":'.repeat(100)}0${'}'.repeat(100)}`],
])('JSON of %s', (_, members) => {
  const json = `{"session_id":"s1",${members}}`

  it('is set aside as a hook’s payload, and the next event is stored', async () => {
    const capture = await openCapture()
    writeSpoolFile(capture.paths.spool, { event: 'Stop' }, json)
    spoolPrompts(capture, ['after it'])
    const result = await drainSpool(capture.parts, never)
    expect(result).toMatchObject({ rejected: 1 })
    expect(result.ingested).toHaveLength(1)
    const [{ reason = '' } = {}] = await capture.parts.spool.rejected()
    expect(reason).toMatch(/^the JSON has more than /)
  })

  it('is no line of a transcript', () => {
    expect(parseLine(json)).toEqual({})
  })

  it('is no configuration', () => {
    const file = join(makeTemporaryFolder(), 'config.json')
    writeFileSync(file, json)
    expect(() => loadConfig(file, {})).toThrow(/the JSON has more than/)
  })
})
