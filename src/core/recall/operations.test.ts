import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Capture, openCapture } from '../../../test/support/core/capture.ts'
import { operationsOn } from '../../../test/support/core/operations.ts'
import { type OperationHandlers, operations } from '../../contract/operations/index.ts'
import { countUnindexed } from '../indexing/index-changes.ts'
import { rebuildIndex } from '../indexing/rebuild.ts'

let capture: Capture
let handlers: OperationHandlers
let here: string | undefined

beforeEach(async () => {
  capture = await openCapture({
    placeOf: async () => ({ kind: 'enabled', ...(here !== undefined && { projectId: here }) }),
  })
  handlers = operationsOn(capture, {
    projectOf: async (folder) =>
      folder === undefined ? { kind: 'none' } : { kind: 'project', id: folder },
  })
  here = await addProject('github.com/acme/widgets')
})

async function addProject(identity: string): Promise<string> {
  const project = { identity, name: identity, root: undefined }
  return (await capture.store.projects.insert(project)).id
}

const remember = (content: string, folder: string | undefined, others: object = {}) =>
  handlers.storeMemory(operations.storeMemory.input.parse({ content, folder, ...others }))

async function find(query: string, folder = here, others: object = {}) {
  const { hits } = await handlers.recall(
    operations.recall.input.parse({ query, folder, ...others }),
  )
  return hits
}

async function work(sessionId: string, prompt: string, answer: string): Promise<void> {
  const turn = { session_id: sessionId, prompt_id: `${sessionId}-1` }
  await capture.take('UserPromptSubmit', { ...turn, prompt })
  await capture.take('PostToolUse', {
    ...turn,
    tool_name: 'Edit',
    tool_use_id: `${sessionId}-tool`,
    tool_input: { file_path: '/home/dev/app/src/checkout/price.ts', new_string: 'round' },
    tool_response: { ok: true },
  })
  await capture.take('Stop', { ...turn, last_assistant_message: answer })
}

