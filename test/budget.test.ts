/** Many jobs at once, of one process and of several: no call passes a limit, and the books agree. */
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openStore } from '../src/adapters/sqlite/store.ts'
import type { Config } from '../src/contract/config.ts'
import { costOf, mostInputTokens } from '../src/core/ledger/prices.ts'
import type { LocalStore as Store } from '../src/core/ports/store.ts'
import { createSamples } from './conformance/samples.ts'
import { createRandom } from './support/core/random.ts'
import { makeTemporaryFolder } from './support/homes/temporary-folder.ts'
import { type BudgetJobs, price, request, runBudgetJobs } from './support/models/budget-jobs.ts'
import {
  hangUp,
  type ModelAnswer,
  protocols,
  startModelServer,
} from './support/models/model-servers.ts'
import { runChildScript } from './support/processes/child-script.ts'

let store: Store
let database: string
let sessionId: string
beforeEach(async () => {
  database = join(makeTemporaryFolder(), 'throughline.db')
  const clock = { now: () => new Date() }
  store = await openStore({ file: database, backupFolder: '', keepBackups: 1, clock })
  onTestFinished(() => store.close())
  sessionId = (await createSamples(store).addSession()).id
})

const mostInput = mostInputTokens(request)
const mostOfOne = {
  tokens: mostInput + request.mostOutputTokens,
  usd: costOf(price, mostInput, request.mostOutputTokens),
}

/** A provider that keeps books of its own. It answers nobody until `atOnce` calls are there. */
async function startProvider(atOnce: number, deliver?: ModelAnswer) {
  const random = createRandom(7)
  const upTo = (most: number) => Math.round(random() * most)
  const books = { calls: 0, inputTokens: 0, outputTokens: 0 }
  const everybody = Promise.withResolvers<void>()
  const answer: ModelAnswer = (_, response) => {
    const inputTokens = upTo(mostInput)
    const outputTokens = upTo(request.mostOutputTokens)
    books.inputTokens += inputTokens
    books.outputTokens += outputTokens
    const usage = { prompt_tokens: inputTokens, completion_tokens: outputTokens }
    const body = { ...protocols['openai-compatible']({ text: '{}' }), usage }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const { url } = await startModelServer(async (given, response) => {
    books.calls += 1
    const isSpecial = deliver !== undefined && books.calls % 3 === 0
    if (books.calls === atOnce) everybody.resolve()
    await everybody.promise
    return isSpecial ? deliver(given, response) : answer(given, response)
  })
  return { url, books }
}

const jobs = (url: string, count: number, budget: Partial<Config['budget']>): BudgetJobs => ({
  database,
  url,
  jobs: count,
  sessionId,
  budget,
})

function runInProcess(plan: BudgetJobs) {
  const module = new URL('./support/models/budget-jobs.ts', import.meta.url)
  const source = `
    import { runBudgetJobs } from '${module}'
    await runBudgetJobs(JSON.parse(process.argv[1]))
  `
  return runChildScript(source, JSON.stringify(plan))
}

async function ledgerTotal() {
  const [total, ...others] = await store.ledger.totals('purpose', { utcOffsetMinutes: 0 })
  if (!total || others.length > 0) throw new Error('expected one purpose')
  return total
}

type Books = Awaited<ReturnType<typeof startProvider>>['books']

async function expectEqualBooks({ calls, inputTokens, outputTokens }: Books): Promise<void> {
  expect(await ledgerTotal()).toMatchObject({
    calls,
    failed: 0,
    unsettled: 0,
    inputTokens,
    outputTokens,
    tokens: inputTokens + outputTokens,
    costUsd: expect.closeTo(costOf(price, inputTokens, outputTokens), 9),
  })
}

describe('sixteen jobs at once', () => {
  test.each(['dailyTokens', 'sessionTokens'] as const)('stay within %s', async (name) => {
    const limit = 60_000
    const { url, books } = await startProvider(16)
    await runBudgetJobs(jobs(url, 16, { [name]: limit }))
    const spent = books.inputTokens + books.outputTokens
    expect(spent).toBeLessThanOrEqual(limit)
    expect(spent).toBeGreaterThan(limit - mostOfOne.tokens)
    await expectEqualBooks(books)
  })

  test.each(['dailyUsd', 'sessionUsd'] as const)('stay within %s', async (name) => {
    const limit = 0.3
    const { url, books } = await startProvider(16)
    await runBudgetJobs(jobs(url, 16, { [name]: limit }))
    const spent = costOf(price, books.inputTokens, books.outputTokens)
    expect(spent).toBeLessThanOrEqual(limit)
    expect(spent).toBeGreaterThan(limit - mostOfOne.usd)
    await expectEqualBooks(books)
  })

  test('make no call at all when not even one fits', async () => {
    const { url, books } = await startProvider(16)
    await runBudgetJobs(jobs(url, 16, { dailyTokens: mostOfOne.tokens - 1 }))
    expect(books.calls).toBe(0)
    expect(await ledgerTotal()).toMatchObject({ calls: 0, refused: 16, tokens: 0 })
  })

  test('count nothing for a call whose answer was lost', async () => {
    const limit = 60_000
    const { url, books } = await startProvider(16, hangUp)
    await runBudgetJobs(jobs(url, 16, { dailyTokens: limit }))
    const { calls, failed, unsettled, tokens } = await ledgerTotal()
    expect({ calls, unsettled }).toEqual({ calls: books.calls, unsettled: 0 })
    expect(failed).toBeGreaterThan(0)
    expect(tokens).toBe(books.inputTokens + books.outputTokens)
    expect(tokens).toBeLessThanOrEqual(limit)
  })
})

describe('two processes with eight jobs each', () => {
  test('stay within the limit together', async () => {
    const limit = 80_000
    const { url, books } = await startProvider(16)
    const plan = jobs(url, 8, { dailyTokens: limit, sessionUsd: 100 })
    const children = [runInProcess(plan), runInProcess(plan)]
    expect(await Promise.all(children.map((child) => child.ended()))).toEqual([0, 0])
    const spent = books.inputTokens + books.outputTokens
    expect(spent).toBeLessThanOrEqual(limit)
    expect(spent).toBeGreaterThan(limit - mostOfOne.tokens)
    await expectEqualBooks(books)
  })

  test('release what a killed one had reserved', async () => {
    const limit = 10 * mostOfOne.tokens
    let seen = 0
    const held = Promise.withResolvers<void>()
    const { url: silent } = await startModelServer(() => {
      seen += 1
      if (seen === 8) held.resolve()
    })
    const killed = runInProcess(jobs(silent, 8, { dailyTokens: limit }))
    await held.promise
    killed.process.kill('SIGKILL')
    await killed.ended()
    const { url, books } = await startProvider(1)
    await runBudgetJobs(jobs(url, 8, { dailyTokens: limit }))
    expect(books.calls).toBeGreaterThan(0)
    expect(books.inputTokens + books.outputTokens).toBeLessThanOrEqual(2 * mostOfOne.tokens)
    expect(await ledgerTotal()).toMatchObject({
      calls: 8 + books.calls,
      unsettled: 8,
      inputTokens: books.inputTokens,
      outputTokens: books.outputTokens,
    })
  })
})
