/** What every store of merged projects does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Project } from '../../src/core/ports/projects.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, createSamples, sampleMemory } from './samples.ts'

export function describeProjectMergeStore(name: string, open: OpenStores): void {
  describe(`the store of merged projects of ${name}`, () => {
    let stores: Stores
    let from: Project
    let into: Project
    beforeEach(async () => {
      stores = await open(createTestClock())
      onTestFinished(() => stores.close())
      from = await insert('from')
      into = await insert('into')
    })

    const insert = (identity: string) =>
      stores.projects.insert({ identity, name: `the ${identity}`, root: `/w/${identity}` })
    const merge = (one = from.id, other = into.id) =>
      stores.transaction(({ projectMerges: tx }) => tx.merge(one, other, at(50)))
    const giveBack = (id = from.id) =>
      stores.transaction(({ projectMerges: tx }) => tx.giveBack(id))
    const addSession = (hostSessionId: string, projectId: string) =>
      createSamples(stores).addSession({ hostSessionId, projectId })
    const addMemory = (id: string, projectId: string) =>
      stores.transaction(({ memories: tx }) => tx.insert(sampleMemory(id, { scopeId: projectId })))
    const consolidate = (id: string, projectId: string) =>
      stores.transaction(({ consolidations: tx }) =>
        tx.insert({ id, projectId, at: at(1), actions: [], undoneAt: undefined }),
      )
    /** Everything known about each project, by identity. */
    async function everything() {
      const known = []
      for (const project of await stores.projects.list()) {
        const { id } = project
        const address = { scope: 'project', scopeId: id } as const
        const page = { limit: 10, offset: 0 }
        const { memories } = await stores.memories.list({ addresses: [address] }, page)
        const runs = await stores.consolidations.list({ projectId: id }, 10)
        known.push({
          ...project,
          aliases: [...project.aliases].sort(),
          memories: memories.map((memory) => memory.id).sort(),
          consolidations: runs.map((run) => run.id),
        })
      }
      return known.sort((a, b) => a.identity.localeCompare(b.identity))
    }

    async function fill(project: Project, mark: string) {
      await stores.projects.addAliases(project.id, [`${mark}-alias`])
      await addSession(`${mark}-session`, project.id)
      await addMemory(`${mark}a`, project.id)
      await consolidate(`${mark}-run`, project.id)
    }

    test('moves everything, and knows the other project under every identity', async () => {
      await fill(from, 'aa')
      await fill(into, 'bb')
      await merge()
      expect(await everything()).toMatchObject([
        {
          id: into.id,
          aliases: ['aa-alias', 'bb-alias', 'from'],
          sessions: 2,
          memories: ['aaa', 'bba'],
          consolidations: ['bb-run', 'aa-run'],
          merged: [{ id: from.id, name: 'the from', at: at(50) }],
        },
      ])
      for (const identity of ['from', 'aa-alias', 'into']) {
        expect((await stores.projects.findByIdentity(identity))?.id).toBe(into.id)
      }
      expect(await stores.projectMerges.list()).toEqual([
        { project: from, into: into.id, at: at(50) },
      ])
    })

    test('gives everything back as it was, and leaves with the other what came since', async () => {
      await fill(from, 'aa')
      await fill(into, 'bb')
      const before = await everything()
      await merge()
      await giveBack()
      expect(await everything()).toEqual(before)
      expect(await stores.projectMerges.list()).toEqual([])
      await merge()
      await fill(into, 'cc')
      await giveBack()
      const [back, other] = await everything()
      expect(back).toEqual(before[0])
      expect(other).toMatchObject({
        aliases: ['bb-alias', 'cc-alias'],
        memories: ['bba', 'cca'],
        sessions: 2,
      })
    })

    test('takes memories that still name the project that went', async () => {
      const last = await insert('last')
      await merge()
      await merge(into.id, last.id)
      const address = { scope: 'project', scopeId: from.id } as const
      await stores.transaction(async ({ memories: tx }) => {
        expect(await tx.presentAddress(address)).toEqual({ scope: 'project', scopeId: last.id })
        expect(await tx.presentAddress({ ...address, scope: 'agent' })).toMatchObject({
          scopeId: from.id,
        })
      })
    })

    test('gives back one after another what was merged in a row', async () => {
      const last = await insert('last')
      for (const [project, mark] of [
        [from, 'aa'],
        [into, 'bb'],
        [last, 'cc'],
      ] as const) {
        await fill(project, mark)
      }
      const before = await everything()
      await merge()
      await merge(into.id, last.id)
      expect((await stores.projectMerges.list()).map(({ project }) => project.id)).toEqual([
        into.id,
        from.id,
      ])
      await giveBack(into.id)
      await giveBack(from.id)
      expect(await everything()).toEqual(before)
    })

    test('tells what a merge moved', async () => {
      await fill(from, 'aa')
      const { id: late } = await addSession('more', from.id)
      await merge()
      const moved = await stores.transaction(({ projectMerges: tx }) => tx.moved(from.id))
      expect(moved).toMatchObject({
        aliases: ['aa-alias'],
        sessions: expect.arrayContaining([late]),
        consolidations: ['aa-run'],
        memories: { memories: [{ id: 'aaa', version: 1 }], revisions: [], adjusted: [] },
      })
      const nothing = await stores.transaction(({ projectMerges: tx }) => tx.moved(into.id))
      expect(nothing).toMatchObject({ sessions: [], memories: { memories: [] } })
    })

    test('a merge into itself or of an unknown project changes nothing', async () => {
      await merge(into.id, into.id)
      await merge('unknown', into.id)
      await giveBack('unknown')
      expect(await everything()).toMatchObject([from, { ...into, aliases: [], merged: [] }])
      expect(await stores.projectMerges.list()).toEqual([])
    })

    test('a merge into an unknown project is refused and changes nothing', async () => {
      await fill(from, 'aa')
      const before = await everything()
      await expect(merge(from.id, 'unknown')).rejects.toThrow()
      expect(await everything()).toEqual(before)
    })

    test('a project whose identity another one has by now is not given back', async () => {
      await fill(from, 'aa')
      await merge()
      await stores.projects.changeIdentity(into.id, 'from')
      const before = await everything()
      await expect(giveBack()).rejects.toThrow()
      expect(await everything()).toEqual(before)
    })
  })
}
