import { beforeEach, expect, test } from 'vitest'
import { openConsolidation } from '../../../test/support/core/consolidation.ts'
import { consolidate } from './consolidate.ts'
import { findCandidates } from './find-candidates.ts'

let world: Awaited<ReturnType<typeof openConsolidation>>
beforeEach(async () => {
  world = await openConsolidation()
})

/** Done once, after what valid memories say was read. */
const meanwhile = (work: () => Promise<unknown>) => {
  const { consolidations } = world
  const sayings: typeof consolidations.sayings = async (...page) => {
    const read = await consolidations.sayings(...page)
    if (read.length === 0) await work()
    return read
  }
  return { ...world.ports, consolidations: { ...consolidations, sayings } }
}
const build = async () => {
  const kept = await world.put({ content: 'Deploy on Mondays' })
  return { kept, other: await world.put({ content: 'We deploy on Mondays' }) }
}

test('a consolidation that finds nothing opens no transaction', async () => {
  for (const content of ['Deploy on Mondays', 'Use tabs', 'The port is 80']) {
    await world.put({ content })
  }
  const refuse = async () => Promise.reject(new Error('a transaction'))
  const consolidations = { ...world.consolidations, transaction: refuse }
  const { actions } = await consolidate('all', { ...world.ports, consolidations })
  expect(actions).toEqual([])
})

test('a memory that no other repeats or denies is skipped', async () => {
  const { kept, other } = await build()
  for (const content of ['Use tabs', 'The port is 80', 'The port is 81']) {
    await world.put({ content })
  }
  const candidates = await findCandidates('all', world.consolidations)
  expect([...candidates].sort()).toEqual([kept.id, other.id])
})

test('a memory changed meanwhile is judged by its new text', async () => {
  const { other } = await build()
  const said = { content: 'Rest on Sundays', contentHash: '00' }
  const ports = meanwhile(() => world.change(other.id, said))
  expect((await consolidate('all', ports)).actions).toEqual([])
  const contents = (await world.valid()).map(({ content }) => content)
  expect(contents.sort()).toEqual(['Deploy on Mondays', 'Rest on Sundays'])
})

test('a memory that is pinned or forgotten meanwhile is left alone', async () => {
  const { kept, other } = await build()
  const pinning = meanwhile(() => world.change(other.id, { pinned: true, trust: 'agent' }))
  expect((await consolidate('all', pinning)).actions).toEqual([])
  const forgetting = meanwhile(() =>
    world.transaction(({ memories: tx }) => tx.forget(kept.id, '', { archive: false })),
  )
  expect((await consolidate('all', forgetting)).actions).toEqual([])
})

test('memories that arrive meanwhile wait for the next run', async () => {
  await build()
  const ports = meanwhile(() => world.put({ content: 'So, deploy on Mondays' }))
  expect((await consolidate('all', ports)).actions).toMatchObject([{ kind: 'merge' }])
  expect((await world.consolidate()).actions).toMatchObject([{ kind: 'merge' }])
})
