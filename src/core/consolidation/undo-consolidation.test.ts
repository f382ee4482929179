import { beforeEach, describe, expect, test } from 'vitest'
import { openConsolidation } from '../../../test/support/core/consolidation.ts'
import type { Memory } from '../model/memory.ts'

let world: Awaited<ReturnType<typeof openConsolidation>>
beforeEach(async () => {
  world = await openConsolidation()
})

const said = ({ id, content, scope, scopeId, kind, key, tags, trust, importance }: Memory) => ({
  id,
  content,
  scope,
  scopeId,
  kind,
  key,
  tags,
  trust,
  importance,
})
const byId = (memories: readonly Memory[]) =>
  memories.map(said).sort((a, b) => (a.id < b.id ? -1 : 1))

const mondays = async (changes: Partial<Memory> = {}) => [
  await world.put({ content: 'Deploy on Mondays', tags: ['a'] }),
  await world.put({ content: 'We deploy on Mondays', source: 'model', tags: ['b'], ...changes }),
]

/** Two projects that prefer the same, so that it is raised. */
/** In two sessions of one project. */
const preferences = async () => {
  const project = await world.addProject('widgets')
  const [one, other] = [await world.addSession(project), await world.addSession(project)]
  const given = { content: 'Prefer short answers', kind: 'preference', scope: 'session' } as const
  return [
    await world.put({ ...given, scopeId: one.id }),
    await world.put({ ...given, scopeId: other.id }),
  ]
}

describe('undoing a consolidation', () => {
  test('gives merged memories back as they were', async () => {
    const before = await mondays({ key: 'deploy' })
    await world.consolidate()
    const { reopened, takenBack, left } = await world.undo()
    expect({ reopened, takenBack, left }).toEqual({
      reopened: [before[1]?.id],
      takenBack: [],
      left: [],
    })
    expect(byId(await world.valid())).toEqual(byId(before))
    expect(await world.memories.links(before[0]?.id ?? '')).toEqual([])
  })

  test('removes a raised memory, restorable for a while', async () => {
    const before = await preferences()
    const { actions } = await world.consolidate()
    const raised = actions[0]?.memory.id ?? ''
    expect((await world.undo()).takenBack).toEqual([raised])
    expect(byId(await world.valid())).toEqual(byId(before))
    expect(await world.memories.findForgotten(raised)).toMatchObject({ isArchived: true })
  })

  test('reopens closed memories', async () => {
    const before = [
      await world.put({ content: 'Use tabs' }),
      await world.put({ content: 'Never use tabs' }),
    ]
    await world.consolidate()
    await world.undo()
    expect(byId(await world.valid())).toEqual(byId(before))
  })

  test('lasts: the next run does not do it again', async () => {
    await mondays()
    await preferences()
    await world.put({ content: 'Use tabs' })
    await world.put({ content: 'Never use tabs' })
    expect((await world.consolidate()).actions).toHaveLength(3)
    await world.undo()
    expect((await world.consolidate()).actions).toEqual([])
  })

  test('undoes the last one that was not undone yet, of this project or of all', async () => {
    const [one, other] = [await world.addProject('widgets'), await world.addProject('gadgets')]
    const put = async (scopeId: string) => {
      await world.put({ content: 'Use tabs', scopeId })
      await world.put({ content: 'Please use tabs', scopeId })
      return (await world.consolidate(scopeId)).id
    }
    const [first, second] = [await put(one), await put(other)]
    expect((await world.undo({ projectId: one })).id).toBe(first)
    await expect(world.undo({ projectId: one })).rejects.toMatchObject({ code: 'not-found' })
    await expect(world.undo({ id: first })).rejects.toMatchObject({ code: 'conflict' })
    await expect(world.undo({ id: 'unknown' })).rejects.toMatchObject({ code: 'not-found' })
    expect((await world.undo()).id).toBe(second)
  })
})

describe('what changed since stays', () => {
  test('the kept one as it is, the other comes back', async () => {
    const [kept, other] = await mondays()
    await world.consolidate()
    await world.change(kept?.id ?? '', { tags: ['mine'] })
    const { reopened, left } = await world.undo()
    expect(reopened).toEqual([other?.id])
    expect(left).toEqual([{ id: kept?.id, reason: 'it was changed since' }])
    expect(await world.memories.find(kept?.id ?? '')).toMatchObject({ tags: ['mine'] })
  })

  test('memories forgotten or replaced since do not come back in another’s words', async () => {
    const [kept] = await mondays()
    await world.put({ content: 'Use tabs' })
    const tabs = await world.put({ content: 'Please use tabs', useCount: 1 })
    await world.consolidate()
    const at = world.clock.now().toISOString()
    await world.transaction(({ memories: tx }) => tx.forget(kept?.id ?? '', at, { archive: true }))
    const spaces = await world.put({ content: 'Spaces it is' })
    await world.change(tabs.id, { supersededBy: spaces.id })
    const { reopened, left } = await world.undo()
    expect(reopened).toEqual([])
    expect(left).toContainEqual({ id: kept?.id, reason: 'it was forgotten since' })
    expect(left).toContainEqual({ id: tabs.id, reason: 'it was superseded since' })
    expect((await world.valid()).map(({ id }) => id)).toEqual([spaces.id])
  })

  test('what was raised and then changed', async () => {
    await preferences()
    const { actions } = await world.consolidate()
    const raised = actions[0]?.memory.id ?? ''
    await world.change(raised, { pinned: true })
    const { reopened, takenBack, left } = await world.undo()
    expect({ reopened, takenBack }).toEqual({ reopened: [], takenBack: [] })
    expect(left).toEqual([{ id: raised, reason: 'it was changed since' }])
    expect(await world.valid()).toMatchObject([{ id: raised, pinned: true }])
  })

  test('a memory whose text or key another one has by now', async () => {
    const [kept, other] = await mondays()
    await world.consolidate()
    await world.put({ content: other?.content ?? '' })
    const { left } = await world.undo()
    expect(left).toMatchObject([{ id: other?.id }])
    expect(left[0]?.reason).toMatch(/says the same/)
    expect(await world.memories.find(kept?.id ?? '')).toMatchObject({ tags: ['a'] })
  })
})
