/**
 * Nobody asks for context: what a prompt is not about must stay away. What it is about comes only if
 * the words they share are rare enough together, so some of these prompts stay without on purpose.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { memoryKinds } from '../src/contract/vocabulary.ts'
import { idOf, openContext } from './support/core/context.ts'

const prompts = z.object({
  related: z.array(z.object({ prompt: z.string(), memory: z.string() })),
  unrelated: z.array(z.string()),
})
const corpus = z
  .object({
    memories: z.array(z.object({ id: z.string(), kind: z.enum(memoryKinds), content: z.string() })),
    tuning: prompts,
    check: prompts,
    furtherTuning: prompts,
    furtherCheck: prompts,
  })
  .parse(
    JSON.parse(readFileSync(new URL('corpus/context/abstention.json', import.meta.url), 'utf8')),
  )

type Prompts = z.infer<typeof prompts>

const join = (...sets: readonly Prompts[]): Prompts => ({
  related: sets.flatMap(({ related }) => related),
  unrelated: sets.flatMap(({ unrelated }) => unrelated),
})

/** How many prompts bring something, how many of them the right thing. */
async function measure({ related, unrelated }: Prompts) {
  const idsOf = new Map(corpus.memories.map(({ id }, at) => [id, idOf(at + 1)]))
  const { plan } = await openContext(
    corpus.memories.map(({ id, ...memory }) => ({ ...memory, id: idsOf.get(id) ?? '' })),
  )
  const idsFor = async (prompt: string) =>
    (await plan({ events: ['prompt'], prompt })).lines.map(({ id }) => id)
  const forRelated = await Promise.all(related.map(({ prompt }) => idsFor(prompt)))
  const forUnrelated = await Promise.all(unrelated.map(idsFor))
  return {
    brought: forRelated.filter((ids) => ids.length > 0).length,
    right: forRelated.filter((ids, at) => ids.includes(idsOf.get(related[at]?.memory ?? '') ?? ''))
      .length,
    disturbed: forUnrelated.filter((ids) => ids.length > 0).length,
  }
}

test('of 50 prompts about a memory 35 bring it, of 50 about none at most three bring any', async () => {
  const set = join(corpus.tuning, corpus.check)
  expect([set.related.length, set.unrelated.length]).toEqual([50, 50])
  const { brought, right, disturbed } = await measure(set)
  expect(right).toBeGreaterThanOrEqual(35)
  expect(brought - right).toBeLessThanOrEqual(5)
  expect(disturbed).toBeLessThanOrEqual(3)
})

test('prompts that nothing was chosen by do no worse', async () => {
  const { brought, right, disturbed } = await measure(join(corpus.check, corpus.furtherCheck))
  expect(right).toBeGreaterThanOrEqual(33)
  expect(brought - right).toBeLessThanOrEqual(2)
  expect(disturbed).toBeLessThanOrEqual(4)
})
