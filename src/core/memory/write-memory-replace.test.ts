import { beforeEach, describe, expect, test } from 'vitest'
import { type Memories, openMemories } from '../../../test/support/core/memories.ts'

let memories: Memories
beforeEach(async () => {
  memories = await openMemories()
})

const total = () => memories.total()

describe('a key', () => {
  test('is created once and updated after that, also with the same words', async () => {
    const first = await memories.write({ content: 'Mondays', key: 'deploy day', tags: ['a'] })
    const same = await memories.write({ content: 'Mondays', key: ' deploy  day ' })
    const next = await memories.write({ content: 'Tuesdays', key: 'deploy day', importance: 1 })
    expect([first.outcome, same.outcome, next.outcome]).toEqual(['created', 'updated', 'updated'])
    expect(next.memory).toMatchObject({
      id: first.memory.id,
      content: 'Tuesdays',
      tags: ['a'],
      importance: 1,
      version: 2,
    })
    expect(await memories.store.revisions(first.memory.id)).toMatchObject([
      { memory: { content: 'Mondays', version: 1 } },
    ])
    expect(await total()).toBe(1)
  })

  test('belongs to each scope on its own', async () => {
    for (const scopeId of ['a', 'b']) {
      const place = { scope: 'session', scopeId } as const
      expect((await memories.write({ content: 'x', key: 'k', ...place })).outcome).toBe('created')
    }
  })

  test('that is new is created even when another has the same words', async () => {
    await memories.write({ content: 'Mondays', key: 'deploy day' })
    const other = await memories.write({ content: 'Mondays', key: 'meeting day' })
    expect(other.outcome).toBe('created')
    expect((await memories.write({ content: 'Mondays' })).outcome).toBe('duplicate')
    expect(await total()).toBe(2)
  })

  test('is given to a memory with the same words that has none', async () => {
    const plain = await memories.write({ content: 'Mondays' })
    const named = await memories.write({ content: 'Mondays', key: 'deploy day' })
    expect(named).toMatchObject({
      outcome: 'merged',
      memory: { id: plain.memory.id, key: 'deploy day' },
    })
  })
})

describe('superseding', () => {
  test('by id closes the old memory, which points to the new one', async () => {
    const old = await memories.write({
      content: 'We deploy on Mondays',
      key: 'deploy day',
      kind: 'decision',
      pinned: true,
      tags: ['ops'],
    })
    const next = await memories.write({ content: 'Fridays it is', supersedes: old.memory.id })
    expect(next).toMatchObject({
      outcome: 'superseded',
      superseded: [old.memory.id],
      memory: { key: 'deploy day', kind: 'decision', pinned: true, tags: ['ops'] },
    })
    expect(await memories.store.find(old.memory.id)).toMatchObject({
      supersededBy: next.memory.id,
      validTo: next.memory.validFrom,
    })
    expect(await memories.store.links(old.memory.id)).toMatchObject([
      { from: next.memory.id, relation: 'supersedes', to: old.memory.id },
    ])
  })

  test('by key, or by words that mean one memory clearly', async () => {
    const keyed = await memories.write({ content: 'We deploy on Mondays', key: 'deploy day' })
    const byKey = await memories.write({ content: 'Fridays it is', supersedes: ' deploy  day' })
    expect(byKey.superseded).toEqual([keyed.memory.id])
    await memories.write({ content: 'Tests are run with mocha in continuous integration' })
    await memories.write({ content: 'The dashboard is dark by default' })
    const byWords = await memories.write({
      content: 'Vitest runs everything',
      supersedes: 'tests run with mocha',
    })
    expect(byWords.outcome).toBe('superseded')
  })

  test('by words that fit several leaves all of them, to be reviewed', async () => {
    const one = await memories.write({ content: 'Unit tests run with mocha' })
    const other = await memories.write({ content: 'Browser tests run with mocha' })
    const next = await memories.write({
      content: 'Vitest runs everything',
      supersedes: 'tests run with mocha',
    })
    expect(next.outcome).toBe('created')
    expect([...next.contradicts].sort()).toEqual([one.memory.id, other.memory.id].sort())
  })

  test('by a model’s words closes what cannot be true beside it, else both are reviewed', async () => {
    const guess = { source: 'model', supersedes: 'shadow branch full content' } as const
    const { memory } = await memories.write({
      content: 'The shadow branch has the full content the agent created.',
      source: 'model',
    })
    const next = await memories.write({
      content: 'We have the full diff in the shadow branch.',
      ...guess,
    })
    expect(next).toMatchObject({ superseded: [], contradicts: [memory.id] })
    const moved = await memories.write({
      content: 'The shadow branch has no longer the full content the agent created.',
      ...guess,
    })
    expect(moved.superseded).toEqual([memory.id])
  })

  test('a model closes nothing that is trusted more than its finding, even by id', async () => {
    const { memory } = await memories.write({ content: 'Release on Fridays only', trust: 'user' })
    const found = { content: 'Releases are on Mondays', source: 'model', trust: 'agent' } as const
    const next = await memories.write({ ...found, supersedes: memory.id })
    expect(next).toMatchObject({ superseded: [], contradicts: [memory.id] })
  })

  test.each([
    ['Staging is Postgres 14', 'Staging was upgraded to Postgres 16', 'Postgres 14 on staging'],
    [
      'We deploy on Fridays with the release script',
      'Deploys moved to Thursdays',
      'deploys on Fridays',
    ],
    ['Alice reviews every change to billing', 'Bob reviews billing changes now', 'Alice'],
    ['The API listens on port 8080', 'Port 8081 is the API’s since the proxy came', 'old API port'],
    ['Use Redux for the cart’s state', 'The cart’s state is in Zustand', 'cart state in Redux'],
    ['Nightly backups go to S3', 'Backups are written to the NAS at night', 'backups in S3'],
    [
      'Tests need a running Docker daemon',
      'Tests run without Docker since SQLite',
      'Docker for tests',
    ],
  ])('«%s» is not left open beside «%s»', async (old, content, supersedes) => {
    const { memory } = await memories.write({ content: old })
    await memories.write({ content: 'The dashboard is dark by default' })
    for (const source of ['model', 'manual'] as const) {
      const next = await memories.write({ content: `${content} (${source})`, source, supersedes })
      expect([...next.superseded, ...next.contradicts]).toContain(memory.id)
    }
  })

  test('by words that fit none is a plain memory', async () => {
    await memories.write({ content: 'The dashboard is dark' })
    const next = await memories.write({ content: 'Use vitest', supersedes: 'mocha' })
    expect(next).toMatchObject({ outcome: 'created', superseded: [], contradicts: [] })
  })

  test('of a memory that is unknown, elsewhere or closed is refused', async () => {
    const old = await memories.write({ content: 'one', scope: 'project', scopeId: 'a' })
    const id = '00000000-0000-7000-8000-000000000000'
    const refusal = (supersedes: string, scopeId = 'a') =>
      memories.write({ content: 'two', scope: 'project', scopeId, supersedes })
    await expect(refusal(id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(refusal(old.memory.id, 'b')).rejects.toMatchObject({ code: 'conflict' })
    await refusal(old.memory.id)
    await expect(refusal(old.memory.id)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('with the very same words changes nothing', async () => {
    const old = await memories.write({ content: 'one two' })
    const again = await memories.write({ content: 'one two', supersedes: old.memory.id })
    expect(again).toMatchObject({ outcome: 'duplicate', superseded: [] })
  })
})
