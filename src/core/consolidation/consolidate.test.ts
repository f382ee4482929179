import { beforeEach, describe, expect, test } from 'vitest'
import { openConsolidation } from '../../../test/support/core/consolidation.ts'
import { configSchema } from '../../contract/config.ts'
import type { Job } from '../ports/job-queue.ts'
import { consolidationJobs } from './consolidate.ts'

let world: Awaited<ReturnType<typeof openConsolidation>>
beforeEach(async () => {
  world = await openConsolidation()
})

describe('a candidate', () => {
  const heard = { standing: 'candidate', source: 'heuristic', confirmation: undefined } as const

  test('that repeats a memory is closed, and only adds its source', async () => {
    const source = { type: 'turn', ref: 't1' } as const
    const candidate = await world.put(
      { content: 'We deploy on Mondays.', ...heard, tags: ['auto', 'x'], files: ['b.ts'] },
      [source],
    )
    const said = { content: 'Deploy on Mondays', trust: 'agent' } as const
    const known = await world.put(said)
    await world.consolidate()
    expect(await world.valid()).toEqual([known])
    expect(await world.memories.sources(known.id)).toEqual([source])
    expect(await world.memories.find(candidate.id)).toMatchObject({ supersededBy: known.id })
  })

  test('that two sessions state becomes a memory', async () => {
    const project = await world.addProject('p')
    const [one, two] = [await world.addSession(project), await world.addSession(project)]
    const first = await world.put({ content: 'We deploy on Mondays', ...heard }, [one.turn])
    await world.put({ content: 'Deploy on Mondays', ...heard }, [two.turn])
    const { id = '' } = await world.consolidate()
    const confirmed = { id: first.id, standing: 'memory', confirmation: 'repeated' }
    expect(await world.valid()).toMatchObject([confirmed])
    await world.undo({ id })
    expect(await world.valid()).toMatchObject([heard, { ...heard, confirmedAt: undefined }])
  })

  test('closes no memory that it denies', async () => {
    await world.put({ content: 'Use tabs', trust: 'agent', source: 'model' })
    await world.put({ content: 'Never use tabs', ...heard })
    expect((await world.consolidate()).actions).toEqual([])
  })

  test('does not rise from sessions or to all projects', async () => {
    for (const name of ['a', 'b', 'c']) {
      const scopeId = await world.addProject(name)
      await world.put({ content: 'Prefer short answers', scopeId, kind: 'preference', ...heard })
      for (let index = 0; index < 2; index++) {
        const session = await world.addSession(scopeId)
        const address = { scope: 'session', scopeId: session.id } as const
        await world.put({ content: 'Deploy on Mondays', ...address, ...heard })
      }
    }
    expect(await world.consolidate()).toMatchObject({ actions: [], proposed: [] })
  })
})
describe('a run', () => {
  const build = async () => {
    const project = await world.addProject('widgets')
    for (const content of [
      'Deploy on Mondays',
      'We deploy on Mondays',
      'Use tabs',
      'Never use tabs',
    ]) {
      await world.put({ content, scopeId: project })
    }
    return project
  }

  test('that finds nothing leaves no row', async () => {
    await world.put({ content: 'Deploy on Mondays' })
    expect(await world.consolidate()).toEqual({ id: undefined, actions: [], proposed: [] })
    expect(world.rows('SELECT * FROM consolidations')).toEqual([])
  })

  test('changes nothing the second time', async () => {
    await build()
    expect((await world.consolidate()).actions).toHaveLength(2)
    expect(await world.consolidate()).toEqual({ id: undefined, actions: [], proposed: [] })
  })

  test('previews what it would do, and does nothing', async () => {
    await build()
    const before = await world.valid()
    const rehearsed = await world.consolidate('all', { dryRun: true })
    expect(await world.valid()).toEqual(before)
    expect(world.rows('SELECT * FROM consolidations')).toEqual([])
    expect(world.rows('SELECT * FROM memory_revisions')).toEqual([])
    const kinds = (done: typeof rehearsed) => done.actions.map(({ kind, reason }) => [kind, reason])
    expect(kinds(rehearsed)).toEqual(kinds(await world.consolidate()))
  })

  test('over one project leaves others alone', async () => {
    const [one, other] = [await build(), await world.addProject('gadgets')]
    for (const content of ['Deploy on Mondays', 'We deploy on Mondays']) {
      await world.put({ content, scopeId: other })
    }
    const { id } = await world.consolidate(one)
    expect((await world.valid()).filter(({ scopeId }) => scopeId === other)).toHaveLength(2)
    expect(await world.consolidations.find(id ?? '')).toMatchObject({ projectId: one })
  })

  test('keeps nothing of what memories say but in the memories', async () => {
    await build()
    await world.consolidate()
    expect(JSON.stringify(world.rows('SELECT * FROM consolidations'))).not.toMatch(/deploy|tabs/i)
  })

  test('is followed by the search index', async () => {
    const project = await build()
    await world.consolidate()
    const filter = {
      scopes: [{ scope: 'project', scopeId: project } as const],
      validAt: '9999-12-31T23:59:59.999Z',
    }
    expect(await world.search.candidates(['deploy'], filter, 10)).toHaveLength(1)
    await world.undo()
    expect(await world.search.candidates(['deploy'], filter, 10)).toHaveLength(2)
    expect(await world.search.check()).toEqual([])
  })
})

describe('jobs', () => {
  async function runJob(learning: object, isKnown = true) {
    const world = await openConsolidation()
    const project = isKnown ? await world.addProject('widgets') : 'forgotten'
    for (const content of ['Use tabs', 'Please use tabs']) {
      await world.put({ content, scopeId: project })
    }
    const settings = () => configSchema.parse({ learning }).learning
    await world.jobs.enqueue({ kind: 'consolidate', subject: project })
    const job = (await world.jobs.claim(['consolidate'], 1_000)) as Job
    await consolidationJobs({ ...world.ports, ...world, settings }).consolidate?.(job)
    return (await world.valid()).length
  }

  test('the job consolidates the project it names', async () => {
    expect(await runJob({})).toBe(1)
  })

  test('the job does nothing for a project that is gone', async () => {
    expect(await runJob({}, false)).toBe(2)
  })

  test.each([{ rules: false }, { consolidate: false }])(
    'the job does nothing with %j',
    async (off) => {
      expect(await runJob(off)).toBe(2)
    },
  )
})
