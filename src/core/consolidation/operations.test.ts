import { beforeEach, expect, test } from 'vitest'
import { sha256 } from '../../../test/support/core/capture.ts'
import { openConsolidation } from '../../../test/support/core/consolidation.ts'
import { createRedactor } from '../../adapters/redaction/redactor.ts'
import { mergeByHand } from './operations.ts'

let world: Awaited<ReturnType<typeof openConsolidation>>
beforeEach(async () => {
  world = await openConsolidation()
})

const merge = (given: Parameters<typeof mergeByHand>[0]) => {
  world.clock.advance(1_000)
  return mergeByHand(given, { ...world.ports, redactor: createRedactor(), hash: sha256 })
}
const find = (id: string) => world.memories.find(id)

test('the kept one has the chosen text and the knowledge of both', async () => {
  const source = { type: 'turn', ref: 't1' } as const
  const kept = await world.put({ content: 'Deploy on Mondays', tags: ['ci'] })
  const other = await world.put(
    { content: 'Ship early in the week', key: 'deploy', tags: ['release'], pinned: true },
    [source],
  )
  const content = 'Ship early in the week'
  const { memory } = await merge({ from: other.id, into: kept.id, content })
  expect(memory).toMatchObject({
    id: kept.id,
    content,
    key: 'deploy',
    tags: ['ci', 'release'],
    pinned: true,
    version: 2,
  })
  expect(await find(other.id)).toMatchObject({ supersededBy: kept.id })
  expect(await world.memories.sources(kept.id)).toEqual([source])
  expect(await world.memories.links(kept.id)).toMatchObject([
    { from: kept.id, relation: 'supersedes', to: other.id },
  ])
})

test('undone, both are as they were', async () => {
  const kept = await world.put({ content: 'Deploy on Mondays', trust: 'agent' })
  const other = await world.put({ content: 'Ship early', key: 'deploy', pinned: true })
  const { id } = await merge({ from: other.id, into: kept.id, content: 'Ship early' })
  expect(await world.undo({ id })).toMatchObject({ reopened: [other.id], left: [] })
  const { content, key, trust, pinned } = kept
  expect(await find(kept.id)).toMatchObject({ content, key, trust, pinned })
  expect(await find(other.id)).toMatchObject({ content: 'Ship early', validTo: undefined })
})

test('a project memory may be merged into a global one, not the reverse', async () => {
  const scopeId = await world.addProject('widgets')
  const narrow = await world.put({ content: 'Use pnpm here', scope: 'project', scopeId, key: 'k' })
  const wide = await world.put({ content: 'Use pnpm', scope: 'global', scopeId: '' })
  await expect(merge({ from: wide.id, into: narrow.id })).rejects.toMatchObject({
    code: 'conflict',
    hint: 'move one of them first',
  })
  const { memory } = await merge({ from: narrow.id, into: wide.id })
  expect(memory).toMatchObject({ content: 'Use pnpm', key: undefined })
})

test('refuses the memory itself, unknown ones and superseded ones', async () => {
  const one = await world.put({ content: 'One' })
  const two = await world.put({ content: 'Two' })
  const three = await world.put({ content: 'Three' })
  await merge({ from: two.id, into: one.id })
  await expect(merge({ from: one.id, into: one.id })).rejects.toMatchObject({
    code: 'invalid-input',
  })
  for (const given of [
    { from: two.id, into: three.id },
    { from: three.id, into: two.id },
  ]) {
    await expect(merge(given)).rejects.toMatchObject({ code: 'conflict' })
  }
  await expect(merge({ from: 'unknown', into: one.id })).rejects.toMatchObject({
    code: 'not-found',
  })
})
