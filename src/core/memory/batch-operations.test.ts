import { beforeEach, describe, expect, test } from 'vitest'
import { type Memories, openMemories } from '../../../test/support/core/memories.ts'
import { runMemoryChecks } from '../../adapters/filesystem/run-checks.ts'
import { readBranchStates } from '../../adapters/git/branches.ts'
import type { MemoryBatchHandlers } from '../../contract/operations/memory-batches.ts'
import { createMemoryBatchOperations } from './batch-operations.ts'

let memories: Memories
let batches: MemoryBatchHandlers
beforeEach(async () => {
  memories = await openMemories()
  batches = createMemoryBatchOperations({
    ...memories,
    ...memories.ports,
    findProject: async (reference) => ({ id: reference }),
    projectOf: async () => ({ kind: 'none' }),
    findSession: async () => undefined,
    isSharedSession: async () => false,
    headOf: async () => undefined,
    readBranchStates,
    runMemoryChecks,
  })
})

const put = async (content: string, others: object = {}) =>
  (await memories.write({ content, ...others })).memory.id
const find = async (id: string) => memories.store.find(id)

describe('changing many', () => {
  test('pins them, and reports which were not pinned before', async () => {
    const [one, two] = [await put('Use pnpm'), await put('Deploy on Mondays', { pinned: true })]
    expect(await batches.changeMemories({ ids: [one, two], pinned: true })).toEqual({
      done: [one],
      left: [],
    })
    expect(await find(one)).toMatchObject({ pinned: true, version: 2 })
    expect(await find(two)).toMatchObject({ pinned: true, version: 1 })
  })

  test('adds and takes away tags, and leaves the others', async () => {
    const id = await put('Use pnpm', { tags: ['old', 'stays'] })
    await batches.changeMemories({ ids: [id], addTags: ['New'], removeTags: ['OLD'] })
    expect(await find(id)).toMatchObject({ tags: ['new', 'stays'] })
  })

  test('moves what it can, and says what stays and why', async () => {
    const [one, two] = [await put('Use pnpm'), await put('Deploy on Mondays')]
    await put('Use pnpm', { scope: 'project', scopeId: 'a' })
    const ids = [one, two, two, 'unknown']
    const { done, left } = await batches.changeMemories({ ids, scope: 'project', project: 'a' })
    expect(done).toEqual([two])
    expect(left).toEqual([
      { id: one, reason: expect.stringContaining('says the same') },
      { id: 'unknown', reason: 'there is no memory "unknown"' },
    ])
    expect(await find(two)).toMatchObject({ scope: 'project', scopeId: 'a' })
    expect(await find(one)).toMatchObject({ scope: 'global', version: 1 })
  })
})

test('many are forgotten at once, and brought back', async () => {
  const ids = [await put('Use pnpm'), await put('Deploy on Mondays')]
  expect(await batches.forgetMemories({ ids: [...ids, 'unknown'] })).toMatchObject({
    done: ids,
    left: [{ id: 'unknown' }],
  })
  expect(await find(ids[0] ?? '')).toBeUndefined()
  const rival = await put('Use pnpm')
  const { done, left } = await batches.restoreMemories({ ids })
  expect(done).toEqual([ids[1]])
  expect(left).toEqual([{ id: ids[0], reason: expect.stringContaining('another memory') }])
  expect(await find(rival)).toBeDefined()
})

test('restoring brings back the last forgotten memories, all that went together', async () => {
  const [one, two, three] = [
    await put('Use npm'),
    await put('Indent with tabs'),
    await put('Vim it is'),
  ]
  await batches.forgetMemories({ ids: [one] })
  memories.clock.advance(1_000)
  await batches.forgetMemories({ ids: [two, three] })
  expect(await batches.restoreMemories({})).toEqual({ done: [three, two], left: [] })
  expect(await batches.restoreMemories({})).toEqual({ done: [one], left: [] })
  expect(await batches.restoreMemories({})).toEqual({ done: [], left: [] })
})
