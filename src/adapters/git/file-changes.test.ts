import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createGitSandbox, type GitSandbox } from '../../../test/support/homes/git-sandbox.ts'
import { findChangesSince } from './file-changes.ts'

let sandbox: GitSandbox
let root: string
beforeEach(() => {
  sandbox = createGitSandbox()
  root = sandbox.makeRepository('app')
  mkdirSync(sandbox.path('app', 'src'))
})
afterEach(() => sandbox.remove())

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, line) => `line ${from + line}\n`).join('')
const write = (path: string, text: string) => writeFileSync(sandbox.path('app', path), text)
function commit(...paths: string[]): string {
  for (const path of paths) write(path, lines(0, 10))
  sandbox.git(root, 'add', '.')
  sandbox.git(root, 'commit', '--quiet', '--message=more')
  return sandbox.git(root, 'rev-parse', 'HEAD')
}
const since = (hash: string, files: string[], folder = root) =>
  findChangesSince(folder, hash, files)

test('tells which files are gone and which were rewritten, committed or not', async () => {
  const hash = commit('src/gone.ts', 'src/new.ts', 'src/little.ts', 'src/same.ts', 'src/more.ts')
  rmSync(sandbox.path('app', 'src/gone.ts'))
  write('src/new.ts', lines(5, 20))
  write('src/little.ts', lines(2, 10))
  write('src/more.ts', lines(0, 90))
  const files = ['src/gone.ts', 'src/new.ts', 'src/little.ts', 'src/same.ts', 'src/more.ts']
  const found = [
    { file: 'src/gone.ts', change: 'gone' },
    { file: 'src/new.ts', change: 'rewritten' },
  ]
  expect(await since(hash, files)).toEqual(found)
  sandbox.git(root, 'add', '.')
  sandbox.git(root, 'commit', '--quiet', '--message=changed')
  expect(await since(hash.slice(0, 12), files)).toEqual(found)
})

test('says nothing of what the commit did not have, nor of files elsewhere', async () => {
  const hash = commit('src/a.ts')
  symlinkSync('/etc/hostname', sandbox.path('app', 'src/link'))
  const files = ['src/never.ts', '../outside.ts', '/etc/passwd', '', '.', ':(top)src', 'src/link']
  expect(await since(hash, files)).toEqual([])
})

test('takes whole paths, odd names and a folder below the top', async () => {
  const hash = commit('src/ü *.ts', 'src/a.ts')
  rmSync(sandbox.path('app', 'src/ü *.ts'))
  const whole = sandbox.path('app', 'src/ü *.ts')
  expect(await since(hash, [whole, 'src/a.ts'])).toEqual([{ file: whole, change: 'gone' }])
  expect(await since(hash, ['ü *.ts', 'a.ts'], sandbox.path('app', 'src'))).toEqual([
    { file: 'ü *.ts', change: 'gone' },
  ])
})

test('knows nothing without the folder, the repository or the commit', async () => {
  const hash = commit('a.ts')
  rmSync(sandbox.path('app', 'a.ts'))
  expect(await since(hash, ['a.ts'], sandbox.path('moved'))).toBeUndefined()
  expect(await since(hash, ['a.ts'], sandbox.makeFolder('plain'))).toBeUndefined()
  expect(await since('0'.repeat(40), ['a.ts'])).toBeUndefined()
  expect(await since('--output=x', ['a.ts'])).toBeUndefined()
})

test('does not take for a change what a filter makes of a file on its way to the disk', async () => {
  sandbox.git(root, 'config', 'filter.upper.smudge', 'tr a-z A-Z')
  sandbox.git(root, 'config', 'filter.upper.clean', 'tr A-Z a-z')
  write('.gitattributes', '*.ts filter=upper\n')
  const hash = commit('src/a.ts')
  rmSync(sandbox.path('app', 'src/a.ts'))
  sandbox.git(root, 'checkout', '--quiet', '.')
  expect(await since(hash, ['src/a.ts'])).toEqual([])
})

test('looks at no file that a link in place of its folder leads to', async () => {
  const hash = commit('src/a.ts')
  sandbox.makeFolder('elsewhere')
  writeFileSync(sandbox.path('elsewhere', 'a.ts'), 'other\n')
  rmSync(sandbox.path('app', 'src'), { recursive: true })
  symlinkSync(sandbox.path('elsewhere'), sandbox.path('app', 'src'))
  expect(await since(hash, ['src/a.ts'])).toEqual([])
})

test('reads old versions from packs', async () => {
  const hash = commit('src/a.ts', 'src/b.ts')
  for (let version = 1; version < 5; version += 1) {
    write('src/a.ts', lines(version, version + 10))
    sandbox.git(root, 'commit', '--quiet', '--all', '--message=next')
  }
  write('src/a.ts', lines(5, 15))
  sandbox.git(root, 'gc', '--quiet', '--aggressive')
  expect(await since(hash.slice(0, 9), ['src/a.ts', 'src/b.ts'])).toEqual([
    { file: 'src/a.ts', change: 'rewritten' },
  ])
})
