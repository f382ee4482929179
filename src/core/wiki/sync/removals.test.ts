import { rmSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { openWikiWorld, type WikiWorld } from '../../../../test/support/core/wiki.ts'
import { shortId } from '../../model/memory.ts'

let world: WikiWorld
beforeEach(async () => {
  world = await openWikiWorld()
})

const cart = 'concepts/cart.md'
const tax = 'concepts/tax.md'

describe('removing', () => {
  test('a block forgets its memory, which can be restored', async () => {
    const [anchor] = await world.writeAll(
      'Cart totals are kept in cents',
      'Cart items keep their price',
    )
    await world.sync()
    world.edit(cart, `- Cart totals are kept in cents *(fact, 2026-01-02)* ^${anchor}\n`, '')
    expect(await world.build()).toEqual(['forgotten'])
    expect(await world.contents()).toEqual(['Cart items keep their price'])
    const { archived } = await world.store.listArchived(
      { addresses: 'all' },
      { limit: 1, offset: 0 },
    )
    await world.store.transaction((tx) => tx.restore(archived[0]?.memory.id ?? ''))
    expect(await world.build()).toEqual([])
    expect(world.read(cart)).toContain('Cart totals are kept in cents')
  })

  test('a block and putting it back is no loss: the memory keeps its id', async () => {
    const [anchor = ''] = await world.writeAll(
      'Cart totals are kept in cents',
      'Cart items keep their price',
    )
    await world.sync()
    const before = world.read(cart) ?? ''
    world.edit(cart, `- Cart totals are kept in cents *(fact, 2026-01-02)* ^${anchor}\n`, '')
    await world.sync()
    world.save(cart, before.replace('in cents', 'in euros'))
    expect(await world.build()).toEqual(['restored'])
    const restored = (await world.all()).find(({ id }) => shortId(id) === anchor)
    expect(restored?.content).toBe('Cart totals are kept in euros')
  })

  const six = ['one', 'two', 'three', 'four', 'five', 'six'].map((n) => `Tax rule ${n} is ${n}${n}`)

  test('more than five at once waits for a confirmation', async () => {
    await world.writeAll('Cart totals are kept in cents', ...six)
    await world.sync()
    world.remove(tax)
    expect(await world.build()).toEqual(Array(6).fill('held'))
    expect(await world.contents()).toHaveLength(7)
    expect(world.read(tax)).toBeUndefined()
    expect(await world.build()).toEqual([])
    expect(await world.build({ held: 'forget' })).toEqual(Array(6).fill('forgotten'))
    expect(await world.contents()).toEqual(['Cart totals are kept in cents'])
  })

  test('pending removals can be restored, all of them or by hand', async () => {
    await world.writeAll('Cart totals are kept in cents', ...six)
    await world.sync()
    const before = world.read(tax) ?? ''
    world.remove(tax)
    await world.sync()
    world.save(
      'concepts/back.md',
      `## Facts\n\n${before.split('\n').find((line) => line.includes('rule two'))}\n`,
    )
    expect(await world.build()).toEqual([])
    expect(world.read(tax)).toContain('rule two')
    expect(world.read(tax)).not.toContain('rule three')
    await world.sync({ held: 'put-back' })
    expect(world.read(tax)).toBe(before)
  })

  test('the whole folder forgets nothing', async () => {
    await world.writeAll('Cart totals are kept in cents')
    await world.sync()
    const before = world.read(cart)
    rmSync(world.root, { recursive: true })
    expect(await world.build()).toEqual([])
    expect(world.read(cart)).toBe(before)
  })
})
