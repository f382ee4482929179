import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openMemories } from '../../../test/support/core/memories.ts'
import { memoryScopes } from '../../contract/vocabulary.ts'
import { isSameAddress, type Memory, type ScopeAddress } from '../model/memory.ts'
import { storable } from '../text/visible-text.ts'

/** Ids that are easily mistaken for each other: equal over scopes, one the start of the other. */
const scopeIds = ['a', 'A', 'ab', 'a ', "a' OR 1=1 --", '%', '_', 'ä', 'a\u0000']

const address: fc.Arbitrary<ScopeAddress> = fc
  .tuple(fc.constantFrom(...memoryScopes), fc.constantFrom(...scopeIds))
  .map(([scope, scopeId]) => ({ scope, scopeId: scope === 'global' ? '' : scopeId }))

const stored = ({ scope, scopeId }: ScopeAddress) => ({ scope, scopeId: storable(scopeId) })

const contents = ['Use pnpm', 'use pnpm.', 'Never use pnpm', 'Deploy on Mondays', 'Deploy Mondays']

const step = fc.record({
  address,
  content: fc.constantFrom(...contents),
  key: fc.option(fc.constantFrom('k', 'l'), { nil: undefined }),
  supersedes: fc.option(fc.constantFrom('use pnpm', 'k', 'deploy'), { nil: undefined }),
  isForgotten: fc.boolean(),
})

test('no memory is ever found from another project, session or agent', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 2, maxLength: 25 }),
      address,
      async (steps, other) => {
        const { write, store, clock } = await openMemories()
        const addresses = [...steps.map((taken) => taken.address), other]
        for (const { address: place, isForgotten, ...given } of steps) {
          const result = await write({ ...given, ...place })
          const touched = [result.memory.id, ...result.superseded, ...result.contradicts]
          for (const id of touched) expect(await store.find(id)).toMatchObject(stored(place))
          const at = clock.now().toISOString()
          if (isForgotten) {
            await store.transaction((tx) => tx.forget(result.memory.id, at, { archive: true }))
          }
        }
        const page = { limit: 100, offset: 0 }
        const now = clock.now().toISOString()
        for (const place of addresses) {
          const found = [
            ...(await store.list({ addresses: [place], includeSuperseded: true }, page)).memories,
            ...(await store.list({ addresses: [place], asOf: now }, page)).memories,
            await store.findByKey(place, 'k'),
            await store.findByKey(place, 'l'),
          ].filter((memory): memory is Memory => memory !== undefined)
          for (const memory of found) expect(isSameAddress(memory, stored(place))).toBe(true)
          const elsewhere = addresses.filter((another) => !isSameAddress(another, place))
          const others = await store.list({ addresses: elsewhere, includeSuperseded: true }, page)
          for (const memory of others.memories)
            expect(isSameAddress(memory, stored(place))).toBe(false)
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('what happens at one address changes nothing at another', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { write, store } = await openMemories()
      const mine: ScopeAddress = { scope: 'project', scopeId: 'mine' }
      const first = await write({ content: 'Use pnpm', key: 'k', ...mine })
      const second = await write({ content: 'Deploy on Mondays', ...mine })
      for (const { address: place, isForgotten: _, ...given } of steps) {
        await write({ ...given, ...place })
      }
      expect(await store.find(first.memory.id)).toEqual(first.memory)
      expect(await store.find(second.memory.id)).toEqual(second.memory)
      const { total } = await store.list({ addresses: [mine] }, { limit: 1, offset: 0 })
      expect(total).toBe(2)
    }),
    { numRuns: 30 },
  )
})
