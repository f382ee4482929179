import { beforeEach, expect, test } from 'vitest'
import {
  type MemoryOperations,
  openMemoryOperations,
} from '../../../../test/support/core/memory-operations.ts'
import { createMemoryGroupOperations } from './memory-groups.ts'

let operations: MemoryOperations
let groups: (project?: string, limit?: number) => Promise<(string | undefined)[][]>

beforeEach(async () => {
  operations = await openMemoryOperations()
  const { memories, projects } = operations.memories
  const findProject = async (name: string) => ({ id: `project-${name}` })
  const { listMemoryGroups } = createMemoryGroupOperations({ memories, projects, findProject })
  groups = async (project, limit = 10) =>
    (await listMemoryGroups({ project, limit })).groups.map(({ file, memories }) => [
      file,
      ...memories.map(({ content }) => content),
    ])
})

const store = (content: string, input: Record<string, unknown> = {}) =>
  operations.store(content, { scope: 'project', project: 'a', ...input })

test('memories about one file are a group, the oldest first', async () => {
  await store('Round once', { files: ['src/total.ts'] })
  await store('Cents are whole', { files: ['src/total.ts', 'src/money.ts'] })
  await store('Nobody else is here', { files: ['src/alone.ts'] })
  await store('Rates are cached', { files: ['src/money.ts'] })
  expect(await groups('a')).toEqual([
    ['src/money.ts', 'Cents are whole', 'Rates are cached'],
    ['src/total.ts', 'Round once', 'Cents are whole'],
  ])
})

test('a bare name means the files that end with it', async () => {
  await store('Round once', { files: ['src/total.ts'] })
  await store('Rounding is in `total.ts`')
  expect(await groups('a')).toEqual([['src/total.ts', 'Round once', 'Rounding is in `total.ts`']])
})

test('what was replaced is in the group of its file, else in one of its own', async () => {
  const monday = await store('Releases are cut on Mondays')
  const tuesday = await store('Tuesday is when a release is cut', { supersedes: monday.id })
  await store('A release goes out each Friday', { supersedes: tuesday.id })
  const cents = await store('Totals are cents', { files: ['src/total.ts'] })
  await store('Mills are the unit now', { files: ['src/total.ts'], supersedes: cents.id })
  expect(await groups('a')).toEqual([
    [
      undefined,
      'Releases are cut on Mondays',
      'Tuesday is when a release is cut',
      'A release goes out each Friday',
    ],
    ['src/total.ts', 'Totals are cents', 'Mills are the unit now'],
  ])
})

test('the same file of two projects is two groups', async () => {
  for (const project of ['a', 'b']) {
    for (const word of ['One', 'Another']) {
      await store(`${word} in ${project}`, { project, files: ['src/total.ts'] })
    }
  }
  expect(await groups('b')).toEqual([['src/total.ts', 'One in b', 'Another in b']])
  expect(await groups()).toHaveLength(2)
  expect(await groups(undefined, 1)).toHaveLength(1)
})

test('forgotten memories are left out', async () => {
  const { id } = await store('Round once', { files: ['src/total.ts'] })
  await store('Cents are whole', { files: ['src/total.ts'] })
  await operations.call('forgetMemory', { id })
  expect(await groups('a')).toEqual([])
})
