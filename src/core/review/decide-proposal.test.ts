import { beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '../../../test/support/core/capture.ts'
import { openReview } from '../../../test/support/core/review.ts'
import type { Memory } from '../model/memory.ts'
import { propose, proposeRule, proposeWidening } from '../proposals/propose.ts'

let world: Awaited<ReturnType<typeof openReview>>
beforeEach(async () => {
  world = await openReview()
})

const turn = { type: 'turn', ref: 't1' } as const
const preferIn = async (project: string, changes: Partial<Memory> = {}) =>
  world.put(
    {
      ...{ content: 'Prefer short answers', kind: 'preference', source: 'heuristic' },
      ...{ scopeId: await world.addProject(project), tags: ['auto', 'style'], ...changes },
    },
    [turn],
  )
const byId = (memories: readonly Memory[]) => memories.toSorted((a, b) => (a.id < b.id ? -1 : 1))
const plain = ({ version: _, updatedAt: __, ...memory }: Memory) => memory
const key = async () => (await world.item('proposal')).key
const makeRule = async (memory: Memory) =>
  world.transaction((tx) => propose(tx, proposeRule(memory, 'you said so', sha256), world.ports))

describe('accepting to widen', () => {
  test('makes one global memory of those that say the same, as the user’s word', async () => {
    const said = [await preferIn('widgets'), await preferIn('gadgets', { tags: ['style'] })]
    await world.consolidate()
    await world.decide({ key: await key(), decision: 'accept' })
    const [global, ...others] = await world.valid()
    expect(others).toEqual([])
    expect(global).toMatchObject({
      ...{ scope: 'global', content: 'Prefer short answers', trust: 'user', source: 'manual' },
      tags: ['style'],
    })
    expect(await world.memories.sources(global?.id ?? '')).toEqual([turn])
    for (const { id } of said) {
      expect(await world.memories.find(id)).toMatchObject({ supersededBy: global?.id })
    }
    expect(await world.queue()).toEqual([])
  })

  test('is undone as if it had never been, and is asked again', async () => {
    await preferIn('widgets', { key: 'answers' })
    await preferIn('gadgets', { pinned: true })
    await world.consolidate()
    const before = byId(await world.valid())
    await world.decide({ key: await key(), decision: 'accept' })
    expect(await world.valid()).toMatchObject([{ key: 'answers', pinned: true }])
    await world.undoDecision()
    expect(byId(await world.valid()).map(plain)).toEqual(before.map(plain))
    expect(await world.queue()).toHaveLength(1)
  })

  test('takes other words, and the rule with it', async () => {
    const memory = await preferIn('widgets')
    const proposal = proposeWidening(memory, 'about you', sha256, { kind: 'rule' })
    await world.transaction((tx) => propose(tx, proposal, world.ports))
    await world.decide({ key: await key(), decision: 'accept', content: 'Answer in one line' })
    expect(await world.valid()).toMatchObject([
      { scope: 'global', kind: 'rule', content: 'Answer in one line' },
    ])
  })

  test('closes the memory when it is global by now', async () => {
    await preferIn('widgets')
    await preferIn('gadgets')
    await world.consolidate()
    const known = await world.put({
      ...{ content: 'Prefer short answers', scope: 'global', scopeId: '', trust: 'agent' },
    })
    await world.decide({ key: await key(), decision: 'accept' })
    expect(await world.valid()).toMatchObject([{ id: known.id, trust: 'user' }])
    await world.undoDecision()
    expect(await world.valid()).toHaveLength(3)
    expect(await world.memories.find(known.id)).toMatchObject({ trust: 'agent' })
  })
})

describe('accepting a rule', () => {
  test('changes its kind, takes it over, and is undone', async () => {
    const memory = await preferIn('widgets')
    await makeRule(memory)
    expect(await world.item('proposal')).toMatchObject({
      why: 'Suggestion: make this memory a rule (you said so).',
    })
    await world.decide({ key: await key(), decision: 'accept' })
    const rule = { id: memory.id, kind: 'rule', source: 'manual', tags: ['style'] }
    expect(await world.valid()).toMatchObject([rule])
    await world.undoDecision()
    expect((await world.valid()).map(plain)).toEqual([plain(memory)])
  })
})

describe('dropping', () => {
  test('changes nothing, and the statement is not proposed again, however often it recurs', async () => {
    await preferIn('widgets')
    await preferIn('gadgets')
    await world.consolidate()
    const before = await world.valid()
    await world.decide({ key: await key(), decision: 'drop' })
    expect(await world.valid()).toEqual(before)
    await preferIn('gizmos')
    expect((await world.consolidate()).proposed).toEqual([])
    expect(await world.queue()).toEqual([])
  })

  test('can be undone for 30 days', async () => {
    await makeRule(await preferIn('widgets'))
    await world.decide({ key: await key(), decision: 'drop' })
    await world.transaction(({ proposals }) => proposals.dropDecidedBefore('2099-01-01'))
    await expect(world.undoDecision()).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('deciding on a proposal', () => {
  test.each(['keep', 'merge'] as const)('by %s is refused', async (decision) => {
    await makeRule(await preferIn('widgets'))
    const refused = world.decide({ key: await key(), decision })
    await expect(refused).rejects.toMatchObject({ code: 'invalid-input' })
  })

  test('comes before everything else, and only in its project', async () => {
    await world.put({ content: 'Use tabs' })
    await world.put({ content: 'Never use tabs' })
    const memory = await preferIn('widgets')
    await makeRule(memory)
    expect((await world.queue()).map(({ kind }) => kind)).toEqual(['proposal', 'contradiction'])
    expect(await world.queue(memory.scopeId)).toHaveLength(1)
    expect(await world.queue('another')).toEqual([])
  })

  test('accepting something else is refused', async () => {
    await world.put({ content: 'Use tabs' })
    await world.put({ content: 'Never use tabs' })
    const item = await world.item('contradiction')
    const refused = world.decide({ key: item.key, decision: 'accept' })
    await expect(refused).rejects.toMatchObject({ code: 'invalid-input' })
  })
})
