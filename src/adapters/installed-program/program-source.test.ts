import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { findPackages, readProgram } from './program-source.ts'

function install(root: string, path: string, dependencies: object = {}): void {
  const folder = join(root, path)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }))
}

const pathsIn = (names: string[], root: string) =>
  findPackages(names, root)
    .map(({ path }) => path)
    .sort()

it('finds packages with all that they need, and leaves out what is not installed', () => {
  const root = makeTemporaryFolder()
  install(root, 'node_modules/pg', { 'pg-types': '*', 'pg-native': '*' })
  install(root, 'node_modules/pg-types')
  install(root, 'node_modules/unrelated')
  expect(pathsIn(['pg', 'sqlite-vec'], root)).toEqual(['node_modules/pg', 'node_modules/pg-types'])
})

it('keeps two versions of a package apart', () => {
  const root = makeTemporaryFolder()
  install(root, 'node_modules/a', { b: '1', c: '2' })
  install(root, 'node_modules/b')
  install(root, 'node_modules/c', { b: '2' })
  install(root, 'node_modules/c/node_modules/b')
  expect(findPackages(['a'], root)).toEqual([
    { path: 'node_modules/a', folder: join(root, 'node_modules/a') },
    { path: 'node_modules/b', folder: join(root, 'node_modules/b') },
    { path: 'node_modules/c', folder: join(root, 'node_modules/c') },
    { path: 'node_modules/c/node_modules/b', folder: join(root, 'node_modules/c/node_modules/b') },
  ])
})

it('follows the links of a package manager that keeps packages elsewhere', () => {
  const root = makeTemporaryFolder()
  const store = 'node_modules/.store/a@1/node_modules'
  install(root, `${store}/a`, { b: '1' })
  install(root, `${store}/b`)
  const link = join(root, 'node_modules', 'a')
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join(root, store, 'a'), link)
  expect(pathsIn(['a'], root)).toEqual(['node_modules/a', 'node_modules/b'])
})

it('ends where packages need each other', () => {
  const root = makeTemporaryFolder()
  install(root, 'node_modules/a', { b: '1' })
  install(root, 'node_modules/b', { a: '1' })
  expect(pathsIn(['a'], root)).toEqual(['node_modules/a', 'node_modules/b'])
})

it('reads nothing of what commands compiled, which changes meanwhile', () => {
  const root = makeTemporaryFolder()
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  write('package.json', JSON.stringify({ name: 'throughline', version: '1.2.3' }))
  write('bin/throughline.js', '')
  write('dist/entry/cli/main.cjs', '')
  write('dist/.compiled/v24/list/main.cjs', '')
  // Larger than a file may be to be read at once.
  truncateSync(join(root, 'dist/.compiled/v24/list/main.cjs'), 3 * 1024 ** 3)
  const { files } = readProgram(root, root)
  expect([...files.keys()].sort()).toEqual([
    'bin/throughline.js',
    'dist/entry/cli/main.cjs',
    'package.json',
  ])
})
