import { beforeEach, describe, expect, test } from 'vitest'
import { openWikiWorld, type WikiWorld } from '../../../../test/support/core/wiki.ts'

let world: WikiWorld
beforeEach(async () => {
  world = await openWikiWorld()
})

const cart = 'concepts/cart.md'

describe('a conflict', () => {
  const mine = 'Cart totals are kept in pence'
  beforeEach(async () => {
    await world.writeAll('Cart totals are kept in cents')
    await world.sync()
    world.edit(cart, 'cents', 'pence')
    const [memory] = await world.all()
    await world.ports.transaction((tx) =>
      tx.memories.update(
        memory?.id ?? '',
        { content: 'Cart totals are kept in euros', contentHash: 'e'.repeat(32) },
        '2026-02-01T00:00:00.000Z',
      ),
    )
  })

  test('shows both until one is deleted', async () => {
    expect(await world.build()).toEqual(['conflict'])
    expect(world.read(cart)).toMatch(
      /in euros[^\n]*\n- \*\*Conflict, the page's version:\*\* .*in pence/,
    )
    await world.writeAll('Cart items keep their price')
    await world.sync()
    expect(world.read(cart)).toContain('in pence')
  })

  test("the page's version is chosen by deleting the other", async () => {
    await world.sync()
    const lines = (world.read(cart) ?? '').split('\n').filter((line) => !line.includes('euros'))
    world.save(cart, lines.join('\n'))
    expect(await world.build()).toEqual(['revised'])
    expect(await world.contents()).toEqual([mine])
    expect(world.read(cart)).not.toContain('Conflict')
  })

  test("the memory's version is chosen by deleting the page's", async () => {
    await world.sync()
    const lines = (world.read(cart) ?? '').split('\n').filter((line) => !line.includes('pence'))
    world.save(cart, lines.join('\n'))
    expect(await world.build()).toEqual([])
    expect(await world.contents()).toEqual(['Cart totals are kept in euros'])
  })

  test("the page's version outlives a memory that is forgotten", async () => {
    await world.sync()
    const [memory] = await world.all()
    await world.store.transaction((tx) =>
      tx.forget(memory?.id ?? '', '2026-03-01', { archive: true }),
    )
    await world.sync()
    expect(await world.contents()).toEqual([mine])
  })
})
