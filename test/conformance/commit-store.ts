/** What every commit store does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { idOfCommit, type ProjectCommit } from '../../src/core/ports/commit-store.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { sampleMemory } from './samples.ts'

export function describeCommitStore(name: string, open: OpenStores): void {
  describe(`the commit store of ${name}`, () => {
    let stores: Stores
    let [here, there] = ['', '']
    beforeEach(async () => {
      stores = await open(createTestClock())
      onTestFinished(() => stores.close())
      const add = async (identity: string) =>
        (await stores.projects.insert({ identity, name: identity, root: undefined })).id
      ;[here, there] = [await add('here'), await add('there')]
    })

    function sample(day: number, projectId = here): ProjectCommit {
      const hash = String(day).repeat(40)
      return {
        ...{ id: idOfCommit(hash, projectId), projectId, hash, author: 'Ada' },
        at: `2026-01-0${day}T00:00:00.000Z`,
        message: `We wait ${day} s because the proxy is slow`,
        files: [`src/${day}.ts`],
      }
    }
    const known = async (...all: ProjectCommit[]) =>
      (await stores.commits.findMany(all.map(({ id }) => id))).map(({ id }) => id).sort()

    test('has a commit once in each project', async () => {
      expect(await stores.commits.add([sample(1), sample(2)])).toBe(2)
      expect(await stores.commits.add([sample(2), sample(2, there)])).toBe(1)
      expect(await stores.commits.findMany([sample(1).id])).toEqual([sample(1)])
      expect(await known(sample(2), sample(2, there))).toHaveLength(2)
      const changes = await stores.changes.after('', 10, { subjects: ['commit'] })
      expect(changes.changes.map(({ kind }) => kind)).toEqual(['created', 'created', 'created'])
    })

    test('keeps the newest, and says in the feed which are gone', async () => {
      await stores.commits.add([sample(3), sample(1), sample(2), sample(1, there)])
      await stores.commits.keepNewest(here, 2)
      expect(await known(sample(1), sample(2), sample(3), sample(1, there))).toEqual(
        [sample(2).id, sample(3).id, sample(1, there).id].sort(),
      )
      const { changes } = await stores.changes.after('', 10, { kinds: ['removed'] })
      expect(changes).toMatchObject([{ subject: 'commit', id: sample(1).id }])
    })

    test('remembers the last tips of a project, also when its commits are deleted', async () => {
      await stores.commits.add([sample(1), sample(1, there)])
      await stores.commits.addTip(here, 'aa', '2026-01-01T00:00:00.000Z')
      await stores.commits.addTip(here, 'bb', '2026-01-02T00:00:00.000Z')
      await stores.commits.addTip(here, 'aa', '2026-01-03T00:00:00.000Z')
      expect(await stores.commits.deleteOf(here)).toBe(1)
      expect(await known(sample(1), sample(1, there))).toEqual([sample(1, there).id])
      expect(await stores.commits.tips(here)).toEqual(['aa', 'bb'])
      expect(await stores.commits.tips(there)).toEqual([])
    })

    test('has each commit once to be considered, the newest first', async () => {
      await stores.commits.add([sample(1), sample(2), sample(3), sample(4), sample(2, there)])
      const unconsidered = async (since = '', page = { limit: 10, offset: 0 }) =>
        (await stores.commits.unconsidered(here, since, page)).map(({ id }) => id)
      const ids = [4, 3, 2, 1].map((day) => sample(day).id)
      expect(await unconsidered()).toEqual(ids)
      expect(await unconsidered(sample(3).at)).toEqual(ids.slice(0, 2))
      expect(await unconsidered('', { limit: 2, offset: 1 })).toEqual(ids.slice(1, 3))
      await stores.commits.markConsidered([ids[0] ?? '', ids[2] ?? ''])
      expect(await unconsidered()).toEqual([ids[1], ids[3]])
      await stores.commits.add([sample(4), { ...sample(5), message: sample(2).message }])
      expect(await unconsidered()).toEqual([ids[1], ids[3]])
    })

    test('finds those that revert something or apply it again', async () => {
      const says = (day: number, message: string) => ({ ...sample(day), message })
      const [a, b, c] = [
        says(1, 'Revert "We wait"'),
        says(2, 'Undo\n\nThis reverts commit 1111111.'),
        says(3, 'Reapply "We wait"'),
      ]
      await stores.commits.add([a, b, c, says(4, 'We wait to revert nothing')])
      const found = await stores.commits.reverting(here, b.at)
      expect(found.map(({ id }) => id).sort()).toEqual([b.id, c.id].sort())
    })

    test('says who wrote the commit that a memory was read in, while it is known', async () => {
      await stores.commits.add([sample(1, there), sample(1)])
      const memory = sampleMemory(stores.ids.next(), { scope: 'project', scopeId: here })
      await stores.memories.insert(memory)
      const { hash } = sample(1)
      await stores.memories.addSources(memory.id, [
        { type: 'commit', ref: hash },
        { type: 'commit', ref: 'f'.repeat(40) },
      ])
      expect(await stores.memories.sources(memory.id)).toEqual([
        { type: 'commit', ref: hash, host: undefined, author: 'Ada', at: sample(1).at },
        { type: 'commit', ref: 'f'.repeat(40), host: undefined },
      ])
    })

    test('leaves nothing of a project that became part of another', async () => {
      await stores.commits.add([sample(1), sample(1, there)])
      await stores.commits.addTip(here, 'aa', '2026-01-01T00:00:00.000Z')
      await stores.projectMerges.merge(here, there, '2026-01-02T00:00:00.000Z')
      expect(await known(sample(1), sample(1, there))).toEqual([sample(1, there).id])
      await stores.projectMerges.giveBack(here)
      expect(await stores.commits.tips(here)).toEqual([])
    })
  })
}
