import { beforeEach, describe, expect, test } from 'vitest'
import { sampleMemory } from '../../../test/conformance/samples.ts'
import { type Memories, openMemories } from '../../../test/support/core/memories.ts'
import { createAgentGuard, NeedsUser } from '../proposals/agent-proposals.ts'
import { correctMemory } from './change-memory.ts'
import { hashContent } from './new-memory.ts'

let memories: Memories
beforeEach(async () => {
  memories = await openMemories()
})

const ada = { id: '6f1c2a34-0000-4000-8000-00000000000a', name: 'Ada' }
const content = 'Deploys wait for the migration to finish.'
const place = { scope: 'project', scopeId: 'p1' } as const

async function receive(more: { readonly key?: string } = {}) {
  const memory = sampleMemory(memories.ids.next(), {
    ...{ ...place, content, contentHash: hashContent(content, memories.ports.hash) },
    ...{ source: 'sync', trust: 'teammate', author: ada, standing: 'candidate' },
    ...{ confirmation: undefined, confirmedAt: undefined, ...more },
  })
  await memories.store.transaction((tx) => tx.insert(memory))
  return memory
}

const found = (id: string) => memories.store.find(id)

describe('what a teammate wrote', () => {
  test('is not changed or confirmed by an agent that says the same', async () => {
    const theirs = await receive()
    for (const ref of ['t1', 't2']) {
      const { outcome } = await memories.write({
        ...{ ...place, content, trust: 'agent', source: 'heuristic', tags: ['deploy'] },
        sources: [{ type: 'turn', ref }],
      })
      expect(outcome).toBe('duplicate')
    }
    expect(await found(theirs.id)).toEqual(theirs)
  })

  test('is confirmed by the user who says the same, and stays the teammate’s word', async () => {
    const theirs = await receive()
    await memories.write({ ...place, content })
    expect(await found(theirs.id)).toMatchObject({
      standing: 'memory',
      trust: 'teammate',
      author: ada,
      content,
    })
  })

  test.each([
    ['under a key', { key: 'deploys' }],
    ['with a tag', { tags: ['deploy'] }],
  ])('is the user’s own once they say it %s, so that the team gets it', async (_, more) => {
    const theirs = await receive()
    await memories.write({ ...place, content, ...more })
    expect(await found(theirs.id)).toMatchObject({ ...more, trust: 'user', author: undefined })
  })

  test('keeps its labels when an agent says the same under the same key', async () => {
    const theirs = await receive({ key: 'deploys' })
    const said = { ...place, content, key: 'deploys', trust: 'agent', tags: ['deploy'] } as const
    expect((await memories.write(said)).outcome).toBe('updated')
    expect(await found(theirs.id)).toEqual(theirs)
  })

  test('is the user’s own once they reword it', async () => {
    const theirs = await receive()
    const said = { content: 'Deploys wait for the migration.', trust: 'user' } as const
    await memories.store.transaction((tx) =>
      correctMemory(tx, theirs, said, memories.ports, memories.clock.now().toISOString()),
    )
    expect(await found(theirs.id)).toMatchObject({
      ...said,
      author: undefined,
      confirmation: 'reviewed',
    })
    expect((await memories.store.revisions(theirs.id))[0]?.memory).toMatchObject({ author: ada })
  })

  test('stays theirs when the user pins it', async () => {
    const theirs = await receive()
    await memories.store.transaction((tx) =>
      correctMemory(tx, theirs, { pinned: true }, memories.ports, theirs.updatedAt),
    )
    expect(await found(theirs.id)).toMatchObject({ pinned: true, author: ada, standing: 'memory' })
  })

  test('is not for an agent to change or forget', async () => {
    const theirs = await receive()
    const guard = createAgentGuard(new Set())
    expect(() => guard.beforeUpdate(theirs, { content: 'x' })).toThrow(NeedsUser)
    expect(() => guard.beforeForget(theirs)).toThrow(NeedsUser)
  })
})
