import { beforeEach, describe, expect, test } from 'vitest'
import { openConsolidation } from '../../../test/support/core/consolidation.ts'
import type { Memory } from '../model/memory.ts'

let world: Awaited<ReturnType<typeof openConsolidation>>
beforeEach(async () => {
  world = await openConsolidation()
})

const saying = (memories: readonly Memory[]) => memories.map(({ content }) => content).sort()
const contents = async () => saying(await world.valid())

describe('a candidate', () => {
  const heard = { standing: 'candidate', source: 'heuristic', confirmation: undefined } as const

  test('that a memory says already is closed, and adds nothing but where it was heard', async () => {
    const source = { type: 'turn', ref: 't1' } as const
    const candidate = await world.put(
      { content: 'We deploy on Mondays.', ...heard, tags: ['auto', 'x'], files: ['b.ts'] },
      [source],
    )
    const said = { content: 'Deploy on Mondays', trust: 'agent' } as const
    const known = await world.put(said)
    await world.consolidate()
    expect(await world.valid()).toEqual([known])
    expect(await world.memories.sources(known.id)).toEqual([source])
    expect(await world.memories.find(candidate.id)).toMatchObject({ supersededBy: known.id })
  })

  test('that two sessions state becomes a memory', async () => {
    const project = await world.addProject('p')
    const [one, two] = [await world.addSession(project), await world.addSession(project)]
    const first = await world.put({ content: 'We deploy on Mondays', ...heard }, [one.turn])
    await world.put({ content: 'Deploy on Mondays', ...heard }, [two.turn])
    const { id = '' } = await world.consolidate()
    const confirmed = { id: first.id, standing: 'memory', confirmation: 'repeated' }
    expect(await world.valid()).toMatchObject([confirmed])
    await world.undo({ id })
    expect(await world.valid()).toMatchObject([heard, { ...heard, confirmedAt: undefined }])
  })

  test('closes no memory that it denies', async () => {
    await world.put({ content: 'Use tabs', trust: 'agent', source: 'model' })
    await world.put({ content: 'Never use tabs', ...heard })
    expect((await world.consolidate()).actions).toEqual([])
  })

  test('does not rise from sessions or to all projects', async () => {
    for (const name of ['a', 'b', 'c']) {
      const scopeId = await world.addProject(name)
      await world.put({ content: 'Prefer short answers', scopeId, kind: 'preference', ...heard })
      for (let index = 0; index < 2; index++) {
        const session = await world.addSession(scopeId)
        const address = { scope: 'session', scopeId: session.id } as const
        await world.put({ content: 'Deploy on Mondays', ...address, ...heard })
      }
    }
    expect(await world.consolidate()).toMatchObject({ actions: [], proposed: [] })
  })
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
    ['said by hand', { source: 'manual' }, { source: 'model', useCount: 9 }],
    ['used more', { useCount: 2 }, { useCount: 1 }],
  ])('are kept by who is %s', async (_, better, worse) => {
    await world.put({ content: 'We deploy on Mondays', ...worse })
    const kept = await world.put({ content: 'Deploy on Mondays', ...better })
    await world.consolidate()
    expect(await world.valid()).toMatchObject([{ id: kept.id }])
  })

  test('are kept by what says more, then by what is older', async () => {
    const contents = ['Deploy on Mondays at noon sharp', 'Deploy on Mondays at noon']
    const longer = await world.put({ content: contents[0] ?? '' })
    await world.put({ content: contents[1] ?? '' })
    const older = await world.put({ content: 'Use tabs' })
    await world.put({ content: 'Always use tabs' })
    await world.consolidate()
    expect((await world.valid()).map(({ id }) => id).sort()).toEqual([longer.id, older.id].sort())
  })

  test('learn nothing from who is trusted less', async () => {
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

describe('what was contradicted', () => {
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

  test('by who is trusted less stays', async () => {
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

  test('to and fro ends with what was said last', async () => {
    await world.put({ content: 'Use tabs' })
    await world.put({ content: 'Never use tabs' })
    const last = await world.put({ content: 'Do use tabs' })
    await world.consolidate()
    expect(await world.valid()).toEqual([last])
  })
})

describe('a run', () => {
  const build = async () => {
    const project = await world.addProject('widgets')
    for (const content of [
      'Deploy on Mondays',
      'We deploy on Mondays',
      'Use tabs',
      'Never use tabs',
    ]) {
      await world.put({ content, scopeId: project })
    }
    return project
  }

  test('that finds nothing leaves no row', async () => {
    await world.put({ content: 'Deploy on Mondays' })
    expect(await world.consolidate()).toEqual({ id: undefined, actions: [], proposed: [] })
    expect(world.rows('SELECT * FROM consolidations')).toEqual([])
  })

  test('changes nothing the second time', async () => {
    await build()
    expect((await world.consolidate()).actions).toHaveLength(2)
    expect(await world.consolidate()).toEqual({ id: undefined, actions: [], proposed: [] })
  })

  test('says beforehand what it would do, and does nothing', async () => {
    await build()
    const before = await world.valid()
    const rehearsed = await world.consolidate('all', { dryRun: true })
    expect(await world.valid()).toEqual(before)
    expect(world.rows('SELECT * FROM consolidations')).toEqual([])
    expect(world.rows('SELECT * FROM memory_revisions')).toEqual([])
    const kinds = (done: typeof rehearsed) => done.actions.map(({ kind, reason }) => [kind, reason])
    expect(kinds(rehearsed)).toEqual(kinds(await world.consolidate()))
  })

  test('over one project leaves others alone', async () => {
    const [one, other] = [await build(), await world.addProject('gadgets')]
    for (const content of ['Deploy on Mondays', 'We deploy on Mondays']) {
      await world.put({ content, scopeId: other })
    }
    const { id } = await world.consolidate(one)
    expect((await world.valid()).filter(({ scopeId }) => scopeId === other)).toHaveLength(2)
    expect(await world.consolidations.find(id ?? '')).toMatchObject({ projectId: one })
  })

  test('keeps nothing of what memories say but in the memories', async () => {
    await build()
    await world.consolidate()
    expect(JSON.stringify(world.rows('SELECT * FROM consolidations'))).not.toMatch(/deploy|tabs/i)
  })

  test('is followed by the search index', async () => {
    const project = await build()
    await world.consolidate()
    const filter = {
      scopes: [{ scope: 'project', scopeId: project } as const],
      validAt: '9999-12-31T23:59:59.999Z',
    }
    expect(await world.search.candidates(['deploy'], filter, 10)).toHaveLength(1)
    await world.undo()
    expect(await world.search.candidates(['deploy'], filter, 10)).toHaveLength(2)
    expect(await world.search.check()).toEqual([])
  })
})
