import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createGitSandbox, type GitSandbox } from '../../../test/support/homes/git-sandbox.ts'
import { createChangedFiles } from './changed-files.ts'

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
const read = (folder = root, env: Record<string, string> = {}) => {
  const own = { PATH: process.env.PATH, HOME: sandbox.home, ...env }
  return createChangedFiles({ env: own, timeLimitMs: 10_000 }).read(folder)
}

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

test('has nothing to tell where there is no repository, no commit or no git', async () => {
  expect(await read(sandbox.makeFolder('plain'))).toEqual(nothing)
  const empty = sandbox.makeFolder('empty')
  sandbox.git(empty, 'init', '--quiet')
  expect(await read(empty)).toEqual(nothing)
  commit('one.ts')
  expect(await read(root, { PATH: sandbox.makeFolder('nothing') })).toEqual(nothing)
})

test('asks about the folder, whatever repository the environment names', async () => {
  commit('one.ts')
  const other = sandbox.makeRepository('other')
  const env = { GIT_DIR: `${other}/.git`, GIT_WORK_TREE: other }
  expect(await read(root, env)).toMatchObject({ committed: ['one.ts'] })
})

test('does not wait for a git that is slow', async () => {
  const bin = sandbox.makeFolder('bin')
  writeFileSync(sandbox.path('bin', 'git'), '#!/bin/sh\nexec sleep 60\n')
  chmodSync(sandbox.path('bin', 'git'), 0o755)
  const startedAt = performance.now()
  const files = createChangedFiles({ env: { PATH: `${bin}:/usr/bin:/bin` }, timeLimitMs: 50 })
  expect(await files.read(root)).toEqual(nothing)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})

test('runs none of the programs a repository is configured with, and takes no lock', async () => {
  commit('one.ts')
  const trace = sandbox.path('ran')
  const program = sandbox.path('program')
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> '${trace}'\n`)
  chmodSync(program, 0o755)
  for (const key of ['core.fsmonitor', 'core.pager', 'diff.external']) {
    sandbox.git(root, 'config', key, program)
  }
  write('one.ts', 'changed\n')
  writeFileSync(sandbox.path('app', '.git', 'index.lock'), '')
  expect(await read()).toMatchObject({ uncommitted: ['one.ts'] })
  expect(() => sandbox.git(root, 'hash-object', trace)).toThrow()
})

test('remembers the answer for a moment, until something was committed', async () => {
  commit('one.ts')
  const files = createChangedFiles({
    env: { PATH: process.env.PATH, HOME: sandbox.home },
    timeLimitMs: 10_000,
  })
  expect(await files.read(root)).toEqual({ uncommitted: [], committed: ['one.ts'] })
  write('one.ts', 'changed\n')
  expect(await files.read(root)).toEqual({ uncommitted: [], committed: ['one.ts'] })
  commit('two.ts')
  expect((await files.read(root)).committed).toContain('two.ts')
})
