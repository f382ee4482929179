import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../../test/hermetic/long-run.ts'
import {
  type Context,
  idOf,
  type MemoryGiven,
  openContext,
  session,
} from '../../../test/support/core/context.ts'
import { createRandom } from '../../../test/support/core/random.ts'
import { memoryKinds } from '../../contract/vocabulary.ts'
import { countTokens } from '../text/count-tokens.ts'

const words = fc.constantFrom('invoice', 'webhook', 'retry', 'pool', 'deploy', 'cache', 'worker')
const content = fc.oneof(
  fc.array(words, { minLength: 3, maxLength: 40 }).map((each) => each.join(' ')),
  fc.string({ minLength: 1, maxLength: 1_400 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 400 }),
  fc
    .constantFrom('語', '😀', '👩‍👩‍👧‍👦', 'x', 'W', '<b>', '\n', '𝕏')
    .map((each) => `a${each.repeat(300)}`),
)
const memories = fc.array(
  fc.record({
    content,
    kind: fc.constantFrom(...memoryKinds),
    scope: fc.constantFrom('project' as const, 'global' as const),
    pinned: fc.boolean(),
    importance: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { minLength: 1, maxLength: 40 },
)
const bounds = fc.record({
  mostCharacters: fc.integer({ min: 0, max: 20_000 }),
  startTokens: fc.integer({ min: 0, max: 4_000 }),
  promptTokens: fc.integer({ min: 0, max: 2_000 }),
})

const numbered = (given: readonly MemoryGiven[]) =>
  given.map((memory, at) => ({
    ...memory,
    id: idOf(at + 1),
    contentHash: idOf(at).replaceAll('-', ''),
  }))

describe('whatever the memories say', () => {
  test('no block is above its bounds in tokens, bytes and characters, or cut within a character', async () => {
    await fc.assert(
      fc.asyncProperty(memories, bounds, async (given, { mostCharacters, ...settings }) => {
        const { plan, store } = await openContext(numbered(given))
        try {
          const start = await plan({ mostCharacters }, settings)
          const prompt = 'does the invoice webhook retry in the worker pool?'
          const asked = await plan({ events: ['prompt'], prompt, mostCharacters }, settings)
          for (const [{ text, tokens, lines }, most] of [
            [start, settings.startTokens],
            [asked, settings.promptTokens],
          ] as const) {
            expect(tokens).toBe(countTokens(text))
            expect(tokens).toBeLessThanOrEqual(most)
            expect(Buffer.byteLength(text)).toBeLessThanOrEqual(Math.min(mostCharacters, 9_500))
            expect(text.isWellFormed()).toBe(true)
            expect(text === '').toBe(lines.length === 0)
          }
        } finally {
          store.close()
        }
      }),
      { numRuns: runsOf(60) },
    )
  }, 120_000)
})

const topics = ['invoice numbers', 'webhook retries', 'pool size', 'deploy steps', 'cache keys']

/** Many that are equal in all but their ids. */
const threeHundred: MemoryGiven[] = [...Array(300).keys()].map((at) => ({
  content: `Note on ${topics[at % topics.length]}, number ${Math.floor(at / 3)} of the ${at % 3 === 0 ? 'api' : 'web'}.`,
  kind: memoryKinds[at % 9] ?? 'fact',
  scope: at % 4 === 0 ? 'global' : 'project',
  importance: (at % 5) / 4,
  pinned: at % 97 === 0,
  files: at % 7 === 0 ? ['src/pool.ts'] : [],
}))

test('the same state gives the same bytes, in whatever order it was stored', async () => {
  const blocks = new Set<string>()
  for (let run = 0; run < runsOf(20); run++) {
    const context = await openContext()
    await context.keep(shuffled(numbered(threeHundred), createRandom(run)))
    blocks.add(JSON.stringify(await allPlans(context)))
    context.store.close()
  }
  expect(blocks.size).toBe(1)
}, 300_000)

async function allPlans({ plan, show }: Context) {
  await show([idOf(5), idOf(77), idOf(200)])
  const work = { branch: 'fix/webhook-retries', files: ['src/pool.ts'] }
  return [
    await plan({ ...work, session: { ...session, hostSessionId: 'new' } }),
    await plan({ ...work, source: 'compact' }),
    await plan({ ...work, source: 'resume' }),
    await plan({ events: ['prompt'], prompt: 'what are the invoice numbers of the webhook?' }),
    await plan({ events: ['subagent-start'] }),
  ]
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}
