/** What every commit store does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { idOfCommit, type ProjectCommit } from '../../src/core/ports/commit-store.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'

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
