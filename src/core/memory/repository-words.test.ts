import { beforeEach, describe, expect, test } from 'vitest'
import { type Memories, openMemories } from '../../../test/support/core/memories.ts'
import type { Memory } from '../model/memory.ts'
import { correctMemory } from './change-memory.ts'

let memories: Memories
beforeEach(async () => {
  memories = await openMemories()
})

const content = 'Every build first runs the sync script.'
const place = { scope: 'project', scopeId: 'p1' } as const
const at = '2026-01-02T03:04:05.678Z'

const read = async (more: object = {}): Promise<Memory> =>
  (await memories.write({ ...place, content, trust: 'repository', source: 'import', ...more }))
    .memory
const found = (id: string) => memories.store.find(id)
const correct = async (id: string, correction: Parameters<typeof correctMemory>[2]) => {
  const memory = await found(id)
  if (!memory) throw new Error('no memory')
  await memories.store.transaction((tx) =>
    correctMemory(tx, memory, correction, memories.ports, at),
  )
}

describe('what a repository’s files say', () => {
  test('is a candidate, whatever the file claims', async () => {
    expect(await read({ standing: 'memory', confirmation: 'reviewed' })).toMatchObject({
      standing: 'candidate',
      confirmation: undefined,
    })
  })

  test.each([
    ['repeats it', {}],
    ['stores it', { source: 'manual' as const }],
    ['says more', { content: `${content} It takes a minute.` }],
  ])('is not confirmed or changed by an agent that %s in two sessions', async (_, more) => {
    const theirs = await read()
    for (const ref of ['t1', 't2']) {
      const sources = [{ type: 'turn', ref }] as const
      await memories.write({
        ...{ ...place, content, trust: 'agent', source: 'heuristic' },
        ...{ standing: 'memory', ...more, sources },
      })
    }
    expect(await found(theirs.id)).toEqual(theirs)
  })

  test('is not confirmed by an agent that stores it under the same key', async () => {
    const theirs = await read({ key: 'builds' })
    await memories.write({ ...place, content, key: 'builds', trust: 'agent' })
    expect(await found(theirs.id)).toEqual(theirs)
  })

  test('is the user’s once they say the same', async () => {
    const { id } = await read()
    await memories.write({ ...place, content })
    expect(await found(id)).toMatchObject({ standing: 'memory', trust: 'user' })
  })

  test('is the user’s once they store it under its key', async () => {
    const { id } = await read({ key: 'builds' })
    await memories.write({ ...place, content, key: 'builds' })
    expect(await found(id)).toMatchObject({ standing: 'memory', trust: 'user' })
  })

  test('neither replaces nor changes what an agent said', async () => {
    const { memory } = await memories.write({ ...place, content, trust: 'agent', key: 'builds' })
    await read({ content: 'Every build first runs the other script.', supersedes: memory.id })
    await read({ content: `${content} Then it installs everything.` })
    await expect(read({ content: 'Something else', key: 'builds' })).rejects.toThrow(
      'foreign text cannot replace "builds"',
    )
    expect(await found(memory.id)).toEqual(memory)
  })

  test('stays the repository’s when an agent rewords it', async () => {
    const { id } = await read()
    await correct(id, { content: 'Builds start with the sync script.', trust: 'agent' })
    await correct(id, { tags: ['build'], trust: 'agent' })
    expect(await found(id)).toMatchObject({ standing: 'candidate', trust: 'repository' })
  })

  test('is approved by a person who changes its labels, and theirs once they reword it', async () => {
    const { id } = await read()
    await correct(id, { tags: ['build'], trust: 'user' })
    const approved = { standing: 'memory', confirmation: 'reviewed' }
    expect(await found(id)).toMatchObject({ ...approved, trust: 'repository' })
    await correct(id, { content: 'Builds start with the sync script.', trust: 'user' })
    expect(await found(id)).toMatchObject({ ...approved, trust: 'user' })
  })
})
