/**
 * Runs a check on generated inputs for its share of the time. A failure prints the seed and the
 * path of the smallest input that fails; both together replay it.
 */
import { availableParallelism, loadavg } from 'node:os'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { expect } from 'vitest'
import { runsOf } from '../../hermetic/long-run.ts'

const { env } = process
const givenSeconds = Number(env.THROUGHLINE_FUZZ_SECONDS)
const fuzzSeconds = givenSeconds > 0 ? givenSeconds : runsOf(40)
const path = env.THROUGHLINE_FUZZ_PATH

/** The suite tries the same inputs every time; a longer run tries others. */
const fuzzSeed = Number(env.THROUGHLINE_FUZZ_SEED ?? (givenSeconds > 0 ? Date.now() : 1)) | 0

const hangMs = 1_000
const waitMs = 10_000

/**
 * Call it in a test. Inputs must not depend on each other, or a failure cannot be replayed.
 * @param share of the whole time, from 0 to 1
 */
export async function fuzz<Input>(
  share: number,
  inputs: fc.Arbitrary<Input>,
  check: (input: Input) => Promise<void>,
): Promise<void> {
  const test = expect.getState().currentTestName ?? ''
  const watchdog = watch(test)
  let tried = 0
  let isStuck = false
  let last: { input?: Input; checking: Promise<void> } = { checking: Promise.resolve() }
  try {
    const property = fc.asyncProperty(inputs, (input) => {
      // What still runs would spoil the search for a smaller input.
      fc.pre(!isStuck)
      tried += 1
      last = { input, checking: checkQuickly(() => watchdog.guard(() => check(input))) }
      last.checking.catch((error) => {
        isStuck ||= error instanceof Stuck
      })
      return last.checking
    })
    await fc.assert(property, {
      seed: fuzzSeed,
      ...(path && { path }),
      numRuns: path ? 1 : Number.MAX_SAFE_INTEGER,
      interruptAfterTimeLimit: share * fuzzSeconds * 1000,
    })
    // The time limit takes effect in the middle of an input, which may be the one that hangs.
    await last.checking
  } catch (error) {
    throw explain(test, error, last.input)
  } finally {
    await watchdog.close()
  }
  if (tried === 0) throw new Error(`no input was tried`)
  if (givenSeconds > 0) process.stderr.write(`fuzz: ${test}: ${tried} inputs, seed ${fuzzSeed}\n`)
}

/** A shared machine stalls at times; an input that hangs does so again. */
async function checkQuickly(check: () => Promise<void>): Promise<void> {
  let quickestMs = Number.POSITIVE_INFINITY
  const limitMs = hangMs * crowding()
  for (let attempt = 0; attempt < 3 && quickestMs > limitMs; attempt += 1) {
    const startedAt = performance.now()
    await endInTime(check())
    quickestMs = Math.min(quickestMs, performance.now() - startedAt)
  }
  if (quickestMs > limitMs) throw new Error(`takes ${Math.round(quickestMs)} ms`)
}

/** How many processes share a core. */
const crowding = () => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())

class Stuck extends Error {}

async function endInTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Stuck(`does not end within ${waitMs} ms`)), waitMs)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** At the time limit, the last input fails outside fast-check, which then gives no path. */
function explain(test: string, error: unknown, last: unknown): Error {
  const message = error instanceof Error ? error.message : String(error)
  const [, found] = /path: "([\d:]+)"/.exec(message) ?? []
  const input = found ? '' : `\nInput: ${fc.stringify(last).slice(0, 2_000)}`
  const replay = `THROUGHLINE_FUZZ_SEED=${fuzzSeed}${found ? ` THROUGHLINE_FUZZ_PATH=${found}` : ''}`
  const command = `${replay} npx vitest run test/security/fuzz.test.ts -t '${test}'`
  return new Error(`${message}${input}\n\nReplay it with:\n${command}`, { cause: error })
}

const killMs = 30_000

/** A loop that never ends blocks this thread and with it every timer; another thread sees that. */
function watch(test: string) {
  const busySince = new BigInt64Array(new SharedArrayBuffer(8))
  const worker = new Worker(watchdogSource, {
    eval: true,
    workerData: { busySince, killMs, test, seed: fuzzSeed, pid: process.pid },
  })
  worker.unref()
  return {
    async guard(work: () => Promise<void>): Promise<void> {
      Atomics.store(busySince, 0, BigInt(Date.now()))
      try {
        await work()
      } finally {
        Atomics.store(busySince, 0, 0n)
      }
    },
    close: () => worker.terminate(),
  }
}

const watchdogSource = `
const { workerData } = require('node:worker_threads')
const { writeSync } = require('node:fs')
const { busySince, killMs, test, seed, pid } = workerData
setInterval(() => {
  const since = Number(Atomics.load(busySince, 0))
  if (since === 0 || Date.now() - since < killMs) return
  writeSync(2, 'fuzz: ' + test + ' hangs on an input; seed ' + seed + '\\n')
  process.kill(pid, 'SIGKILL')
}, 1000)
`
