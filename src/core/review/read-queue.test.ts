import { beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '../../../test/support/core/capture.ts'
import { openReview } from '../../../test/support/core/review.ts'
import { embedderOf } from '../../../test/support/models/vectors.ts'
import { runMemoryChecks } from '../../adapters/filesystem/run-checks.ts'
import { readQueue } from './read-queue.ts'

let world: Awaited<ReturnType<typeof openReview>>
beforeEach(async () => {
  world = await openReview()
})

const told = async (projectId?: string) =>
  (await world.queue(projectId)).map(({ kind, why, suggestion, memories }) => ({
    kind,
    why,
    suggestion,
    said: memories.map(({ content }) => content),
  }))
const oldEnough = 31 * 24 * 60 * 60_000

describe('near-duplicates', () => {
  test('are two that say the same, the better one first', async () => {
    await world.put({ content: 'We deploy on Mondays', trust: 'agent' })
    await world.put({ content: 'Deploy on Mondays' })
    expect(await told()).toEqual([
      {
        kind: 'near-duplicate',
        why: 'They say the same.',
        suggestion: 'merge',
        said: ['Deploy on Mondays', 'We deploy on Mondays'],
      },
    ])
  })

  test('are two that share most of their words, in whatever order', async () => {
    await world.put({ content: 'Run the linter before every push to the main branch' })
    await world.put({ content: 'Before a push to the main branch run the linter' })
    expect(await told()).toMatchObject([{ why: 'They share most of their words.' }])
  })

  test('are two that differ only in a value, the newer one first', async () => {
    await world.put({ content: 'The staging server listens on port 8080' })
    await world.put({ content: 'The staging server listens on port 9090' })
    expect(await told()).toMatchObject([
      {
        why: 'They differ only in a name, a number or a path.',
        said: [
          'The staging server listens on port 9090',
          'The staging server listens on port 8080',
        ],
      },
    ])
  })

  test.each([
    ['Prefer spaces over tabs in Go files', 'Prefer tabs over spaces in Go files'],
    ['Indent with tabs, not spaces, in Go', 'Indent with spaces, not tabs, in Go'],
    [
      'Run the migrations before the slow tests of checkout in CI',
      'Run the migrations after the slow tests of checkout in CI',
    ],
    ['A changelog entry is required', 'A changelog entry is optional'],
  ])('are not "%s" and "%s", which contradict each other', async (one, other) => {
    await world.put({ content: one })
    await world.put({ content: other })
    expect(await told()).toMatchObject([{ kind: 'contradiction' }])
  })

  test.each([
    ['Prefer tabs in Go', 'Prefer tabs in Python'],
    ['The billing service returns JSON', 'The user service returns JSON'],
    ['Tests of the parser are in test/parser.ts', 'Tests of the printer are in test/printer.ts'],
  ])('are not "%s" and "%s"', async (one, other) => {
    await world.put({ content: one })
    await world.put({ content: other })
    expect(await told()).toEqual([])
  })

  describe('in other words', () => {
    const measured = embedderOf('test:all-MiniLM-L6-v2', /ship|deploy/i)
    const put = async (...contents: string[]) => {
      for (const content of contents) await world.put({ content })
    }

    test('are found by their vectors, the newer one first', async () => {
      await put('We ship on Fridays', 'The weekly deployment ends the week', 'Tests run on CI')
      expect(await told()).toEqual([])
      await world.embed(measured)
      expect(await told()).toEqual([
        {
          kind: 'near-duplicate',
          why: 'They say nearly the same in other words.',
          suggestion: 'merge',
          said: ['The weekly deployment ends the week', 'We ship on Fridays'],
        },
      ])
    })

    test('are not listed again when both are kept', async () => {
      await put('We ship on Fridays', 'The weekly deployment ends the week')
      await world.embed(measured)
      const { key } = await world.item('near-duplicate')
      await world.decide({ key, decision: 'keep' })
      expect(await told()).toEqual([])
    })

    test.each([
      [
        'of which one denies the other',
        'Never ship on Fridays',
        'Ship the docs on Fridays',
        measured,
      ],
      [
        'of a model nobody measured',
        'We ship',
        'The deployment is weekly',
        embedderOf('x', /ship|deploy/),
      ],
    ])('are none %s', async (_, one, other, embedder) => {
      await put(one, other)
      await world.embed(embedder)
      expect((await told()).filter(({ kind }) => kind === 'near-duplicate')).toEqual([])
    })

    test('are none in two projects', async () => {
      await world.put({ content: 'We ship on Fridays', scope: 'project', scopeId: 'a' })
      await world.put({ content: 'Deploys end the week', scope: 'project', scopeId: 'b' })
      await world.embed(measured)
      expect(await told()).toEqual([])
    })
  })

  test('of three there are two pairs, not three', async () => {
    for (const content of [
      'Deploy on Mondays',
      'We deploy on Mondays',
      'Please deploy on Mondays',
    ]) {
      await world.put({ content })
    }
    expect(await told()).toHaveLength(2)
  })
})

describe('contradictions', () => {
  test('are those that are linked, the newer one first, and come before all others', async () => {
    await world.put({ content: 'Deploy on Mondays' })
    await world.put({ content: 'We deploy on Mondays' })
    const one = await world.put({ content: 'The cache lives in Redis' })
    const other = await world.put({ content: 'Postgres holds the cache' })
    await world.transaction(({ memories: tx }) =>
      tx.addLink({ from: one.id, relation: 'contradicts', to: other.id, createdAt: '' }),
    )
    expect((await told())[0]).toEqual({
      kind: 'contradiction',
      why: 'The newer one was stored to replace the other, or denies it.',
      suggestion: 'drop',
      said: ['Postgres holds the cache', 'The cache lives in Redis'],
    })
  })

  test.each([
    ['Use tabs', 'Never use tabs'],
    ['Deploy the website on a Friday evening', 'Never deploy the website on a Friday'],
  ])('are "%s" and "%s", though nobody linked them', async (one, other) => {
    await world.put({ content: one })
    await world.put({ content: other })
    expect(await told()).toMatchObject([
      { kind: 'contradiction', why: 'One denies what the other says.' },
    ])
  })

  test('end when one of the two is superseded', async () => {
    const one = await world.put({ content: 'Use tabs' })
    const other = await world.put({ content: 'Never use tabs' })
    await world.change(one.id, { supersededBy: other.id })
    expect(await told()).toEqual([])
  })
})

describe('single memories', () => {
  const anchored = { files: ['src/a.ts', 'src/b.ts'], commit: 'abcdef1' }

  test('are stale when half of the files they name are gone or rewritten', async () => {
    await world.put({ content: 'The parser is in a, its tests in b', ...anchored })
    await world.checkFiles()
    expect(await told()).toEqual([])
    world.changes.set('src/a.ts', 'gone').set('src/b.ts', 'rewritten')
    await world.checkFiles()
    expect(await told()).toMatchObject([
      {
        kind: 'stale',
        why: 'Since then src/a.ts is gone and src/b.ts was rewritten.',
        suggestion: 'keep',
      },
    ])
    world.changes.clear()
    await world.checkFiles()
    expect(await told()).toEqual([])
  })

  test('are better dropped when a file is gone that they say is there', async () => {
    await world.put({ content: 'The parser is in src/a.ts' })
    await world.checkFiles()
    world.changes.set('src/a.ts', 'gone')
    expect(await told()).toMatchObject([
      { kind: 'stale', why: 'Since then src/a.ts is gone.', suggestion: 'drop' },
    ])
  })

  test('are not stale for their files if they say how to work', async () => {
    await world.put({ content: 'Plan before a refactoring', ...anchored, kind: 'preference' })
    world.changes.set('src/a.ts', 'gone').set('src/b.ts', 'gone')
    await world.checkFiles()
    expect(await told()).toEqual([])
  })

  test('are not stale for one file of many, nor if that is unknown', async () => {
    const files = ['src/a.ts', 'src/b.ts', 'src/c.ts']
    await world.put({ content: 'They belong together', files, commit: 'abcdef1' })
    await world.put({ content: 'Nobody knows the commit', files: ['src/a.ts'] })
    world.changes.set('src/a.ts', 'gone')
    await world.checkFiles()
    expect(await told()).toEqual([])
  })

  test('are never used when five sessions were shown them without using them', async () => {
    const fact = await world.put({ content: 'The logo is blue' })
    const rule = await world.put({ content: 'Always write in English', kind: 'rule' })
    const seldom = await world.put({ content: 'The font is serif' })
    const pinned = await world.put({ content: 'The owner is Ada', pinned: true })
    for (const { id } of [fact, rule, pinned]) await world.show(id, 5)
    await world.show(seldom.id, 4)
    expect(await told()).toMatchObject([
      { why: 'Shown to 5 sessions and used by none.', suggestion: 'keep', said: [rule.content] },
      { kind: 'never-used', suggestion: 'drop', said: [fact.content] },
    ])
  })

  test('are unconfirmed if a program learned them a month ago and nobody used them', async () => {
    const weak = { source: 'heuristic', importance: 0.55 } as const
    const guess = await world.put({ content: 'The build takes a while', ...weak })
    await world.put({ content: 'Somebody used this one', ...weak, useCount: 1 })
    await world.put({ content: 'This one matters', ...weak, importance: 0.8 })
    await world.put({ content: 'Somebody wrote this one', ...weak, source: 'manual' })
    expect(await told()).toEqual([])
    world.clock.advance(oldEnough)
    expect(await told()).toMatchObject([
      {
        kind: 'unconfirmed',
        why: '31 days old; nobody has used or confirmed it.',
        said: [guess.content],
      },
    ])
  })

  test('are not doubted for their age in the first month after an import of old sessions', async () => {
    const old = { createdAt: '2020-01-02T00:00:00.000Z', updatedAt: '2020-01-02T00:00:00.000Z' }
    await world.put({
      content: 'The build takes a while',
      source: 'model',
      importance: 0.5,
      ...old,
    })
    await world.put({ content: 'Restart the queue when it hangs', kind: 'fix', ...old })
    expect(await told()).toEqual([])
    world.clock.advance(oldEnough)
    expect((await told()).map(({ kind }) => kind)).toEqual(['unconfirmed', 'faded'])
  })

  test('are asked about once, for the most pressing reason', async () => {
    const weak = { source: 'model', importance: 0.5 } as const
    const { id } = await world.put({ content: 'The parser is in a', ...anchored, ...weak })
    await world.show(id, 6)
    world.changes.set('src/a.ts', 'gone')
    await world.checkFiles()
    world.clock.advance(oldEnough)
    expect((await told()).map(({ kind }) => kind)).toEqual(['stale'])
  })
})

describe('faded memories', () => {
  const pass = (days: number) => world.clock.advance(days * 24 * 60 * 60_000)
  const fix = { content: 'Restart the queue when the import hangs', kind: 'fix' } as const

  test('are those that were not used for longer than the half-life of their kind', async () => {
    await world.put(fix)
    await world.put({ content: 'Use tabs in Makefiles', kind: 'preference' })
    await world.put({ content: 'The parser is written by hand', kind: 'fact' })
    await world.put({ content: 'The printer jams on Mondays', kind: 'fix', pinned: true })
    pass(60)
    expect(await told()).toEqual([])
    pass(1)
    expect(await told()).toEqual([
      {
        kind: 'faded',
        why: 'Not used or changed for 61 days; a fix loses half of its weight in 60 days.',
        suggestion: 'keep',
        said: [fix.content],
      },
    ])
    pass(60)
    expect((await told()).map(({ said }) => said[0])).toContain('The parser is written by hand')
  })

  test('are renewed by use', async () => {
    const { id } = await world.put(fix)
    pass(61)
    const at = world.clock.now().toISOString()
    await world.transaction(({ memories: tx }) => tx.countUse([id], at))
    expect(await told()).toEqual([])
    pass(61)
    expect(await told()).toHaveLength(1)
  })

  test('are renewed by keeping them, until they fade again, and faded as before once undone', async () => {
    const { id } = await world.put(fix)
    pass(61)
    const before = await world.item('faded')
    await world.decide({ key: before.key, decision: 'keep' })
    expect(await told()).toEqual([])
    expect((await world.memories.find(id))?.useCount).toBe(0)
    await world.undoDecision()
    expect((await world.item('faded')).key).toBe(before.key)
    await world.decide({ key: before.key, decision: 'keep' })
    pass(61)
    expect((await world.item('faded')).memories[0]?.id).toBe(id)
  })

  test('come up although another doubt about them was settled before', async () => {
    const weak = { source: 'heuristic', importance: 0.55 } as const
    await world.put({ ...fix, ...weak })
    pass(31)
    await world.decide({ key: (await world.item('unconfirmed')).key, decision: 'keep' })
    pass(60)
    expect(await told()).toEqual([])
    pass(1)
    expect(await told()).toMatchObject([{ kind: 'faded' }])
  })
})

describe('projects', () => {
  test('are reviewed apart: no pair spans two, and one shows nothing of another', async () => {
    const [widgets, gadgets] = [
      await world.addProject('widgets'),
      await world.addProject('gadgets'),
    ]
    const session = await world.addSession(widgets)
    const says = (content: string, scopeId: string) => world.put({ content, scopeId })
    await says('Deploy on Mondays', widgets)
    await says('We deploy on Mondays', gadgets)
    await says('Use tabs', widgets)
    await says('Never use tabs', gadgets)
    expect(await told()).toEqual([])
    await says('We always deploy on Mondays', widgets)
    for (const content of ['Ask Ada first', 'Please ask Ada first']) {
      await world.put({ content, scope: 'session', scopeId: session.id })
    }
    expect(await told()).toHaveLength(2)
    expect(await told(widgets)).toHaveLength(2)
    expect(await told(gadgets)).toEqual([])
  })
})

describe('stored near pairs', () => {
  const queueWithout = (refused: Partial<typeof world>) =>
    readQueue(undefined, { ...world, runMemoryChecks, hash: sha256, ...refused })

  test('are cached while no memory changes, and found again after a change', async () => {
    await world.put({ content: 'Deploy on Mondays' })
    const other = await world.put({ content: 'We deploy on Mondays' })
    const first = await readQueue(undefined, { ...world, runMemoryChecks, hash: sha256 })
    const findMany = () => Promise.reject(new Error('compared again'))
    const memories = { ...world.memories, findMany }
    expect(await queueWithout({ memories })).toEqual(first)
    await world.change(other.id, { content: 'Ask Ada before a release' })
    await expect(queueWithout({ memories })).rejects.toThrow('compared again')
    expect(await told()).toEqual([])
  })

  test('need not be stored to be shown', async () => {
    await world.put({ content: 'Deploy on Mondays' })
    await world.put({ content: 'We deploy on Mondays' })
    const storeNearPairs = () => Promise.reject(new Error('the disk is full'))
    const reviews = { ...world.reviews, storeNearPairs }
    expect(await queueWithout({ reviews })).toHaveLength(1)
  })
})

test('a memory superseded meanwhile is not asked about', async () => {
  const kept = await world.put({ content: 'Deploy on Mondays' })
  const other = await world.put({ content: 'We deploy on Mondays' })
  const newest: typeof world.reviews.newest = async (...which) => {
    const ids = await world.reviews.newest(...which)
    await world.change(other.id, { supersededBy: kept.id })
    return ids
  }
  const reviews = { ...world.reviews, newest }
  expect(await readQueue(undefined, { ...world, runMemoryChecks, hash: sha256, reviews })).toEqual(
    [],
  )
})