describe('recall', () => {
  test('ranks candidates last, whatever they match', async () => {
    const { memory } = await remember('We deploy with flyctl from the release branch', here)
    capture.store.exec(`UPDATE memories SET standing = 'candidate'`)
    await remember('Deploy notes are in Notion', here)
    await work('s1', 'Can you deploy it', 'Deployed.')
    const found = await find('deploy with flyctl from the release branch', here, { weak: true })
    expect(found.at(-1)).toMatchObject({ id: memory.id, standing: 'candidate' })
    expect(found.map(({ type }) => type)).toEqual(expect.arrayContaining(['memory', 'turn']))
  })

  test('finds memories and captured work by their words', async () => {
    await remember('We deploy with flyctl from the release branch', here)
    await work('s1', 'The checkout total is off by a cent', 'Prices are rounded once, at the end.')
    expect((await find('how do we deploy'))[0]).toMatchObject({
      type: 'memory',
      text: 'We deploy with flyctl from the release branch',
      kind: 'fact',
      scope: 'project',
    })
    expect((await find('rounding of prices', here, { types: 'turn' }))[0]).toMatchObject({
      type: 'turn',
    })
    const touched = await find('price.ts', here, { types: 'tool-event' })
    expect(touched[0]).toMatchObject({ type: 'tool-event' })
    expect(await find('checkout total', here, { types: 'session' })).toMatchObject([
      { type: 'session' },
    ])
  })

  test('shows what was asked and what came of it, and the tool call that matches', async () => {
    await work(
      's1',
      'The checkout total is off by a cent. Please look.',
      'I read the code. Prices are **rounded** once now, at the end.',
    )
    expect((await find('rounding of prices'))[0]).toMatchObject({
      type: 'turn',
      text: 'The checkout total is off by a cent. Please look.',
      answer: 'Prices are rounded once now, at the end.',
    })
    await capture.take('PostToolUse', {
      session_id: 's1',
      tool_name: 'Bash',
      tool_use_id: 's1-start',
      tool_input: { command: 'npm start' },
      tool_response: { stdout: '', stderr: 'listen EADDRINUSE' },
    })
    expect(await find('EADDRINUSE')).toMatchObject([
      {
        type: 'turn',
        text: 'The checkout total is off by a cent. Please look.',
        toolCall: 'listen EADDRINUSE',
      },
    ])
  })

  test('marks words in the answer too', async () => {
    await work('s1', 'The checkout total is off by a cent', 'Prices are rounded once.')
    const [hit] = await find('rounded prices checkout', here, { explain: true })
    expect(hit?.marks).toEqual(['checkout', 'Prices', 'rounded'])
  })

  test('shows the files changed by a turn that never answered', async () => {
    const turn = { session_id: 's1', prompt_id: 's1-1' }
    await capture.take('UserPromptSubmit', { ...turn, prompt: 'Round the zebra prices' })
    await capture.take('PostToolUse', {
      ...turn,
      tool_name: 'Edit',
      tool_use_id: 's1-tool',
      tool_input: { file_path: '/home/dev/app/src/price.ts', new_string: 'round' },
      tool_response: { ok: true },
    })
    expect((await find('zebra'))[0]?.answer).toMatch(/^changed .*price\.ts$/)
  })

  describe('of what no longer holds', () => {
    async function learn(prompt: string, content: string, others: object = {}) {
      await work(`s-${prompt.length}`, prompt, 'Noted.')
      const turn = (await find(prompt, here, { types: 'turn' })).find(({ text }) => text === prompt)
      const sources = [{ type: 'turn', ref: turn?.id ?? '' }]
      return (await remember(content, here, { ...others, sources })).memory.id
    }
    const outdatedOf = async (query: string, others: object = {}) =>
      (await find(query, here, others)).map(({ text, outdated }) => [text, outdated?.text])
    const old = 'The API listens on port 8080 in staging'
    const now = 'The API listens on port 9090 in staging'

    test('a turn says what superseded it; the later turn does not', async () => {
      const id = await learn(old, old)
      await learn(`By the way: ${now}`, now, { supersedes: id })
      expect(await outdatedOf('API port staging', { types: 'turn' })).toEqual(
        expect.arrayContaining([
          [old, now],
          [`By the way: ${now}`, undefined],
        ]),
      )
    })

    test('a turn says what its memory was changed into', async () => {
      await learn(old, old, { key: 'api-port' })
      await learn(`By the way: ${now}`, now, { key: 'api-port' })
      expect(await outdatedOf('API port staging', { types: 'turn' })).toEqual(
        expect.arrayContaining([
          [old, now],
          [`By the way: ${now}`, undefined],
        ]),
      )
    })

    test('a turn says that it was fixed', async () => {
      const id = await learn('The importer loses the last line', 'The importer loses a line')
      await remember('The importer now flushes at the end', here, { kind: 'fix', supersedes: id })
      const [hit] = await find('importer loses', here, { types: 'turn' })
      expect(hit?.outdated).toMatchObject({ how: 'fixed', text: expect.stringMatching('flushes') })
    })

    test('a former memory says what took its place', async () => {
      const { memory } = await remember(old, here)
      const asOf = capture.clock.now().toISOString()
      capture.clock.advance(60_000)
      await remember(now, here, { supersedes: memory.id })
      expect(await outdatedOf('API port', { asOf })).toEqual([[old, now]])
    })

    test('nobody learns from it what another scope knows', async () => {
      const reviewer = { scope: 'agent', agent: 'reviewer' }
      const id = await learn(old, old, reviewer)
      await remember(now, here, { ...reviewer, supersedes: id })
      const found = await find('API port staging', here, { types: 'turn' })
      expect(found.map(({ outdated }) => outdated)).toEqual([undefined])
    })
  })

  test('finds what was captured a moment ago without anybody indexing it', async () => {
    await work('s1', 'Why does the zebrafish importer fail?', 'A missing header.')
    expect(await find('zebrafish')).not.toEqual([])
  })

  test('finds from a project what a session did before it came into it', async () => {
    const project = here
    here = undefined
    await work('s1', 'Why does the zebrafish importer fail?', 'A missing header.')
    expect(await find('zebrafish importer', project)).toEqual([])
    here = project
    await capture.take('UserPromptSubmit', { session_id: 's1', prompt: 'Now fix it here' })
    expect((await find('zebrafish importer', project))[0]).toMatchObject({
      type: 'turn',
      text: 'Why does the zebrafish importer fail?',
    })
    expect(await find('price.ts', project, { types: 'tool-event' })).toHaveLength(1)
    expect(await find('zebrafish', project, { types: 'session' })).toHaveLength(1)
  })

  test('shows the same content once, though its session holds it too', async () => {
    await capture.take('UserPromptSubmit', { session_id: 's1', prompt: 'Why is the build red?' })
    expect((await find('build red')).map(({ type }) => type)).toEqual(['turn'])
  })

  test('is never empty when a stored text contains the question', async () => {
    await remember('The header is X-Acme-Trace-Id and nothing else', here)
    for (const part of ['acme-tr', 'e-Id and not', 'X-Acme-Trace-Id']) {
      expect(await find(part)).toMatchObject([{ type: 'memory' }])
    }
  })

  test('forgets what was forgotten, and follows what superseded it', async () => {
    const { memory } = await remember('The API listens on port 8080 in staging', here)
    await remember('The API listens on port 9090 in staging', here, { supersedes: memory.id })
    expect((await find('API port staging')).map(({ text }) => text)).toEqual([
      'The API listens on port 9090 in staging',
    ])
    const asOf = capture.clock.now().toISOString()
    capture.clock.advance(60_000)
    const gone = await remember('The flux capacitor needs plutonium', here)
    expect(await find('flux capacitor')).toHaveLength(1)
    await handlers.forgetMemory(operations.forgetMemory.input.parse({ id: gone.memory.id }))
    expect(await find('flux capacitor')).toEqual([])
    expect(await find('flux capacitor', here, { asOf })).toEqual([])
  })

  test('says why each was found when asked', async () => {
    await remember('Use pgbouncer in front of the database', here, { importance: 0.9 })
    const [hit] = await find('pgbouncer', here, { explain: true })
    expect(hit?.explanation?.join(' ')).toContain('pgbouncer')
  })

  test('marks the words that were asked for as they are written, and tells what is pinned', async () => {
    await remember('Deploying needs `pgbouncer`, always.', here, { pinned: true })
    const [hit] = await find('deploy with pgbouncer', here, { explain: true })
    expect(hit).toMatchObject({ marks: ['Deploying', 'pgbouncer'], pinned: true })
  })

  test('of one scope in every project', async () => {
    await remember('Zebras graze here', here)
    await remember('Zebras graze there', await addProject('other'))
    await remember('Zebras graze everywhere', undefined, { scope: 'global' })
    const inScope = async (scope: string) =>
      (await find('zebras graze', undefined, { scope, all: true })).map(({ text }) => text).sort()
    expect(await inScope('project')).toEqual(['Zebras graze here', 'Zebras graze there'])
    expect(await inScope('global')).toEqual(['Zebras graze everywhere'])
  })

  test('gives the same after a rebuild', async () => {
    await remember('Feature flags live in LaunchDarkly', here)
    await work('s1', 'Where do feature flags live?', 'In LaunchDarkly.')
    const before = await find('feature flags')
    await rebuildIndex(capture.store, () => undefined)
    const ids = (hits: typeof before) => hits.map(({ id }) => id).sort()
    expect(ids(await find('feature flags'))).toEqual(ids(before))
    expect(await capture.store.search.check()).toEqual([])
  })

  test('finishes a rebuild that was broken off', async () => {
    await remember('Feature flags live in LaunchDarkly', here)
    for (let number = 0; number < 60; number++) await remember(`Rule number ${number} holds`, here)
    await work('s1', 'Where do feature flags live?', 'In LaunchDarkly.')
    const before = await find('feature flags')
    const breakOff = () => {
      throw new Error('broken off')
    }
    await expect(rebuildIndex(capture.store, breakOff)).rejects.toThrow('broken off')
    expect(await countUnindexed(capture.store)).toBeGreaterThan(0)
    const ids = (hits: typeof before) => hits.map(({ id }) => id).sort()
    expect(ids(await find('feature flags'))).toEqual(ids(before))
    expect(await countUnindexed(capture.store)).toBe(0)
  })

  test('finds the work of a project that was merged into this one', async () => {
    const target = await addProject('github.com/acme/shop')
    await work('s1', 'Why does the zebrafish importer fail?', 'A missing header.')
    expect(await find('zebrafish', target)).toEqual([])
    await handlers.mergeProjects({ from: here ?? '', into: target })
    expect(await find('zebrafish', target)).not.toEqual([])
  })

  test('never shows one project what another one knows', async () => {
    const projects = [here, await addProject('github.com/acme/b'), await addProject('c')]
    const story = fc.array(
      fc.record({ place: fc.nat(3), word: fc.constantFrom('alpha', 'beta', 'gamma') }),
      { maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(story, fc.nat(2), async (memories, asker) => {
        for (const [number, { place, word }] of memories.entries()) {
          const folder = projects[place]
          const scope = folder === undefined ? { scope: 'global' } : {}
          await remember(`${word} ${place} statement ${number} of many`, folder, scope)
        }
        const hits = await find('alpha beta gamma statement', projects[asker], {
          limit: 100,
          weak: true,
        })
        for (const { text } of hits) expect([String(asker), '3']).toContain(text.split(' ')[1])
      }),
      { numRuns: 15 },
    )
  })
})

describe('the timeline', () => {
  test('shows what surrounds a hit', async () => {
    await work('s1', 'The checkout total is off by a cent', 'Rounded once.')
    const [turn] = await find('checkout total', here, { types: 'turn' })
    const { items } = await handlers.getTimeline({ id: turn?.id ?? '', before: 1, after: 1 })
    expect(items).toMatchObject([
      { type: 'turn', isAsked: true, text: 'The checkout total is off by a cent' },
      { type: 'tool-event', isAsked: false, text: 'Edit ok' },
    ])
  })

  test('shows a memory after the turns it was learned from', async () => {
    await work('s1', 'Always run the linter', 'Will do.')
    const [turn] = await find('linter', here, { types: 'turn' })
    const sources = [{ type: 'turn', ref: turn?.id ?? '' }]
    const { memory } = await remember('Run the linter before each commit', here, { sources })
    const { items } = await handlers.getTimeline({ id: memory.id, before: 0, after: 0 })
    expect(items.map(({ type, isAsked }) => [type, isAsked])).toEqual([
      ['turn', false],
      ['memory', true],
    ])
  })

  test('refuses an id nobody knows', async () => {
    await expect(handlers.getTimeline({ id: 'nope', before: 1, after: 1 })).rejects.toThrow('nope')
  })
})
