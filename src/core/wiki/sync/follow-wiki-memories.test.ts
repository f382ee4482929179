import { expect, test } from 'vitest'
import { openMemories } from '../../../../test/support/core/memories.ts'
import { forgetMemory } from '../../memory/forget-memory.ts'
import { followWikiMemories } from './follow-wiki-memories.ts'

const address = { scope: 'global', scopeId: '' } as const

test('memories are followed as they are written, replaced and archived', async () => {
  const memories = await openMemories()
  const contents = async () =>
    [...(await followWikiMemories(address, memories)).values()].map(({ content }) => content).sort()
  expect(await contents()).toEqual([])
  const { memory } = await memories.write({ content: 'The kraken sleeps in the basement.' })
  await memories.write({ content: 'Releases are on Mondays.', key: 'releases' })
  expect(await contents()).toEqual([
    'Releases are on Mondays.',
    'The kraken sleeps in the basement.',
  ])
  await memories.write({ content: 'Releases are on Fridays.', key: 'releases' })
  expect(await contents()).toContain('Releases are on Fridays.')
  expect(await contents()).not.toContain('Releases are on Mondays.')
  await memories.write({ content: 'Walruses live next door.', scope: 'project', scopeId: 'a' })
  const others = { scope: 'project', scopeId: 'a' } as const
  expect((await followWikiMemories(others, memories)).size).toBe(1)
  const now = memories.clock.now().toISOString()
  await memories.store.transaction((tx) => forgetMemory(tx, memory.id, now, { now: false }))
  expect(await contents()).toEqual(['Releases are on Fridays.'])
})
