import { beforeEach, expect, test } from 'vitest'
import { at, sampleMemory } from '../../../test/conformance/samples.ts'
import { one } from '../../../test/support/core/capture.ts'
import { type Lifecycle, openLifecycle, toChat } from '../../../test/support/core/lifecycle.ts'
import type { MemoryStore } from '../ports/memory-store.ts'

let lifecycle: Lifecycle
beforeEach(async () => {
  lifecycle = await openLifecycle()
})

const write = <T>(work: (tx: MemoryStore) => Promise<T>) =>
  lifecycle.store.transaction(({ memories }) => work(memories))
const told = async () =>
  (await lifecycle.told()).map(({ type, data }) => ({
    type,
    ...('memoryId' in data && { id: data.memoryId, version: data.memoryVersion }),
  }))

test('a new memory is sent as it is', async () => {
  await write((tx) => tx.insert(sampleMemory('aa', { tags: ['tooling'] })))
  expect(one(await lifecycle.told())).toMatchObject({
    type: 'memory-stored',
    at: at(0),
    sequence: 1,
    data: {
      change: 'created',
      memoryId: 'aa',
      memoryVersion: 1,
      memory: { id: 'aa', content: 'statement aa', tags: ['tooling'], version: 1 },
    },
  })
})

test('each version is sent as it was, however late', async () => {
  await write((tx) => tx.insert(sampleMemory('aa')))
  await write((tx) => tx.update('aa', { content: 'said better', contentHash: 'ab' }, at(1)))
  const events = await lifecycle.told()
  expect(events.map(({ data }) => data)).toMatchObject([
    { change: 'created', memory: { content: 'statement aa', version: 1 } },
    { change: 'updated', memory: { content: 'said better', version: 2 } },
  ])
})

test('a superseded memory is sent with its successor, before the successor itself', async () => {
  await write((tx) => tx.insert(sampleMemory('aa')))
  await lifecycle.told()
  await write(async (tx) => {
    await tx.update('aa', { supersededBy: 'bb' }, at(1))
    await tx.insert(sampleMemory('bb'))
  })
  const [first, second] = await lifecycle.told()
  expect(first).toMatchObject({
    type: 'memory-superseded',
    data: { memoryId: 'aa', memoryVersion: 2, supersededBy: 'bb', memory: { validTo: at(1) } },
  })
  expect(second).toMatchObject({ type: 'memory-stored', data: { memoryId: 'bb' } })
})

test('a candidate is sent once it is a memory', async () => {
  const heard = { standing: 'candidate', confirmation: undefined } as const
  await write((tx) => tx.insert(sampleMemory('aa', heard)))
  await write((tx) => tx.insert(sampleMemory('bb', heard)))
  await write((tx) => tx.update('bb', { standing: 'memory', confirmation: 'repeated' }, at(1)))
  await write((tx) => tx.update('aa', { supersededBy: 'bb' }, at(2)))
  expect(await told()).toEqual([{ type: 'memory-stored', id: 'bb', version: 2 }])
})

test('a rolled-back change is not sent', async () => {
  const failing = write(async (tx) => {
    await tx.insert(sampleMemory('aa'))
    throw new Error('power cut')
  })
  await expect(failing).rejects.toThrow('power cut')
  await write((tx) => tx.insert(sampleMemory('bb')))
  expect(await told()).toEqual([{ type: 'memory-stored', id: 'bb', version: 1 }])
})

test('the words of a memory forgotten meanwhile are not sent', async () => {
  await write((tx) => tx.insert(sampleMemory('aa')))
  await write((tx) => tx.forget('aa', at(1), { archive: true }))
  const event = one(await lifecycle.told())
  expect(event.data).toEqual({ change: 'created', memoryId: 'aa', memoryVersion: 1 })
  expect(
    lifecycle.rows('SELECT * FROM lifecycle_events').map((row) => JSON.stringify(row)),
  ).toEqual([expect.not.stringContaining('statement')])
})

test('using, moving, forgetting and restoring create no new version and are not sent', async () => {
  await write((tx) => tx.insert(sampleMemory('aa')))
  await lifecycle.told()
  lifecycle.clock.advance(15 * 24 * 60 * 60_000)
  await lifecycle.store.lifecycle.deleteBefore(lifecycle.clock.now().toISOString())
  await write(async (tx) => {
    await tx.countUse(['aa'], at(1))
    await tx.moveAll({ scope: 'project', scopeId: 'a' }, { scope: 'project', scopeId: 'b' }, at(2))
    await tx.reopen('aa', at(3))
    await tx.forget('aa', at(4), { archive: true })
    await tx.restore('aa')
  })
  expect(await told()).toEqual([])
})

test('a memory superseded by its twin after a move is sent as superseded', async () => {
  await write(async (tx) => {
    await tx.insert(sampleMemory('aa', { contentHash: 'cc' }))
    await tx.insert(sampleMemory('bb', { contentHash: 'cc', scopeId: 'b' }))
  })
  await lifecycle.told()
  await write((tx) =>
    tx.moveAll({ scope: 'project', scopeId: 'a' }, { scope: 'project', scopeId: 'b' }, at(2)),
  )
  expect(await told()).toEqual([{ type: 'memory-superseded', id: 'aa', version: 2 }])
})

test('a memory learned in a session is sent with it, in its project', async () => {
  const project = await lifecycle.store.projects.insert({
    identity: 'github.com/acme/widgets',
    name: 'widgets',
    root: '/w/widgets',
  })
  lifecycle.placeIn(project.id)
  await lifecycle.take('SessionStart', { source: 'startup' })
  await lifecycle.told()
  const session = String(lifecycle.session().id)
  await write(async (tx) => {
    await tx.insert(sampleMemory('aa', { scope: 'global', scopeId: '' }))
    await tx.addSources('aa', [{ type: 'session', ref: session }])
    await tx.insert(sampleMemory('bb', { scope: 'project', scopeId: project.id }))
    await tx.insert(sampleMemory('cc', { scope: 'session', scopeId: session }))
  })
  const events = await lifecycle.told()
  expect(events.every((event) => event.project?.identity === project.identity)).toBe(true)
  const places = events.map((event) => [event.session?.id, event.sequence])
  expect(places.filter(([id]) => id === session)).toEqual([
    [session, 2],
    [session, 3],
  ])
  expect(places.filter(([id]) => id === undefined)).toEqual([[undefined, 1]])
})

test('nothing is written without subscribers', async () => {
  lifecycle.change([{ ...toChat, events: ['turn-ended'] }])
  await write((tx) => tx.insert(sampleMemory('aa')))
  expect(lifecycle.count('lifecycle_events')).toBe(0)
})
