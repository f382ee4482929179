import { beforeEach, describe, expect, test } from 'vitest'
import { openRecall, type RecallWorld } from '../../../test/support/core/recall.ts'

let world: RecallWorld
beforeEach(async () => {
  world = await openRecall()
})

describe('the timeline', () => {
  test('shows what surrounds a hit', async () => {
    await world.work('s1', 'The checkout total is off by a cent', 'Rounded once.')
    const [turn] = await world.find('checkout total', world.here, { types: 'turn' })
    const { items } = await world.handlers.getTimeline({ id: turn?.id ?? '', before: 1, after: 1 })
    expect(items).toMatchObject([
      { type: 'turn', isAsked: true, text: 'The checkout total is off by a cent' },
      { type: 'tool-event', isAsked: false, text: 'Edit ok' },
    ])
  })

  test('shows a memory after the turns it was learned from', async () => {
    await world.work('s1', 'Always run the linter', 'Will do.')
    const [turn] = await world.find('linter', world.here, { types: 'turn' })
    const sources = [{ type: 'turn', ref: turn?.id ?? '' }]
    const { memory } = await world.remember('Run the linter before each commit', world.here, {
      sources,
    })
    const { items } = await world.handlers.getTimeline({ id: memory.id, before: 0, after: 0 })
    expect(items.map(({ type, isAsked }) => [type, isAsked])).toEqual([
      ['turn', false],
      ['memory', true],
    ])
  })

  test('refuses an id nobody knows', async () => {
    await expect(world.handlers.getTimeline({ id: 'nope', before: 1, after: 1 })).rejects.toThrow(
      'nope',
    )
  })
})
