/** What consolidation made of several goes as one, and comes back as it was. */
import { beforeEach, expect, test } from 'vitest'
import { openConsolidation } from '../../../test/support/core/consolidation.ts'
import type { Memory } from '../model/memory.ts'
import { forgetMemory, restoreMemory } from './forget-memory.ts'

let world: Awaited<ReturnType<typeof openConsolidation>>
let formers: Memory[]
let raised: Memory
beforeEach(async () => {
  world = await openConsolidation()
  const project = await world.addProject('widgets')
  formers = []
  for (const content of ['Deploy on Mondays', 'We deploy on Mondays']) {
    const { id, turn } = await world.addSession(project)
    formers.push(await world.put({ content, scope: 'session', scopeId: id }, [turn]))
  }
  await world.consolidate(project)
  raised = (await world.valid())[0] ?? fail()
})

const at = '2027-01-01T00:00:00.000Z'
const forget = (now: boolean) =>
  world.transaction(({ memories: tx }) => forgetMemory(tx, raised.id, at, { now }))
const all = { addresses: 'all', includeSuperseded: true } as const
const everyOne = () => world.memories.list(all, { limit: 10, offset: 0 })

test('a raised memory is erased with those it was made of', async () => {
  expect(await forget(true)).toEqual({ id: raised.id, forgottenAt: at, along: 2 })
  expect(await everyOne()).toEqual({ memories: [], total: 0 })
  for (const { id } of formers) {
    expect(await world.memories.findForgotten(id)).toMatchObject({ isArchived: false })
  }
})

test('undoing it brings all of them back', async () => {
  const before = await everyOne()
  expect(await forget(false)).toMatchObject({ along: 2, restorableUntil: expect.any(String) })
  expect(await everyOne()).toMatchObject({ total: 0 })
  await world.transaction(({ memories: tx }) => restoreMemory(tx, raised.id))
  expect(await everyOne()).toEqual(before)
  for (const { id } of formers) {
    expect(await world.memories.find(id)).toMatchObject({ supersededBy: raised.id })
    expect(await world.memories.findForgotten(id)).toBeUndefined()
  }
})

test('those forgotten with it are gone for good when it is', async () => {
  await forget(false)
  await forget(true)
  const archive = await world.memories.listArchived({ addresses: 'all' }, { limit: 1, offset: 0 })
  expect(archive.total).toBe(0)
})

test('another memory that it superseded stays', async () => {
  const { id } = await world.put({ content: 'Deploy on Fridays', scope: 'global', scopeId: '' })
  await world.transaction(({ memories: tx }) => tx.update(id, { supersededBy: raised.id }, at))
  expect(await forget(true)).toMatchObject({ along: 2 })
  expect(await everyOne()).toMatchObject({ memories: [{ id }] })
})

function fail(): never {
  throw new Error('nothing was raised')
}
