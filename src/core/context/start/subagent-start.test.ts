import { describe, expect, test } from 'vitest'
import {
  idOf,
  type MemoryGiven,
  now,
  openContext,
  textsOf,
} from '../../../../test/support/core/context.ts'

test('a subagent gets the rules of the project and of all, and nothing else', async () => {
  const { plan } = await openContext([
    { id: idOf(1), content: 'A pinned fact.', pinned: true },
    { id: idOf(2), content: 'A rule.', kind: 'rule' },
    { id: idOf(3), content: 'A rule of all.', kind: 'rule', scope: 'global' },
    { id: idOf(4), content: 'A rule of another.', kind: 'rule', scopeId: 'p2' },
  ])
  expect(textsOf(await plan({ events: ['subagent-start'], source: undefined }))).toEqual([
    'A rule.',
    'A rule of all.',
  ])
})

describe('a named subagent', () => {
  const reviewer = { events: ['subagent-start'], source: undefined, agent: ' reviewer ' } as const
  const of = (scopeId: string, id: number, content: string, more: Partial<MemoryGiven> = {}) => ({
    ...{ id: idOf(id), content, scope: 'agent' as const, scopeId },
    ...more,
  })

  test('gets its own scope besides the rules, and nothing of another agent', async () => {
    const { plan } = await openContext([
      { id: idOf(1), content: 'A rule.', kind: 'rule' },
      { id: idOf(2), content: 'A fact of the project.' },
      of('reviewer', 3, 'Ends with a list of risks.'),
      of('reviewer', 4, 'Reads the tests first.', { importance: 0.9 }),
      of('reviewer', 5, 'Never approves its own work.', { kind: 'rule' }),
      of('reviewer', 6, 'Came out of a web page.', { trust: 'tool' }),
      of('reviewer', 7, 'No longer holds.', { validTo: now, supersededBy: idOf(3) }),
      of('planner', 8, 'Plans fit on one page.', { kind: 'rule' }),
    ])
    const { lines } = await plan(reviewer)
    expect(lines.map(({ section, text }) => [section, text])).toEqual([
      ['rules', 'A rule.'],
      ['rules', 'Never approves its own work.'],
      ['agent', 'Reads the tests first.'],
      ['agent', 'Ends with a list of risks.'],
    ])
  })

  test('gets no more than the bounds of a scope allow', async () => {
    const { plan } = await openContext(
      Array.from({ length: 19 }, (_, at) => of('reviewer', at + 1, `Habit number ${at}.`)),
    )
    const { lines, left } = await plan(reviewer)
    expect([lines.length, left.length]).toEqual([14, 5])
  })

  test('keeps its memories from sessions and from subagents without a name', async () => {
    const { plan, show } = await openContext([of('reviewer', 1, 'Ends with a list of risks.')])
    await show([idOf(1)])
    for (const change of [
      { source: 'compact' },
      { agent: 'reviewer' },
      { events: ['prompt'], prompt: 'does it end with a list of risks?' } as const,
      { ...reviewer, agent: '' },
      { ...reviewer, agent: undefined },
    ]) {
      expect((await plan(change)).text).toBe('')
    }
  })
})
