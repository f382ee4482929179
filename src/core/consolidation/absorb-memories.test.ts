import { beforeEach, describe, expect, test } from 'vitest'
import { openConsolidation } from '../../../test/support/core/consolidation.ts'
import type { Memory } from '../model/memory.ts'

let world: Awaited<ReturnType<typeof openConsolidation>>
beforeEach(async () => {
  world = await openConsolidation()
})

describe('memories of one scope that say the same', () => {
  test('become one, which knows what all of them knew', async () => {
    const source = { type: 'turn', ref: 't1' } as const
    const kept = await world.put({ content: 'Deploy on Mondays', tags: ['ci'], files: ['a.ts'] })
    const other = await world.put(
      {
        content: 'We deploy on Mondays.',
        source: 'model',
        tags: ['auto', 'release'],
        keywords: ['ship'],
        files: ['b.ts'],
        importance: 0.9,
      },
      [source],
    )
    const { id, actions } = await world.consolidate()
    expect(actions).toMatchObject([
      { kind: 'merge', memory: { id: kept.id }, evidence: [{ id: other.id }] },
    ])
    expect(await world.memories.find(kept.id)).toMatchObject({
      content: 'Deploy on Mondays',
      tags: ['ci', 'release'],
      keywords: ['ship'],
      files: ['a.ts', 'b.ts'],
      importance: 0.9,
      version: 2,
    })
    expect(await world.memories.sources(kept.id)).toEqual([source])
    expect(await world.memories.links(kept.id)).toMatchObject([
      { from: kept.id, relation: 'supersedes', to: other.id },
    ])
    expect(await world.memories.find(other.id)).toMatchObject({ supersededBy: kept.id })
    expect(world.rows('SELECT id FROM consolidations')).toEqual([{ id }])
  })

  test.each<[string, Partial<Memory>, Partial<Memory>]>([
    ['trusted more', { trust: 'user', source: 'model' }, { trust: 'agent', pinned: false }],
    ['stored by hand', { source: 'manual' }, { source: 'model', useCount: 9 }],
    ['used more', { useCount: 2 }, { useCount: 1 }],
  ])('keep the one that is %s', async (_, better, worse) => {
    await world.put({ content: 'We deploy on Mondays', ...worse })
    const kept = await world.put({ content: 'Deploy on Mondays', ...better })
    await world.consolidate()
    expect(await world.valid()).toMatchObject([{ id: kept.id }])
  })

  test('keep the one that says more, then the older one', async () => {
    const contents = ['Deploy on Mondays at noon sharp', 'Deploy on Mondays at noon']
    const longer = await world.put({ content: contents[0] ?? '' })
    await world.put({ content: contents[1] ?? '' })
    const older = await world.put({ content: 'Use tabs' })
    await world.put({ content: 'Always use tabs' })
    await world.consolidate()
    expect((await world.valid()).map(({ id }) => id).sort()).toEqual([longer.id, older.id].sort())
  })

  test('learn nothing from a less trusted source', async () => {
    const kept = await world.put({ content: 'Deploy on Mondays' })
    const tool = { trust: 'tool', source: 'model' } as const
    await world.put({ content: 'We deploy on Mondays', ...tool, keywords: ['x'], importance: 1 })
    await world.consolidate()
    expect(await world.valid()).toEqual([kept])
  })

  test('hand over their key, but two keys stay two memories', async () => {
    const kept = await world.put({ content: 'Deploy on Mondays' })
    await world.put({ content: 'We deploy on Mondays', key: 'deploy', source: 'model' })
    await world.put({ content: 'Deploy Mondays', key: 'release', source: 'model' })
    await world.consolidate()
    expect(await world.memories.find(kept.id)).toMatchObject({ key: 'deploy' })
    expect((await world.valid()).map(({ key }) => key).sort()).toEqual(['deploy', 'release'])
  })

  test('stay when they are pinned', async () => {
    await world.put({ content: 'Deploy on Mondays' })
    await world.put({ content: 'We deploy on Mondays', pinned: true, trust: 'agent' })
    expect((await world.consolidate()).actions).toEqual([])
  })

  test('stay apart in different scopes', async () => {
    for (const scopeId of ['a', 'b']) await world.put({ content: 'Deploy on Mondays', scopeId })
    await world.put({ content: 'Deploy on Mondays', scope: 'global', scopeId: '' })
    await world.put({ content: 'Deploy on Mondays', scope: 'agent', scopeId: 'a' })
    expect((await world.consolidate()).actions).toEqual([])
  })

  test.each([
    ['Use tabs over spaces', 'Use spaces over tabs'],
    ['The port is 4173', 'The port is 8080'],
    ['Run `pnpm test`', 'Run `pnpm lint`'],
  ])('only seemingly stay: %s, %s', async (one, other) => {
    await world.put({ content: one })
    await world.put({ content: other })
    expect((await world.consolidate()).actions).toEqual([])
  })
})

test.each([
  ['Use tabs for indentation in Go', 'Do not use tabs for indentation in Go'],
  ['Use tabs for indentation in Go', 'dont use tabs for indentation in Go'],
  ['We use tabs for indentation in Go', 'We no longer use tabs for indentation in Go'],
  ['A changelog entry is required for each fix', 'A changelog entry is not required for each fix'],
  ['Turn on strict mode in all packages', 'Turn off strict mode in all packages'],
  ['Force pushes are allowed on main', 'Force pushes are forbidden on main'],
  [
    'Run the slow tests before each commit to main',
    'Stop running the slow tests before each commit to main',
  ],
])('"%s" and "%s" are never made one', async (one, other) => {
  const first = await world.put({ content: one })
  await world.put({ content: other, trust: 'agent' })
  const { actions } = await world.consolidate()
  expect(actions).toEqual([])
  expect(await world.memories.find(first.id)).toMatchObject({ content: one, version: 1 })
  expect(await world.valid()).toHaveLength(2)
})
