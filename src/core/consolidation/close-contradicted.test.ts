import { beforeEach, describe, expect, test } from 'vitest'
import { openConsolidation } from '../../../test/support/core/consolidation.ts'

let world: Awaited<ReturnType<typeof openConsolidation>>
beforeEach(async () => {
  world = await openConsolidation()
})

const contents = async () => (await world.valid()).map(({ content }) => content).sort()

describe('a contradicted memory', () => {
  const link = async (from: string, to: string) => {
    world.clock.advance(1_000)
    const createdAt = world.clock.now().toISOString()
    await world.transaction(({ memories: tx }) =>
      tx.addLink({ from, relation: 'contradicts', to, createdAt }),
    )
  }

  test('by the user later is closed', async () => {
    const earlier = await world.put({ content: 'Use tabs' })
    const later = await world.put({ content: 'Never use tabs' })
    const { actions } = await world.consolidate()
    expect(actions).toMatchObject([
      { kind: 'close', reason: 'the user said otherwise later', evidence: [{ id: earlier.id }] },
    ])
    expect(await world.valid()).toEqual([later])
    expect(await world.memories.links(later.id)).toMatchObject([{ relation: 'supersedes' }])
  })

  test('by an agent is closed only if that was in a later session', async () => {
    const said = { trust: 'agent', source: 'model' } as const
    const session = await world.addSession(undefined)
    await world.put({ content: 'Use tabs', ...said }, [session.turn])
    await world.put({ content: 'Never use tabs', ...said }, [session.turn])
    await world.put({ content: 'Use npm', ...said })
    const next = await world.addSession(undefined)
    await world.put({ content: 'Never use npm', ...said }, [next.turn])
    const { actions } = await world.consolidate()
    expect(actions.map(({ reason }) => reason)).toEqual(['a later session said otherwise'])
    expect(await contents()).toEqual(['Never use npm', 'Never use tabs', 'Use tabs'])
  })

  test('stays if the other side is trusted less', async () => {
    await world.put({ content: 'Use tabs' })
    const { turn } = await world.addSession(undefined)
    await world.put({ content: 'Never use tabs', trust: 'agent', source: 'model' }, [turn])
    expect((await world.consolidate()).actions).toEqual([])
  })

  test('and linked is closed, but not when several are meant', async () => {
    const [npm, yarn] = [
      await world.put({ content: 'Use npm' }),
      await world.put({ content: 'Use yarn' }),
    ]
    const pnpm = await world.put({ content: 'We are on pnpm now' })
    await link(pnpm.id, npm.id)
    await link(pnpm.id, yarn.id)
    const friday = await world.put({ content: 'Deploy on Fridays' })
    const monday = await world.put({ content: 'Mondays are for deployments' })
    await link(monday.id, friday.id)
    await world.consolidate()
    expect(await contents()).toEqual([
      'Mondays are for deployments',
      'Use npm',
      'Use yarn',
      'We are on pnpm now',
    ])
  })

  test('and said again since, or touched, or pinned, stays', async () => {
    const again = await world.put({ content: 'Use tabs' })
    const never = await world.put({ content: 'Never use tabs' })
    await link(again.id, never.id)
    const touched = await world.put({ content: 'Use npm' })
    await world.put({ content: 'Never use npm' })
    await world.change(touched.id, { tags: ['kept'] })
    await world.put({ content: 'Use make', pinned: true })
    await world.put({ content: 'Never use make' })
    expect((await world.consolidate()).actions).toEqual([])
  })

  test('that is changed back and forth ends with the last statement', async () => {
    await world.put({ content: 'Use tabs' })
    await world.put({ content: 'Never use tabs' })
    const last = await world.put({ content: 'Do use tabs' })
    await world.consolidate()
    expect(await world.valid()).toEqual([last])
  })
})
