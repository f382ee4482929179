import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createGitSandbox, type GitSandbox } from '../../../test/support/homes/git-sandbox.ts'
import { createCommitReader } from './commit-reader.ts'
import { findLastChanges } from './last-changes.ts'

let sandbox: GitSandbox
let root: string

beforeEach(() => {
  sandbox = createGitSandbox()
  root = sandbox.makeRepository('app')
})
afterEach(() => sandbox.remove())

const git = (...args: string[]) => sandbox.git(root, ...args)

function write(path: string, ...lines: string[]): void {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), lines.map((line) => `${line}\n`).join(''))
}

function commit(message: string): string {
  git('add', '--all')
  git('commit', '--quiet', '--allow-empty', '-m', message)
  return git('rev-parse', 'HEAD')
}

async function changesOf(path: string, line?: number, limit = 10) {
  const found = await findLastChanges(join(root, path), { line, limit })
  return found?.kind === 'found' ? found : { kind: found?.kind, changes: [] }
}

const subjects = async (...asked: Parameters<typeof changesOf>) =>
  (await changesOf(...asked)).changes.map((change) => change.commit.message.trim())

test('each line is the commit’s that git blame names', async () => {
  write('src/a.ts', 'one', 'two', 'three', 'four')
  commit('first lines')
  write('src/a.ts', 'zero', 'one', 'two', 'three', 'four')
  commit('a line before')
  git('switch', '--quiet', '-c', 'side')
  write('src/a.ts', 'zero', 'one', 'two', 'three', 'FOUR', 'five')
  commit('the end')
  git('switch', '--quiet', 'main')
  write('src/a.ts', 'ZERO', 'one', 'two', 'three', 'four')
  commit('the beginning')
  git('merge', '--quiet', '--no-edit', 'side')
  write('other.ts', 'other')
  commit('another file')
  git('gc', '--quiet')
  for (let line = 1; line <= 6; line += 1) {
    const [named = ''] = git('blame', '--porcelain', '-L', `${line},${line}`, 'src/a.ts').split(' ')
    const { changes } = await changesOf('src/a.ts', line)
    expect(changes.map((change) => change.commit.id)).toEqual([named])
  }
})

test('a file’s commits are listed newest first, without those that merge', async () => {
  write('a.ts', 'one', 'two', 'three')
  commit('first')
  git('switch', '--quiet', '-c', 'side')
  write('a.ts', 'one', 'two', 'THREE')
  commit('on the side')
  git('switch', '--quiet', 'main')
  write('a.ts', 'ONE', 'two', 'three')
  commit('on main')
  git('merge', '--quiet', '--no-edit', 'side')
  expect((await subjects('a.ts')).toSorted()).toEqual(
    ['first', 'on main', 'on the side'].toSorted(),
  )
  expect((await subjects('a.ts')).at(-1)).toBe('first')
  expect(await subjects('a.ts', undefined, 1)).toHaveLength(1)
})

test('a folder has the commits of what is in it, and a deleted file has those of its time', async () => {
  write('src/deep/a.ts', 'one')
  commit('in the folder')
  write('b.ts', 'one')
  commit('beside it')
  expect(await subjects('src')).toEqual(['in the folder'])
  rmSync(join(root, 'src/deep/a.ts'))
  expect(await subjects('src/deep/a.ts')).toEqual(['in the folder'])
})

test('a line is followed into the file that it was moved from', async () => {
  write('old.ts', 'one', 'two', 'three')
  commit('written')
  mkdirSync(join(root, 'src'))
  renameSync(join(root, 'old.ts'), join(root, 'src/new.ts'))
  commit('moved')
  const { changes } = await changesOf('src/new.ts', 2)
  expect(changes.map(({ commit: { message }, path }) => [message.trim(), path])).toEqual([
    ['written', 'old.ts'],
  ])
  expect(await subjects('src/new.ts')).toEqual(['moved', 'written'])
})

test('what is not committed is said, in whatever line ends a checkout has', async () => {
  write('a.ts', 'one', 'two')
  commit('first')
  expect(await changesOf('a.ts')).toMatchObject({ isUncommitted: false })
  writeFileSync(join(root, 'a.ts'), 'one\r\ntwo\r\n')
  expect(await changesOf('a.ts')).toMatchObject({ isUncommitted: false })
  write('a.ts', 'new', 'one', 'two')
  expect(await changesOf('a.ts', 1)).toMatchObject({ isUncommitted: true, changes: [] })
  expect(await subjects('a.ts', 3)).toEqual(['first'])
  expect(await changesOf('a.ts')).toMatchObject({ isUncommitted: true, changes: [{}] })
})

test('files in no commit, lines beyond the end and files that are no text are told apart', async () => {
  write('a.ts', 'one')
  writeFileSync(join(root, 'image'), Buffer.from([1, 0, 2]))
  commit('first')
  write('new.ts', 'one')
  const kindOf = async (path: string, line?: number) => (await changesOf(path, line)).kind
  expect(await kindOf('new.ts')).toBe('untracked')
  expect(await kindOf('a.ts', 2)).toBe('past-end')
  expect(await kindOf('image', 1)).toBe('no-text')
  expect(await findLastChanges(sandbox.path('elsewhere/a.ts'), { limit: 1 })).toBeUndefined()
})

test('a history that is cut off is said to be', async () => {
  write('a.ts', 'one')
  commit('first')
  write('b.ts', 'one')
  commit('second')
  sandbox.git(sandbox.folder, 'clone', '--quiet', '--depth=1', `file://${root}`, 'shallow')
  const found = await findLastChanges(sandbox.path('shallow/a.ts'), { limit: 1 })
  expect(found).toMatchObject({ kind: 'found', changes: [], cutOff: { commits: 1 } })
})

test('a file’s former change is the one before the commit', async () => {
  write('a.ts', 'one')
  const first = commit('first')
  write('a.ts', 'two')
  write('b.ts', 'two')
  const second = commit('second')
  const { formerChanges, read } = createCommitReader()
  const found = await formerChanges(join(root, '.git'), second, ['a.ts', 'b.ts'])
  const { committedAt } = (await read(join(root, '.git'), first)) ?? {}
  expect(found).toEqual(new Map([['a.ts', committedAt]]))
})
