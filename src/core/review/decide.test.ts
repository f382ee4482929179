import { beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '../../../test/support/core/capture.ts'
import { openReview } from '../../../test/support/core/review.ts'
import { holdsBeside } from '../memory/read-operations.ts'
import type { Memory } from '../model/memory.ts'

let world: Awaited<ReturnType<typeof openReview>>
beforeEach(async () => {
  world = await openReview()
})

const session = { type: 'session', ref: 's1' } as const
const turn = { type: 'turn', ref: 't1' } as const

const mondays = async () =>
  [
    await world.put({ content: 'Deploy on Mondays', tags: ['a'] }, [session]),
    await world.put(
      { content: 'We deploy on Mondays', trust: 'agent', tags: ['b'], key: 'deploy', pinned: true },
      [session, turn],
    ),
  ] as const

/** All that is known of memories, but how often and when they were written. */
const everything = async () => {
  const all = await world.memories.list(
    { addresses: 'all', includeSuperseded: true },
    { limit: 100, offset: 0 },
  )
  const byId = all.memories.sort((a, b) => (a.id < b.id ? -1 : 1))
  return Promise.all(
    byId.map(async ({ version: _, updatedAt: __, ...memory }: Memory) => ({
      ...memory,
      sources: await world.memories.sources(memory.id),
      links: await world.memories.links(memory.id),
    })),
  )
}

const kinds = async () => (await world.queue()).map(({ kind }) => kind)

describe('keeping', () => {
  test('changes nothing and is not asked again, until a memory changes', async () => {
    const [one] = await mondays()
    const before = await everything()
    await world.decide({ key: (await world.item('near-duplicate')).key, decision: 'keep' })
    expect(await world.queue()).toEqual([])
    expect(await everything()).toEqual(before)
    await world.change(one.id, { tags: ['a', 'c'] })
    expect(await world.queue()).toHaveLength(1)
  })

  test('what was only used is not changed', async () => {
    const [one] = await mondays()
    await world.decide({ key: (await world.item('near-duplicate')).key, decision: 'keep' })
    await world.transaction(({ memories: tx }) => tx.countUse([one.id], '2026-02-01T00:00:00.000Z'))
    expect(await world.queue()).toEqual([])
  })

  test('both keeps consolidation from making them one', async () => {
    await world.put({ content: 'Deploy on Mondays' })
    await world.put({ content: 'We deploy on Mondays' })
    await world.decide({ key: (await world.item('near-duplicate')).key, decision: 'keep' })
    expect((await world.consolidate()).actions).toEqual([])
  })

  test('a stale one drops its checks, until that is undone', async () => {
    await world.put({ content: 'See a', files: ['a.ts'], commit: 'abcdef1' })
    world.changes.set('a.ts', 'gone')
    await world.checkFiles()
    await world.decide({ key: (await world.item('stale')).key, decision: 'keep' })
    await world.checkFiles()
    expect(await kinds()).toEqual([])
    await world.undoDecision()
    expect(await kinds()).toEqual(['stale'])
  })
})

describe('merging', () => {
  test('lets the first take the place of the second, with its labels, key and sources', async () => {
    const [one, other] = await mondays()
    await world.decide({ key: (await world.item('near-duplicate')).key, decision: 'merge' })
    expect(await world.memories.find(other.id)).toMatchObject({ supersededBy: one.id })
    expect(await world.memories.find(one.id)).toMatchObject({ key: 'deploy', pinned: true })
    expect(await world.memories.sources(one.id)).toEqual([session, turn])
    expect(await world.queue()).toEqual([])
  })

  test('keeps the one that was chosen', async () => {
    const [one, other] = await mondays()
    const { key } = await world.item('near-duplicate')
    await world.decide({ key, decision: 'merge', stays: other.id })
    expect(await world.memories.find(one.id)).toMatchObject({ supersededBy: other.id })
  })

  test('is undone to the last source and link', async () => {
    await mondays()
    const before = await everything()
    await world.decide({ key: (await world.item('near-duplicate')).key, decision: 'merge' })
    await world.undoDecision()
    expect(await everything()).toEqual(before)
    expect(await world.queue()).toHaveLength(1)
  })

  test('is not half undone when one of the two changed since', async () => {
    const [one] = await mondays()
    await world.decide({ key: (await world.item('near-duplicate')).key, decision: 'merge' })
    await world.change(one.id, { tags: ['new'] })
    const before = await everything()
    await expect(world.undoDecision()).rejects.toMatchObject({ code: 'conflict' })
    expect(await everything()).toEqual(before)
  })

  test('cannot be undone, and does not reveal its source, once one of the two is forgotten', async () => {
    const [one] = await mondays()
    await world.decide({ key: (await world.item('near-duplicate')).key, decision: 'merge' })
    await world.transaction(({ memories: tx }) => tx.forget(one.id, '', { archive: false }))
    await expect(world.undoDecision()).rejects.toMatchObject({ code: 'conflict' })
    expect(world.rows('SELECT applied FROM review_decisions')).toEqual([{ applied: null }])
  })

  test('needs two', async () => {
    const { id } = await world.put({ content: 'The logo is blue' })
    await world.show(id, 5)
    const { key } = await world.item('never-used')
    await expect(world.decide({ key, decision: 'merge' })).rejects.toMatchObject({
      code: 'invalid-input',
    })
    expect(await world.queue()).toHaveLength(1)
  })
})

describe('dropping', () => {
  test('forgets the second of two, restorable for a while', async () => {
    const [one, other] = await mondays()
    const { key } = await world.item('near-duplicate')
    expect(await world.decide({ key, decision: 'drop' })).toMatchObject({ dropped: other.id })
    expect((await world.valid()).map(({ id }) => id)).toEqual([one.id])
    expect(await world.memories.findForgotten(other.id)).toMatchObject({ isArchived: true })
  })

  test('is undone to the last revision', async () => {
    const { id } = await world.put({ content: 'See a', files: ['a.ts'], commit: 'abcdef1' }, [turn])
    await world.change(id, { importance: 0.9 })
    world.changes.set('a.ts', 'gone')
    await world.checkFiles()
    const before = [await everything(), await world.memories.revisions(id), await world.queue()]
    await world.decide({ key: (await world.item('stale')).key, decision: 'drop' })
    expect(await world.valid()).toEqual([])
    await world.undoDecision()
    await world.checkFiles()
    expect([await everything(), await world.memories.revisions(id), await world.queue()]).toEqual(
      before,
    )
  })
})

describe('deciding', () => {
  test('what is not in the queue is refused', async () => {
    const refused = world.decide({ key: 'nothing', decision: 'keep' })
    await expect(refused).rejects.toMatchObject({ code: 'not-found' })
  })

  test('twice is refused', async () => {
    await mondays()
    const { key } = await world.item('near-duplicate')
    await world.decide({ key, decision: 'keep' })
    await expect(world.decide({ key, decision: 'drop' })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('for a memory of neither is refused', async () => {
    await mondays()
    const { key } = await world.item('near-duplicate')
    await expect(world.decide({ key, decision: 'drop', stays: 'x' })).rejects.toMatchObject({
      code: 'invalid-input',
    })
  })

  test('is undone one after another, or by the item', async () => {
    await mondays()
    await world.put({ content: 'Use tabs' })
    await world.put({ content: 'Never use tabs' })
    const [first, second] = await world.queue()
    await world.decide({ key: first?.key ?? '', decision: 'drop' })
    await world.decide({ key: second?.key ?? '', decision: 'keep' })
    expect((await world.undoDecision(first?.key)).key).toBe(first?.key)
    expect((await world.undoDecision()).key).toBe(second?.key)
    await expect(world.undoDecision()).rejects.toMatchObject({ code: 'not-found' })
    expect(await world.queue()).toHaveLength(2)
  })
})

describe('memories that contradict each other', () => {
  const because = 'Makefiles need tabs, everything else has spaces'
  const contradict = async () => {
    const [one, other] = [
      await world.put({ content: 'Use tabs' }),
      await world.put({ content: 'Never use tabs' }),
    ]
    return { one, other, item: await world.item('contradiction') }
  }

  test('are not merged, and not kept without a reason', async () => {
    const { key } = (await contradict()).item
    for (const wanted of [{ decision: 'merge' }, { decision: 'keep' }] as const) {
      const refused = world.decide({ key, ...wanted })
      await expect(refused).rejects.toMatchObject({ code: 'invalid-input' })
    }
    expect(await world.valid()).toHaveLength(2)
  })

  test('need no reason where nothing is contradicted', async () => {
    await mondays()
    const { key } = await world.item('near-duplicate')
    await expect(world.decide({ key, decision: 'keep', because })).rejects.toMatchObject({
      code: 'invalid-input',
    })
  })

  test('leave the one that is kept as it is', async () => {
    const { one, other, item } = await contradict()
    await world.decide({ key: item.key, decision: 'drop', stays: one.id })
    expect(await world.valid()).toEqual([one])
    await world.undoDecision()
    expect((await world.valid()).map(({ id }) => id).sort()).toEqual([one.id, other.id].sort())
  })

  test('both are true for a reason, until one of them changes', async () => {
    const { one, other, item } = await contradict()
    const beside = async () => {
      const memory = await world.memories.find(one.id)
      return memory && holdsBeside(memory, { ...world, hash: sha256 })
    }
    const { at } = await world.decide({ key: item.key, decision: 'keep', because })
    expect(await beside()).toEqual([{ id: other.id, because, at }])
    expect(await world.queue()).toEqual([])
    expect((await world.consolidate()).actions).toEqual([])
    await world.change(other.id, { tags: ['indentation'] })
    expect(await world.item('contradiction')).toBeDefined()
    expect(await beside()).toEqual([])
  })

  test('keep no secret in the reason', async () => {
    const { item } = await contradict()
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const made = await world.decide({ key: item.key, decision: 'keep', because: `see ${secret}` })
    expect(made.because).not.toContain(secret)
  })
})
