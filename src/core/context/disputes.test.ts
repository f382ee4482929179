import { describe, expect, test } from 'vitest'
import { type Context, idOf, now, openContext } from '../../../test/support/core/context.ts'
import { reviewKey } from '../memory/dropped-candidates.ts'

const ledger = { id: idOf(1), content: 'The ledger is closed at noon.', kind: 'rule' } as const
const late = { id: idOf(2), content: 'The ledger is closed at night.', kind: 'rule' } as const
const both = 'disputed: The ledger is closed at night. / The ledger is closed at noon.'
const newer = { validFrom: '2026-02-20T08:00:00.000Z', updatedAt: '2026-02-20T08:00:00.000Z' }

async function openDisputed(changes: object = {}) {
  const context = await openContext([ledger, { ...late, ...newer, ...changes }])
  const pairs = [{ one: idOf(1), other: idOf(2), likeness: 'opposite' as const }]
  await context.store.reviews.storeNearPairs('p1', { basis: '', pairs })
  return context
}

const texts = async ({ plan }: Context, changes: object = {}) =>
  (await plan(changes)).lines.map(({ text }) => text)

describe('memories that contradict each other', () => {
  test('are one line at a start, which says both', async () => {
    expect(await texts(await openDisputed())).toEqual([both])
  })

  test('are one line for a subagent and at a prompt', async () => {
    const context = await openDisputed()
    expect(await texts(context, { events: ['subagent-start'], source: undefined })).toEqual([both])
    const prompt = 'Is the ledger closed at noon or at night?'
    expect(await texts(context, { events: ['prompt'], prompt })).toEqual([both])
  })

  test('are given as they are once one of them is outdated', async () => {
    const context = await openDisputed({ standing: 'candidate' })
    expect(await texts(context)).toEqual([ledger.content])
  })

  test('are given as they are once it was decided that they do not', async () => {
    const context = await openDisputed()
    const { memories, ids, transaction } = context.store
    const sides = await memories.findMany([idOf(1), idOf(2)])
    const key = reviewKey('contradiction', sides, context.ports.hash)
    const memoryIds = sides.map(({ id }) => id)
    const decided = { key, kind: 'contradiction', decision: 'keep', memoryIds, at: now } as const
    const nothing = { dropped: undefined, applied: undefined }
    await transaction(({ reviews }) =>
      reviews.insertDecision({ id: ids.next(), ...decided, ...nothing }),
    )
    expect(await texts(context)).toHaveLength(2)
  })
})
