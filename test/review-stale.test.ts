/** A memory's files are deleted in a real repository: it comes up in review and sinks in recall. */
import { rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Local, openLocal } from '../src/compose/local.ts'
import { operations } from '../src/contract/operations/index.ts'
import { createGitSandbox, type GitSandbox } from './support/homes/git-sandbox.ts'

let sandbox: GitSandbox
let root: string
let local: Local
beforeEach(async () => {
  sandbox = createGitSandbox()
  root = sandbox.makeRepository('app', 'https://github.com/acme/app.git')
  local = await openLocal({
    root: sandbox.path('throughline'),
    userHome: sandbox.home,
    env: { PATH: process.env.PATH, HOME: sandbox.home },
  })
})
afterEach(() => {
  local.close()
  sandbox.remove()
})

const check = () => local.jobs.checkFiles(AbortSignal.timeout(20_000))
const review = () => local.operations.listReview({ limit: 10, offset: 0 })
const isStale = async (id: string) =>
  (await local.store.search.find([{ type: 'memory', id }]))[0]?.facts.stale

test('what names files that are gone is stale, until they are back', async () => {
  writeFileSync(sandbox.path('app', 'tokens.ts'), 'export const tokens = []\n')
  sandbox.git(root, 'add', '.')
  sandbox.git(root, 'commit', '--quiet', '--message=tokens')
  const input = operations.storeMemory.input.parse({
    content: 'The token table is in tokens.ts',
    folder: root,
    files: ['tokens.ts'],
  })
  const { id, commit } = (await local.operations.storeMemory(input)).memory
  expect(commit).toBe(sandbox.git(root, 'rev-parse', 'HEAD'))
  await check()
  expect([(await review()).total, await isStale(id)]).toEqual([0, false])
  rmSync(sandbox.path('app', 'tokens.ts'))
  await check()
  expect((await review()).items).toMatchObject([
    { kind: 'stale', why: 'Since then tokens.ts is gone.', memories: [{ id }] },
  ])
  expect(await isStale(id)).toBe(true)
  sandbox.git(root, 'checkout', '--quiet', '.')
  await check()
  expect([(await review()).total, await isStale(id)]).toEqual([0, false])
})

test('files are anchored at the project’s present commit by default', async () => {
  sandbox.git(root, 'commit', '--quiet', '--allow-empty', '--message=first')
  const store = (given: object) => {
    const input = { content: 'Tokens are kept in tokens.ts', folder: root, ...given }
    return local.operations.storeMemory(operations.storeMemory.input.parse(input))
  }
  const { memory } = await store({ key: 'tokens' })
  expect(memory.commit).toBeUndefined()
  const naming = operations.updateMemory.input.parse({ id: memory.id, files: ['tokens.ts'] })
  const { commit } = await local.operations.updateMemory(naming)
  expect(commit).toBe(sandbox.git(root, 'rev-parse', 'HEAD'))
  const earlier = 'a'.repeat(40)
  const told = await store({ key: 'told', files: ['tokens.ts'], commit: earlier })
  expect(told.memory.commit).toBe(earlier)
  const everywhere = await store({ scope: 'global', files: ['tokens.ts'] })
  expect(everywhere.memory.commit).toBeUndefined()
})
