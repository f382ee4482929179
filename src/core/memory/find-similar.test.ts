import { expect, test } from 'vitest'
import { sha256 } from '../../../test/support/core/capture.ts'
import { type Memories, openMemories } from '../../../test/support/core/memories.ts'
import type { Memory } from '../model/memory.ts'
import { findSimilar } from './find-similar.ts'
import { draftMemory } from './new-memory.ts'
import { writeDraft } from './write-memory.ts'

const here = { scope: 'project', scopeId: 'here' } as const
const elsewhere = { scope: 'project', scopeId: 'elsewhere' } as const

const areas = ['billing', 'search', 'login', 'export', 'mail', 'cache', 'upload', 'report']
const parts = ['handler', 'worker', 'table', 'form', 'queue', 'parser', 'client', 'schema']

/** Statements about one code base: each its own, all of the same few words. */
async function fill({ store, ids }: Memories, like: Memory, count: number): Promise<void> {
  await store.transaction(async (tx) => {
    for (let number = 0; number < count; number++) {
      const [area, part] = [areas[number % 8], parts[Math.floor(number / 8) % 8]]
      const content = `The ${area} ${part} has passed test${number} on the main branch`
      await tx.insert({ ...like, id: ids.next(), content, contentHash: sha256(content) })
    }
  })
}

test('of thousands the oldest is found by what nearly repeats it or denies it', async () => {
  const memories = await openMemories()
  const content = 'Commit to the main branch after the tests have passed'
  const oldest = (await memories.write({ ...here, content })).memory
  const twin = (await memories.write({ ...elsewhere, content })).memory
  await fill(memories, oldest, 5_000)
  const again = 'Always commit to the main branch after all the tests have passed on it'
  expect(await memories.write({ ...here, content: again, tags: ['git'] })).toMatchObject({
    outcome: 'merged',
    memory: { id: oldest.id },
  })
  const denial = again.replace('Always', 'Never')
  expect(await memories.write({ ...here, content: denial })).toMatchObject({
    outcome: 'created',
    contradicts: [oldest.id],
  })
  expect(await memories.store.find(twin.id)).toEqual(twin)
  expect(await memories.store.links(twin.id)).toEqual([])
})

test('memories written in the same transaction are found', async () => {
  const { ports } = await openMemories()
  const given = { ...here, source: 'manual', trust: 'user' } as const
  const draft = (content: string) => draftMemory({ ...given, content }, ports)
  const outcomes = await ports.transaction(async (tx) => [
    (await writeDraft(tx, draft('Use tabs for indentation'), ports)).outcome,
    (await writeDraft(tx, draft('Always use tabs for the indentation'), ports)).outcome,
  ])
  expect(outcomes).toEqual(['created', 'duplicate'])
})

test('superseded memories take no place among the likeliest', async () => {
  const { write, search, store } = await openMemories()
  const first = await write({ ...here, content: 'Release on Mondays from the main branch' })
  for (let week = 0; week < 40; week++) {
    const { memory } = await write({ ...here, content: `Release on Mondays, week ${week}` })
    await write({ ...here, content: `Freeze on day ${week}`, supersedes: memory.id })
  }
  const found = await findSimilar('Release on Mondays', here, {
    memories: store,
    search,
  })
  expect(found.map(({ id }) => id)).toEqual([first.memory.id])
})

test('a text of little words only, or of none, is no reason to fail', async () => {
  const { write } = await openMemories()
  for (const content of ['To be or not to be', '!!! ???', '…']) {
    expect(await write({ ...here, content })).toMatchObject({ outcome: 'created' })
  }
})
