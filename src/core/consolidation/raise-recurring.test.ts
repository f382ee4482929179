import { beforeEach, describe, expect, test } from 'vitest'
import { openConsolidation } from '../../../test/support/core/consolidation.ts'
import type { Memory } from '../model/memory.ts'

let world: Awaited<ReturnType<typeof openConsolidation>>
let project: string
beforeEach(async () => {
  world = await openConsolidation()
  project = await world.addProject('widgets')
})

const everywhere = { scope: 'global', scopeId: '' } as const
const ids = (memories: readonly Memory[]) => memories.map(({ id }) => id).sort()

describe('a statement in sessions of one project', () => {
  const sayInSession = async (content: string, changes: Partial<Memory> = {}, of = project) => {
    const { id, turn } = await world.addSession(of)
    return world.put({ content, scope: 'session', scopeId: id, ...changes }, [turn])
  }

  test('moves to the project once two sessions have it, with all its sources', async () => {
    const one = await sayInSession('Deploy on Mondays', { trust: 'agent', keywords: ['ship'] })
    const other = await sayInSession('We deploy on Mondays', { tags: ['ci'], pinned: false })
    const { actions } = await world.consolidate(project)
    expect(actions).toMatchObject([
      { kind: 'raise', reason: 'said in 2 sessions of the project', before: undefined },
    ])
    const [raised, ...others] = await world.valid()
    expect(others).toEqual([])
    expect(raised).toMatchObject({
      scope: 'project',
      scopeId: project,
      content: other.content,
      trust: 'user',
      tags: ['ci'],
      version: 1,
    })
    const { id } = raised ?? other
    expect(await world.memories.sources(id)).toEqual(
      [...(await world.memories.sources(one.id)), ...(await world.memories.sources(other.id))].sort(
        (a, b) => (a.ref < b.ref ? -1 : 1),
      ),
    )
    const links = await world.memories.links(id)
    expect(links.map(({ from, relation, to }) => [from, relation, to]).sort()).toEqual(
      [one, other].map((former) => [id, 'derived-from', former.id]).sort(),
    )
    for (const former of [one, other]) {
      expect(await world.memories.find(former.id)).toMatchObject({ supersededBy: id })
    }
  })

  test('stays there while only one has it', async () => {
    const { scopeId } = await sayInSession('Deploy on Mondays')
    const pinned = { pinned: true, trust: 'agent' } as const
    await world.put({ content: 'Deploy Mondays', scope: 'session', scopeId, ...pinned })
    await sayInSession('Deploy on Mondays', {}, await world.addProject('gadgets'))
    expect((await world.consolidate()).actions).toEqual([])
  })

  test('is merged into what the project already knows', async () => {
    const known = await world.put({
      content: 'Deploy on Mondays',
      scopeId: project,
      trust: 'agent',
    })
    await sayInSession('We deploy on Mondays', { tags: ['ci'] })
    await world.consolidate(project)
    expect(await world.valid()).toMatchObject([
      { id: known.id, content: known.content, trust: 'user', tags: ['ci'] },
    ])
  })

  test('stays when a session or the project denies it', async () => {
    await sayInSession('Use tabs')
    await sayInSession('Use tabs')
    await sayInSession('Never use tabs')
    await sayInSession('Use npm')
    await sayInSession('Use npm')
    await world.put({ content: 'Never use npm', scopeId: project })
    expect((await world.consolidate()).actions).toEqual([])
  })

  test('leaves a pinned memory where it is', async () => {
    const pinned = await sayInSession('Deploy on Mondays', { pinned: true })
    const other = await sayInSession('Deploy on Mondays')
    const { actions } = await world.consolidate(project)
    expect(actions).toMatchObject([{ evidence: [{ id: pinned.id }, { id: other.id }] }])
    expect(await world.memories.find(pinned.id)).toEqual(pinned)
    expect(await world.valid()).toHaveLength(2)
    expect((await world.consolidate(project)).actions).toEqual([])
  })

  test('takes its key along, unless the project means something else by it', async () => {
    await sayInSession('Deploy on Mondays', { key: 'deploy' })
    await sayInSession('Deploy on Mondays')
    await sayInSession('Use tabs', { key: 'indent' })
    await sayInSession('Use tabs')
    const other = { content: 'See the style guide', key: 'indent', scopeId: project }
    await world.put(other)
    expect((await world.consolidate(project)).actions).toHaveLength(1)
    const found = await world.memories.findByKey({ scope: 'project', scopeId: project }, 'deploy')
    expect(found).toMatchObject({ content: 'Deploy on Mondays' })
  })
})

