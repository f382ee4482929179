import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createTestClock } from '../../../test/support/core/clock.ts'
import { openMemoryStore } from '../../../test/support/core/memory-store.ts'
import { createHistorySources } from '../../adapters/histories/sources.ts'
import { findImportable } from '../../core/import/find-importable.ts'
import { projectFolders } from './histories.ts'

const fixtureProject = (name: string) =>
  fileURLToPath(new URL(`../../../test/fixtures/import/by-schema/${name}/project`, import.meta.url))

test('histories in projects are found in the current folder and in the roots of known projects', async () => {
  const store = await openMemoryStore(createTestClock())
  onTestFinished(() => store.close())
  const [here, known] = [fixtureProject('aider'), fixtureProject('specstory')]
  await store.projects.insert({ identity: 'example.com/known', name: 'known', root: known })
  await store.projects.insert({ identity: 'example.com/here', name: 'here', root: here })
  await store.projects.insert({ identity: 'example.com/none', name: 'none', root: undefined })
  const folders = await projectFolders(store.projects, here)
  expect(folders.toSorted()).toEqual([here, known].toSorted())
  const sources = createHistorySources()
  const found = await findImportable(sources, { userHome: '/nowhere', env: {}, folders }, {})
  expect(found.map(({ source, items }) => [source.name, items.length])).toEqual([
    ['aider', 1],
    ['specstory', 2],
  ])
})
