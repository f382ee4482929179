import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createGitSandbox, type GitSandbox } from '../../../test/support/homes/git-sandbox.ts'
import { createChangeReader } from './changed-files.ts'

const nothing = { uncommitted: [], committed: [] }
let sandbox: GitSandbox
let root: string
beforeEach(() => {
  sandbox = createGitSandbox()
  root = sandbox.makeRepository('app')
})
afterEach(() => sandbox.remove())

const write = (path: string, text = 'x\n') => writeFileSync(sandbox.path('app', path), text)
function commit(path: string): void {
  write(path)
  sandbox.git(root, 'add', '.')
  sandbox.git(root, 'commit', '--quiet', `--message=${path}`)
}
/** Time enough for a busy machine. */
const read = (folder = root) => createChangeReader({ timeLimitMs: 10_000 })(folder)

test('tells what is not committed, then the files of the last commits, the newest first', async () => {
  for (const name of ['one.ts', 'two.ts', 'three.ts', 'four.ts']) commit(name)
  write('two.ts', 'changed\n')
  mkdirSync(sandbox.path('app', 'deep'))
  write('deep/ü b.ts')
  sandbox.git(root, 'add', 'deep')
  expect(await read()).toEqual({
    uncommitted: ['deep/ü b.ts', 'two.ts'],
    committed: ['four.ts', 'three.ts', 'two.ts'],
  })
  expect(await read(sandbox.path('app', 'deep'))).toMatchObject({
    uncommitted: ['deep/ü b.ts', 'two.ts'],
  })
})

test('has nothing to tell where there is no repository or no commit', async () => {
  expect(await read(sandbox.makeFolder('plain'))).toEqual(nothing)
  const empty = sandbox.makeFolder('empty')
  sandbox.git(empty, 'init', '--quiet')
  expect(await read(empty)).toEqual(nothing)
})

test('tells the same when everything is packed, and of an index of any version', async () => {
  for (const name of ['one.ts', 'two.ts', 'three.ts', 'four.ts']) commit(name)
  sandbox.git(root, 'gc', '--quiet', '--aggressive')
  sandbox.git(root, 'update-index', '--index-version', '4')
  write('two.ts', 'changed\n')
  write('more.ts')
  sandbox.git(root, 'add', 'more.ts')
  sandbox.git(root, 'rm', '--quiet', 'one.ts')
  expect(await read()).toEqual({
    uncommitted: ['more.ts', 'one.ts', 'two.ts'],
    committed: ['four.ts', 'three.ts', 'two.ts'],
  })
})

test('agrees with git about a file that was touched, and one that was moved aside', async () => {
  for (const name of ['one.ts', 'two.ts', 'three.ts']) commit(name)
  utimesSync(sandbox.path('app', 'one.ts'), 1, 1)
  renameSync(sandbox.path('app', 'two.ts'), sandbox.path('app', 'four.ts'))
  write('three.ts', 'y\n')
  const { uncommitted } = await read()
  expect(uncommitted).toEqual(['three.ts', 'two.ts'])
  expect(sandbox.git(root, 'diff', 'HEAD', '--name-only').split('\n')).toEqual(uncommitted)
})

test('passes over merges, and counts the commits they brought', async () => {
  commit('one.ts')
  sandbox.git(root, 'switch', '--quiet', '--create', 'feature')
  commit('feature.ts')
  sandbox.git(root, 'switch', '--quiet', 'main')
  commit('two.ts')
  sandbox.git(root, 'merge', '--quiet', '--no-edit', 'feature')
  expect((await read()).committed.toSorted()).toEqual(['feature.ts', 'one.ts', 'two.ts'])
})

test('reads repositories that name their objects by SHA-256', async () => {
  const modern = sandbox.makeFolder('modern')
  sandbox.git(modern, 'init', '--quiet', '--object-format=sha256')
  writeFileSync(sandbox.path('modern', 'a.ts'), 'a\n')
  sandbox.git(modern, 'add', '.')
  sandbox.git(modern, 'commit', '--quiet', '--message=first')
  writeFileSync(sandbox.path('modern', 'a.ts'), 'b\n')
  expect(await read(modern)).toEqual({ uncommitted: ['a.ts'], committed: ['a.ts'] })
})

test('returns what it found so far when its time is up', async () => {
  commit('one.ts')
  const read = createChangeReader({ timeLimitMs: -1 })
  expect(await read(root)).toEqual(nothing)
})

test('caches the answer briefly, until the next commit', async () => {
  commit('one.ts')
  const read = createChangeReader({ timeLimitMs: 10_000 })
  expect(await read(root)).toEqual({ uncommitted: [], committed: ['one.ts'] })
  write('one.ts', 'changed\n')
  expect(await read(root)).toEqual({ uncommitted: [], committed: ['one.ts'] })
  commit('two.ts')
  expect((await read(root)).committed).toContain('two.ts')
})