describe('a statement of several projects', () => {
  /** Each time in so many new projects. */
  const sayInProjects = async (count: number, content: string, changes: Partial<Memory> = {}) => {
    const said: Memory[] = []
    while (said.length < count) {
      const scopeId = await world.addProject(world.ids.next())
      said.push(await world.put({ content, scopeId, kind: 'preference', ...changes }))
    }
    return said
  }

  const proposals = () => world.proposals.waiting()

  test('is proposed for all projects when two have the same preference', async () => {
    const said = await sayInProjects(2, 'Prefer short answers', { tags: ['style'] })
    const { actions, proposed } = await world.consolidate(said[0]?.scopeId)
    expect(actions).toEqual([])
    expect(proposed.map(({ reason }) => reason)).toEqual(['the same preference in 2 projects'])
    expect(ids(await world.valid())).toEqual(ids(said))
    expect(await proposals()).toMatchObject([
      {
        action: 'widen',
        memoryId: said[0]?.id,
        evidence: [said[1]?.id],
        wanted: everywhere,
        proposer: { kind: 'program', reason: 'the same preference in 2 projects' },
      },
    ])
  })

  test('is proposed when three have the same rule', async () => {
    await sayInProjects(2, 'Never commit to main', { kind: 'rule' })
    expect((await world.consolidate()).proposed).toEqual([])
    await sayInProjects(1, 'Never commit to main', { kind: 'rule' })
    expect((await world.consolidate()).proposed).toHaveLength(1)
  })

  test('is proposed once, though more projects say it, in other and shorter words', async () => {
    await sayInProjects(2, 'Prefer short plain direct answers everywhere')
    expect((await world.consolidate()).proposed).toHaveLength(1)
    expect((await world.consolidate()).proposed).toEqual([])
    await sayInProjects(2, 'Prefer short plain direct answers')
    expect((await world.consolidate()).proposed).toEqual([])
    expect(await proposals()).toHaveLength(1)
  })

  test('is not proposed by a dry run', async () => {
    await sayInProjects(2, 'Prefer short answers')
    expect((await world.consolidate('all', { dryRun: true })).proposed).toHaveLength(1)
    expect(await proposals()).toEqual([])
  })

  test('is closed where a global memory says the same', async () => {
    const [said] = await sayInProjects(1, 'Prefer short answers')
    const known = await world.put({ content: 'Prefer short answers', ...everywhere })
    expect((await world.consolidate()).actions).toMatchObject([{ reason: 'it is already global' }])
    expect(await world.memories.find(said?.id ?? '')).toMatchObject({ supersededBy: known.id })
  })

  test.each<[string, Partial<Memory>]>([
    ['Deploy on Mondays', { kind: 'fact' }],
    ['Prefer short answers', { trust: 'agent' }],
    ['Prefer short answers', { files: ['README'] }],
    ['Prefer src/core for rules', {}],
    ['Prefer C:\\work for clones', {}],
    ['Prefer config.toml', {}],
    ['Prefer https://db.acme.example', {}],
    ['Prefer the proxy at buildhost:8080', {}],
    ['Prefer 10.1.2.3 for tests', {}],
    ['Write to ops@acme', {}],
    ['Prefer short answers', { key: 'acme/answers' }],
  ])('stays in each: %s %j', async (content, changes) => {
    await sayInProjects(4, content, changes)
    expect((await world.consolidate()).proposed).toEqual([])
  })

  test('is proposed in its shortest words', async () => {
    await sayInProjects(1, 'Prefer short plain direct answers everywhere')
    const [shortest] = await sayInProjects(1, 'Prefer short plain direct answers')
    await world.consolidate()
    expect(await proposals()).toMatchObject([{ memoryId: shortest?.id }])
  })

  test('is not proposed when another project prefers the contrary', async () => {
    await sayInProjects(2, 'Prefer tabs')
    await sayInProjects(1, 'Never prefer tabs')
    expect((await world.consolidate()).proposed).toEqual([])
  })

  test('is proposed only by a run over one of them', async () => {
    await sayInProjects(2, 'Prefer short answers')
    expect((await world.consolidate(project)).proposed).toEqual([])
  })

  test('goes on from session to project, and is proposed for all, in one run', async () => {
    await sayInProjects(1, 'Prefer short answers')
    for (let number = 0; number < 2; number++) {
      const { id } = await world.addSession(project)
      const content = 'Prefer short answers'
      await world.put({ content, scope: 'session', scopeId: id, kind: 'preference' })
    }
    const { actions, proposed } = await world.consolidate(project)
    expect([actions.length, proposed.length]).toEqual([1, 1])
    const again = await world.consolidate(project)
    expect([again.actions.length, again.proposed.length]).toEqual([0, 0])
  })
})
