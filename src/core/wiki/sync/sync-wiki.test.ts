import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { openWikiWorld, type WikiWorld } from '../../../../test/support/core/wiki.ts'
import { realDisk } from '../../../adapters/wiki-folder/disk.ts'
import { realStateFiles } from '../../../adapters/wiki-folder/wiki-states.ts'
import { correctMemory } from '../../memory/change-memory.ts'
import { shortId } from '../../model/memory.ts'

let world: WikiWorld
beforeEach(async () => {
  world = await openWikiWorld()
})

const cart = 'concepts/cart.md'
const tax = 'concepts/tax.md'

describe('building', () => {
  test('writes a page for each, and a second build writes nothing', async () => {
    const [anchor] = await world.writeAll('Cart totals are kept in cents')
    const { written } = await world.sync()
    expect(written).toEqual([cart, 'index.md'])
    expect(world.read(cart)).toContain(
      `## Facts\n\n- Cart totals are kept in cents *(fact, 2026-01-02)* ^${anchor}\n`,
    )
    const again = await world.sync()
    expect([again.written, again.removed, again.changes]).toEqual([[], [], []])
  })

  test('a changed memory rewrites its own page, a forgotten one is gone with its page', async () => {
    const [, anchor = ''] = await world.writeAll(
      'Cart totals are kept in cents',
      'Tax is added at the end',
    )
    await world.sync()
    const memory = (await world.all())[1]
    await world.store.transaction((tx) =>
      tx.forget(memory?.id ?? '', '2026-02-01', { archive: true }),
    )
    const { written, removed, changes } = await world.sync()
    expect({ written, removed, changes }).toEqual({
      written: ['index.md'],
      removed: [tax],
      changes: [],
    })
    expect(world.read(cart)).not.toContain(anchor)
  })

  test('the log says what each build changed, without words of statements', async () => {
    await world.writeAll('Cart totals are kept in cents')
    await world.sync()
    await world.writeAll('Tax is added at the end')
    await world.sync()
    const log = world.read('log.md') ?? ''
    expect(log).toMatch(/^## 2026-01-02 03:04 UTC\n\n?- First build: 2 pages\n/)
    expect(log).toContain('- New [[concepts/tax]]\n')
    expect(log).not.toContain('cents')
  })
})

describe('an edit', () => {
  test('of the words is a revision by the user, which can be undone', async () => {
    await world.writeAll('Cart totals are kept in cents')
    await world.sync()
    world.edit(cart, 'cents', 'tenths of a cent')
    expect(await world.build()).toEqual(['revised'])
    const [memory] = await world.all()
    expect(memory).toMatchObject({
      content: 'Cart totals are kept in tenths of a cent',
      trust: 'user',
    })
    const revisions = await world.store.revisions(memory?.id ?? '')
    expect(revisions.map((each) => each.memory.content)).toEqual(['Cart totals are kept in cents'])
    expect(await world.build()).toEqual([])
  })

  test('of the kind is one too', async () => {
    await world.writeAll('Cart totals are kept in cents')
    await world.sync()
    world.edit(cart, '*(fact,', '*(rule,')
    expect(await world.build()).toEqual(['revised'])
    expect((await world.all())[0]).toMatchObject({ kind: 'rule', version: 2 })
  })

  test('a new list item is a memory and gets its anchor', async () => {
    await world.writeAll('Cart totals are kept in cents')
    await world.sync()
    world.edit(cart, '- Cart totals', '- Tax is added at the end\n- Cart totals')
    expect(await world.build()).toEqual(['created'])
    const added = (await world.all())[1]
    expect(added).toMatchObject({
      content: 'Tax is added at the end',
      source: 'wiki',
      trust: 'user',
    })
    expect(world.read(tax)).toContain(`^${shortId(added?.id ?? '')}`)
    expect(world.read(cart)).not.toContain('Tax')
  })

  test('a new file with a list is its statements; one without is a statement', async () => {
    await world.writeAll('Cart totals are kept in cents')
    await world.sync()
    world.save('mine.md', '# Mine\n\n- Vat is due monthly\n- Yen has no decimals\n')
    world.save('decisions/redis.md', '# Redis\n\nQueues are kept in Redis, not in the database.\n')
    expect(await world.build()).toEqual(['created', 'created', 'created'])
    expect((await world.all()).map(({ content, kind }) => [content, kind]).slice(1)).toEqual([
      ['Vat is due monthly', 'fact'],
      ['Yen has no decimals', 'fact'],
      ['Queues are kept in Redis, not in the database.', 'decision'],
    ])
    expect([world.read('mine.md'), world.read('decisions/redis.md')]).toEqual([
      undefined,
      undefined,
    ])
    expect(await world.build()).toEqual([])
  })

  test('a heading of an earlier version gets its new name, and what a person added there is a memory', async () => {
    await world.writeAll('Cart totals are kept in cents')
    await world.sync()
    world.edit(cart, '## Facts\n', '## What holds\n\n- Carts expire at night\n')
    expect(await world.build()).toEqual(['created'])
    expect((await world.all()).map(({ kind }) => kind)).toEqual(['fact', 'fact'])
    await world.sync({ whole: true })
    expect(world.read(cart)).not.toContain('What holds')
  })

  test("a person's own page and prose stay as they are", async () => {
    await world.writeAll('Cart totals are kept in cents')
    await world.sync()
    const own = '# Plans\n\nRewrite the cart.\n\n## Later\n\n- sleep\n'
    world.save('plans.md', own)
    world.edit(cart, '## Facts', 'See the plan.\n\n## Facts')
    world.edit(cart, 'type: concept', 'type: concept\nowner: "me"')
    await world.writeAll('Cart items keep their price')
    expect(await world.build()).toEqual([])
    expect(world.read('plans.md')).toBe(own)
    expect(world.read(cart)).toMatch(
      /owner: "me"[\s\S]*See the plan\.\n\n## Facts[\s\S]*their price/,
    )
    const { written } = await world.sync({ whole: true })
    expect(written).toEqual([])
  })

  test('prose on a page without statements outlives them', async () => {
    await world.writeAll('Cart totals are kept in cents', 'Tax is added at the end')
    await world.sync()
    world.edit(cart, '## Facts', 'See the plan.\n\n## Facts')
    world.edit(cart, 'Cart totals', 'Tax totals')
    expect(await world.build()).toEqual(['revised'])
    expect(world.read(cart)).toContain('See the plan.')
    expect(world.read(tax)).toContain('Tax totals')
  })

  test('secrets on a page are redacted in memory and on the page', async () => {
    await world.writeAll('Cart totals are kept in cents')
    await world.sync()
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`
    world.edit(cart, 'cents', `cents, key ${secret}`)
    await world.sync()
    expect(JSON.stringify(await world.all())).not.toContain(secret)
    expect(world.read(cart)).not.toContain(secret)
  })

  test('that cannot become a memory stays on its page and is reported', async () => {
    await world.writeAll('Cart totals are kept in cents')
    await world.sync()
    const long = `Cart ${'very '.repeat(400)}long`
    world.edit(cart, '- Cart totals', `- ${long}\n- Cart totals`)
    const { changes } = await world.sync()
    expect(changes).toMatchObject([{ what: 'refused', path: cart, reason: /too long|characters/ }])
    expect(world.read(cart)).toContain(long)
    await world.writeAll('Cart items keep their price')
    await world.sync()
    expect(world.read(cart)).toContain(long)
  })
})

describe('trouble', () => {
  test('a damaged state is moved aside; nothing is forgotten, doubled or overwritten', async () => {
    await world.writeAll('Cart totals are kept in cents', 'Tax is added at the end')
    await world.sync()
    world.edit(tax, 'at the end', 'at the start')
    writeFileSync(join(world.stateFolder, 'global.json'), '{"folder":')
    const { changes, movedAside } = await world.sync()
    expect(movedAside).toContain('.corrupt-')
    expect(changes.map(({ what }) => what)).toEqual(['conflict'])
    expect(await world.contents()).toEqual([
      'Cart totals are kept in cents',
      'Tax is added at the end',
    ])
    expect(world.read(tax)).toMatch(/at the end[^\n]*\n- \*\*Conflict.*at the start/)
  })

  test('a page that is saved while it is built is read again', async () => {
    await world.writeAll('Cart totals are kept in cents')
    await world.sync()
    await world.writeAll('Cart items keep their price')
    let saves = 0
    const disk = {
      ...realDisk,
      async create(file: string, pieces: readonly string[]) {
        if (file.includes('cart.md') && saves++ === 0) world.edit(cart, 'in cents', 'in pence')
        return realDisk.create(file, pieces)
      },
    }
    const { changes } = await world.sync({}, { disk, stateFiles: realStateFiles })
    expect(changes.map(({ what }) => what)).toEqual(['revised'])
    expect(world.read(cart)).toMatch(/in pence[\s\S]*their price/)
    expect(readdirSync(join(world.root, 'concepts'))).toEqual(['cart.md'])
  })

  test('a page of more than a megabyte is left alone and reported', async () => {
    await world.writeAll('Cart totals are kept in cents', 'Tax is added at the end')
    await world.sync()
    world.save(cart, 'x'.repeat(1024 * 1024 + 1))
    const { problems, changes } = await world.sync()
    expect(problems).toEqual([{ path: cart, what: 'it is larger than 1 MB and is not read' }])
    expect(changes).toEqual([])
    expect(await world.contents()).toHaveLength(2)
  })
})

test('words that a killed build took are not taken again after the memory was changed back', async () => {
  const page = 'concepts/cart.md'
  await world.writeAll('Cart totals are kept in cents')
  await world.sync()
  world.edit(page, 'cents', 'pence')
  const killed = () => {
    throw new Error('killed')
  }
  const stateFiles = { write: killed, append: killed }
  await expect(world.sync({}, { disk: realDisk, stateFiles })).rejects.toThrow('killed')
  expect(await world.contents()).toEqual(['Cart totals are kept in pence'])

  const [memory] = await world.all()
  if (!memory) throw new Error('it is there')
  await world.ports.transaction((tx) =>
    correctMemory(
      tx.memories,
      memory,
      { content: 'Cart totals are kept in cents', trust: 'user' },
      world.ports,
      world.clock.now().toISOString(),
    ),
  )
  expect(await world.build()).toEqual([])
  expect(await world.contents()).toEqual(['Cart totals are kept in cents'])
  expect(world.read(page)).toContain('in cents')
})
