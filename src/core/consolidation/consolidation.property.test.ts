import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../test/hermetic/long-run.ts'
import { openConsolidation } from '../../../test/support/core/consolidation.ts'
import { trustLevels } from '../../contract/vocabulary.ts'
import type { Memory, ScopeAddress } from '../model/memory.ts'

/** Three projects, sessions of two of them, and what belongs to none. */
const places = ['A', 'B', 'C', 'A1', 'A2', 'B1', 'B2', 'global', 'agent'] as const

const step = fc.record({
  place: fc.constantFrom(...places),
  content: fc.constantFrom(
    'Use tabs',
    'Always use tabs',
    'Never use tabs',
    'Prefer short plain direct answers',
    'Prefer short plain direct answers everywhere',
    'Deploy from src/deploy',
    'We deploy from src/deploy',
  ),
  kind: fc.constantFrom('preference', 'rule', 'fact'),
  trust: fc.constantFrom(...trustLevels),
  source: fc.constantFrom('manual', 'model'),
  key: fc.option(fc.constantFrom('k', 'l'), { nil: undefined, freq: 4 }),
  tags: fc.subarray(['x', 'y']),
  pinned: fc.nat(9).map((number) => number === 0),
  useCount: fc.nat(2),
  contradictsLast: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function build(steps: readonly Step[]) {
  const world = await openConsolidation()
  const addresses = new Map<string, ScopeAddress>([
    ['global', { scope: 'global', scopeId: '' }],
    ['agent', { scope: 'agent', scopeId: 'reviewer' }],
  ])
  const projectOf = new Map<string, string>()
  for (const name of ['A', 'B', 'C']) {
    const scopeId = await world.addProject(name)
    addresses.set(name, { scope: 'project', scopeId })
    projectOf.set(scopeId, scopeId)
    for (const number of ['1', '2']) {
      const { id } = await world.addSession(scopeId)
      addresses.set(name + number, { scope: 'session', scopeId: id })
      projectOf.set(id, scopeId)
    }
  }
  let last: Memory | undefined
  for (const { place, contradictsLast, ...given } of steps) {
    const address = addresses.get(place) ?? { scope: 'global', scopeId: '' }
    // What the store would refuse is left out.
    const added = await world.put({ ...given, ...address }).catch(() => undefined)
    if (added && last && contradictsLast) {
      const link = { from: added.id, relation: 'contradicts', to: last.id } as const
      const createdAt = world.clock.now().toISOString()
      await world.transaction(({ memories: tx }) => tx.addLink({ ...link, createdAt }))
    }
    last = added ?? last
  }
  return { world, projectOf }
}

const steps = fc.array(step, { minLength: 2, maxLength: 25 })

function describeMemories(memories: readonly Memory[]) {
  return memories
    .map(({ version: _, updatedAt: __, ...memory }) => memory)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

test('undoing a consolidation gives the same valid memories as before', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const { world } = await build(taken)
      const before = describeMemories(await world.valid())
      const { id } = await world.consolidate()
      expect((await world.consolidate()).actions).toEqual([])
      if (id === undefined) return
      const { reopened, left } = await world.undo()
      expect(left).toEqual([])
      expect(describeMemories(await world.valid())).toEqual(before)
      const { actions } = await world.consolidate()
      const closed = actions.flatMap((action) => action.closed.map((memory) => memory.id))
      expect(closed.filter((memory) => reopened.includes(memory))).toEqual([])
    }),
    { numRuns: runsOf(60) },
  )
})

test('no statement of one project comes into another, unless it was raised by the rules', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const { world, projectOf } = await build(taken)
      const before = await world.valid()
      const { actions } = await world.consolidate()
      for (const { scope, scopeId, content } of await world.valid()) {
        const known = before.filter((memory) => memory.content === content)
        const project = projectOf.get(scopeId)
        if (project !== undefined) {
          expect(known.map((memory) => projectOf.get(memory.scopeId))).toContain(project)
        }
        if (scope !== 'global' || known.some((memory) => memory.scope === 'global')) continue
        const raised = actions.find(({ memory }) => memory.scope === 'global')
        expect(raised?.kind).toBe('raise')
        expect(content).not.toContain('/')
        const evidence = raised?.evidence ?? []
        expect(new Set(evidence.map((memory) => memory.scopeId)).size).toBeGreaterThan(1)
        for (const memory of evidence) expect(memory.trust).toBe('user')
      }
    }),
    { numRuns: runsOf(40) },
  )
})
