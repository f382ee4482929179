/** What every project store does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ProjectStore } from '../../src/core/ports/projects.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, createSamples } from './samples.ts'

export function describeProjectStore(name: string, open: OpenStores): void {
  describe(`the project store of ${name}`, () => {
    const clock = createTestClock()
    let stores: Stores
    let projects: ProjectStore
    beforeEach(async () => {
      stores = await open(clock)
      onTestFinished(() => stores.close())
      projects = stores.projects
    })

    const insert = (identity: string) =>
      projects.insert({ identity, name: identity, root: `/w/${identity}` })
    async function only() {
      const [project, ...others] = await projects.list()
      if (!project || others.length > 0) throw new Error('expected one project')
      return project
    }

    test('gives back what was inserted, by id and by identity', async () => {
      const project = await projects.insert({ identity: 'a', name: 'A', root: undefined })
      expect(project).toEqual({
        id: expect.any(String),
        identity: 'a',
        name: 'A',
        root: undefined,
        createdAt: clock.now().toISOString(),
      })
      expect(await projects.find(project.id)).toEqual(project)
      expect(await projects.findByIdentity('a')).toEqual(project)
      expect(await projects.find('unknown')).toBeUndefined()
      expect(await projects.findByIdentity('unknown')).toBeUndefined()
    })

    test('makes one project of two insertions of one identity, also at once', async () => {
      const inserted = await Promise.all([insert('a'), insert('a'), insert('a')])
      expect(new Set(inserted.map(({ id }) => id)).size).toBe(1)
      expect(await projects.list()).toHaveLength(1)
    })

    test('keeps a former identity as an alias', async () => {
      const { id } = await insert('path:1')
      await projects.changeIdentity(id, 'github.com/acme/app')
      expect(await only()).toMatchObject({ identity: 'github.com/acme/app', aliases: ['path:1'] })
      expect(await projects.aliasesOf(id)).toEqual(['path:1'])
      expect((await projects.findByIdentity('path:1'))?.id).toBe(id)
      expect((await projects.findByIdentity('github.com/acme/app'))?.id).toBe(id)
    })

    test('can go back to a former identity', async () => {
      const { id } = await insert('a')
      await projects.changeIdentity(id, 'b')
      await projects.changeIdentity(id, 'a')
      expect(await only()).toMatchObject({ identity: 'a', aliases: ['b'] })
    })

    test('has no alias of its own identity after a change to what it is already', async () => {
      const { id } = await insert('a')
      await projects.changeIdentity(id, 'a')
      expect(await only()).toMatchObject({ identity: 'a', aliases: [] })
    })

    test('refuses an identity that another project has now, and changes nothing', async () => {
      const { id } = await insert('a')
      await insert('b')
      await projects.addAliases(id, ['c'])
      await expect(projects.changeIdentity(id, 'b')).rejects.toThrow()
      expect(await projects.find(id)).toMatchObject({ identity: 'a' })
      expect((await projects.findByIdentity('c'))?.id).toBe(id)
    })

    test('adds aliases once, and leaves those of others where they are', async () => {
      const a = await insert('a')
      const b = await insert('b')
      await projects.addAliases(a.id, ['x', 'y'])
      await projects.addAliases(b.id, ['x', 'a', 'z'])
      await projects.addAliases(a.id, ['x'])
      const aliases = Object.fromEntries(
        (await projects.list()).map((project) => [project.identity, [...project.aliases].sort()]),
      )
      expect(aliases).toEqual({ a: ['x', 'y'], b: ['z'] })
      expect((await projects.findByIdentity('a'))?.id).toBe(a.id)
    })

    test('renames', async () => {
      const { id } = await insert('a')
      await projects.rename(id, 'Another name')
      expect(await projects.find(id)).toMatchObject({ name: 'Another name', identity: 'a' })
    })

    test('knows the commits of a project and of those merged into it, until they part', async () => {
      const [a, b, c] = [await insert('a'), await insert('b'), await insert('c')]
      await projects.addCommit(a.id, 'first')
      await projects.addCommit(a.id, 'first')
      await projects.addCommit(b.id, 'second')
      expect(await projects.commitsOf(a.id)).toEqual(['first'])
      expect(await projects.commitsOf(c.id)).toEqual([])
      await stores.transaction(({ projectMerges }) => projectMerges.merge(a.id, b.id, at(1)))
      await stores.transaction(({ projectMerges }) => projectMerges.merge(b.id, c.id, at(2)))
      expect((await projects.commitsOf(c.id)).toSorted()).toEqual(['first', 'second'])
      await stores.transaction(({ projectMerges }) => projectMerges.giveBack(b.id))
      expect(await projects.commitsOf(c.id)).toEqual([])
      expect((await projects.commitsOf(b.id)).toSorted()).toEqual(['first', 'second'])
    })

    test('lists the most recently active first, those without sessions last', async () => {
      const { addSession } = createSamples(stores)
      await insert('idle')
      const older = await insert('older')
      const newer = await insert('newer')
      await addSession({ hostSessionId: 's1', projectId: older.id, startedAt: at(1) })
      await addSession({ hostSessionId: 's2', projectId: newer.id, startedAt: at(2) })
      await addSession({ hostSessionId: 's3', projectId: newer.id, startedAt: at(0) })
      expect(
        (await projects.list()).map(({ identity, sessions, lastEventAt }) => [
          identity,
          sessions,
          lastEventAt,
        ]),
      ).toEqual([
        ['newer', 2, at(2)],
        ['older', 1, at(1)],
        ['idle', 0, undefined],
      ])
    })
  })
}
