import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { openRecall, type RecallWorld } from '../../../test/support/core/recall.ts'
import { operations } from '../../contract/operations/index.ts'
import { countUnindexed, rebuildIndex } from '../indexing/index-changes.ts'

let world: RecallWorld
beforeEach(async () => {
  world = await openRecall()
})

describe('recall', () => {
  describe('ranks candidates', () => {
    const asked = 'deploy with flyctl from the release branch'
    const standingOf = async (query: string) =>
      (await world.find(query, world.here, { weak: true })).map((hit) => hit.standing ?? hit.type)

    async function rememberCandidate(trust: 'user' | 'tool') {
      await world.remember('We deploy with flyctl from the release branch', world.here)
      world.capture.store.exec(`UPDATE memories SET standing = 'candidate', trust = '${trust}'`)
      await rebuildIndex(world.capture.store, () => {})
      await world.work('s1', 'Can you deploy it from the release branch with flyctl', 'Deployed.')
    }

    test('below memories about the question', async () => {
      await rememberCandidate('user')
      await world.remember('Never deploy from a branch other than the release branch', world.here)
      expect(await standingOf(asked)).toEqual(['memory', 'candidate', 'turn'])
    })

    test('above memories that only share a word with it', async () => {
      await rememberCandidate('user')
      await world.remember('Deploy notes are in Notion', world.here)
      expect(await standingOf(asked)).toEqual(['candidate', 'turn', 'memory'])
    })

    test('last if they only share a word with it', async () => {
      await rememberCandidate('user')
      await world.remember('Billing branches are named after the invoice', world.here)
      expect((await standingOf('how are branches of billing named')).at(-1)).toBe('candidate')
    })

    test('as history if their words are foreign', async () => {
      await rememberCandidate('tool')
      await world.work('s2', 'Deploy with flyctl from the release branch, deploy flyctl', 'Done.')
      expect((await standingOf(asked)).indexOf('candidate')).toBeGreaterThan(0)
    })
  })

  test('finds memories and captured work by their words', async () => {
    await world.remember('We deploy with flyctl from the release branch', world.here)
    await world.work(
      's1',
      'The checkout total is off by a cent',
      'Prices are rounded once, at the end.',
    )
    expect((await world.find('how do we deploy'))[0]).toMatchObject({
      type: 'memory',
      text: 'We deploy with flyctl from the release branch',
      kind: 'fact',
      scope: 'project',
    })
    expect(
      (await world.find('rounding of prices', world.here, { types: 'turn' }))[0],
    ).toMatchObject({
      type: 'turn',
    })
    const touched = await world.find('price.ts', world.here, { types: 'tool-event' })
    expect(touched[0]).toMatchObject({ type: 'tool-event' })
    expect(await world.find('checkout total', world.here, { types: 'session' })).toMatchObject([
      { type: 'session' },
    ])
  })

  test('shows the request, its outcome and the matching tool call', async () => {
    await world.work(
      's1',
      'The checkout total is off by a cent. Please look.',
      'I read the code. Prices are **rounded** once now, at the end.',
    )
    expect((await world.find('rounding of prices'))[0]).toMatchObject({
      type: 'turn',
      text: 'The checkout total is off by a cent. Please look.',
      answer: 'Prices are rounded once now, at the end.',
    })
    await world.capture.take('PostToolUse', {
      session_id: 's1',
      tool_name: 'Bash',
      tool_use_id: 's1-start',
      tool_input: { command: 'npm start' },
      tool_response: { stdout: '', stderr: 'listen EADDRINUSE' },
    })
    expect(await world.find('EADDRINUSE')).toMatchObject([
      {
        type: 'turn',
        text: 'The checkout total is off by a cent. Please look.',
        toolCall: 'listen EADDRINUSE',
      },
    ])
  })

  test('marks words in the answer too', async () => {
    await world.work('s1', 'The checkout total is off by a cent', 'Prices are rounded once.')
    const [hit] = await world.find('rounded prices checkout', world.here, { explain: true })
    expect(hit?.marks).toEqual(['checkout', 'Prices', 'rounded'])
  })

  test('shows the files changed by a turn that never answered', async () => {
    const turn = { session_id: 's1', prompt_id: 's1-1' }
    await world.capture.take('UserPromptSubmit', { ...turn, prompt: 'Round the zebra prices' })
    await world.capture.take('PostToolUse', {
      ...turn,
      tool_name: 'Edit',
      tool_use_id: 's1-tool',
      tool_input: { file_path: '/home/dev/app/src/price.ts', new_string: 'round' },
      tool_response: { ok: true },
    })
    expect((await world.find('zebra'))[0]?.answer).toMatch(/^changed .*price\.ts$/)
  })

  test('finds events captured a moment ago without explicit indexing', async () => {
    await world.work('s1', 'Why does the zebrafish importer fail?', 'A missing header.')
    expect(await world.find('zebrafish')).not.toEqual([])
  })

  test('finds what a session did before it entered the project', async () => {
    const project = world.here
    world.here = undefined
    await world.work('s1', 'Why does the zebrafish importer fail?', 'A missing header.')
    expect(await world.find('zebrafish importer', project)).toEqual([])
    world.here = project
    await world.capture.take('UserPromptSubmit', { session_id: 's1', prompt: 'Now fix it here' })
    expect((await world.find('zebrafish importer', project))[0]).toMatchObject({
      type: 'turn',
      text: 'Why does the zebrafish importer fail?',
    })
    expect(await world.find('price.ts', project, { types: 'tool-event' })).toHaveLength(1)
    expect(await world.find('zebrafish', project, { types: 'session' })).toHaveLength(1)
  })

  test('shows the same content once, even if its session has it too', async () => {
    await world.capture.take('UserPromptSubmit', {
      session_id: 's1',
      prompt: 'Why is the build red?',
    })
    expect((await world.find('build red')).map(({ type }) => type)).toEqual(['turn'])
  })

  test('is never empty when a stored text contains the question', async () => {
    await world.remember('The header is X-Acme-Trace-Id and nothing else', world.here)
    for (const part of ['acme-tr', 'e-Id and not', 'X-Acme-Trace-Id']) {
      expect(await world.find(part)).toMatchObject([{ type: 'memory' }])
    }
  })

  test('drops forgotten memories, and follows superseded ones', async () => {
    const { memory } = await world.remember('The API listens on port 8080 in staging', world.here)
    await world.remember('The API listens on port 9090 in staging', world.here, {
      supersedes: memory.id,
    })
    expect((await world.find('API port staging')).map(({ text }) => text)).toEqual([
      'The API listens on port 9090 in staging',
    ])
    const asOf = world.capture.clock.now().toISOString()
    world.capture.clock.advance(60_000)
    const gone = await world.remember('The flux capacitor needs plutonium', world.here)
    expect(await world.find('flux capacitor')).toHaveLength(1)
    await world.handlers.forgetMemory(operations.forgetMemory.input.parse({ id: gone.memory.id }))
    expect(await world.find('flux capacitor')).toEqual([])
    expect(await world.find('flux capacitor', world.here, { asOf })).toEqual([])
  })

  test('says why each was found when asked', async () => {
    await world.remember('Use pgbouncer in front of the database', world.here, { importance: 0.9 })
    const [hit] = await world.find('pgbouncer', world.here, { explain: true })
    expect(hit?.explanation?.join(' ')).toContain('pgbouncer')
  })

  test('marks the matching words as they are written, and shows pins', async () => {
    await world.remember('Deploying needs `pgbouncer`, always.', world.here, { pinned: true })
    const [hit] = await world.find('deploy with pgbouncer', world.here, { explain: true })
    expect(hit).toMatchObject({ marks: ['Deploying', 'pgbouncer'], pinned: true })
  })

  test('of one scope in every project', async () => {
    await world.remember('Zebras graze here', world.here)
    await world.remember('Zebras graze there', await world.addProject('other'))
    await world.remember('Zebras graze everywhere', undefined, { scope: 'global' })
    const inScope = async (scope: string) =>
      (await world.find('zebras graze', undefined, { scope, all: true }))
        .map(({ text }) => text)
        .sort()
    expect(await inScope('project')).toEqual(['Zebras graze here', 'Zebras graze there'])
    expect(await inScope('global')).toEqual(['Zebras graze everywhere'])
  })

  test('gives the same after a rebuild', async () => {
    await world.remember('Feature flags live in LaunchDarkly', world.here)
    await world.work('s1', 'Where do feature flags live?', 'In LaunchDarkly.')
    const before = await world.find('feature flags')
    await rebuildIndex(world.capture.store, () => undefined)
    const ids = (hits: typeof before) => hits.map(({ id }) => id).sort()
    expect(ids(await world.find('feature flags'))).toEqual(ids(before))
    expect(await world.capture.store.search.check()).toEqual([])
  })

  test('finishes a rebuild that was broken off', async () => {
    await world.remember('Feature flags live in LaunchDarkly', world.here)
    for (let number = 0; number < 60; number++)
      await world.remember(`Rule number ${number} holds`, world.here)
    await world.work('s1', 'Where do feature flags live?', 'In LaunchDarkly.')
    const before = await world.find('feature flags')
    const breakOff = () => {
      throw new Error('broken off')
    }
    await expect(rebuildIndex(world.capture.store, breakOff)).rejects.toThrow('broken off')
    expect(await countUnindexed(world.capture.store)).toBeGreaterThan(0)
    const ids = (hits: typeof before) => hits.map(({ id }) => id).sort()
    expect(ids(await world.find('feature flags'))).toEqual(ids(before))
    expect(await countUnindexed(world.capture.store)).toBe(0)
  })

  test('finds the work of a project that was merged into this one', async () => {
    const target = await world.addProject('github.com/acme/shop')
    await world.work('s1', 'Why does the zebrafish importer fail?', 'A missing header.')
    expect(await world.find('zebrafish', target)).toEqual([])
    await world.handlers.mergeProjects({ from: world.here ?? '', into: target })
    expect(await world.find('zebrafish', target)).not.toEqual([])
  })

  test('never shows one project what another one knows', async () => {
    const projects = [
      world.here,
      await world.addProject('github.com/acme/b'),
      await world.addProject('c'),
    ]
    const story = fc.array(
      fc.record({ place: fc.nat(3), word: fc.constantFrom('alpha', 'beta', 'gamma') }),
      { maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(story, fc.nat(2), async (memories, asker) => {
        for (const [number, { place, word }] of memories.entries()) {
          const folder = projects[place]
          const scope = folder === undefined ? { scope: 'global' } : {}
          await world.remember(`${word} ${place} statement ${number} of many`, folder, scope)
        }
        const hits = await world.find('alpha beta gamma statement', projects[asker], {
          limit: 100,
          weak: true,
        })
        for (const { text } of hits) expect([String(asker), '3']).toContain(text.split(' ')[1])
      }),
      { numRuns: 15 },
    )
  })
})

describe('timeline', () => {
  let world: RecallWorld
  beforeEach(async () => {
    world = await openRecall()
  })

  describe('the timeline', () => {
    test('shows what surrounds a hit', async () => {
      await world.work('s1', 'The checkout total is off by a cent', 'Rounded once.')
      const [turn] = await world.find('checkout total', world.here, { types: 'turn' })
      const { items } = await world.handlers.getTimeline({
        id: turn?.id ?? '',
        before: 1,
        after: 1,
      })
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

    test('refuses an unknown id', async () => {
      await expect(world.handlers.getTimeline({ id: 'nope', before: 1, after: 1 })).rejects.toThrow(
        'nope',
      )
    })
  })
})
