import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import type { WikiFolder } from '../../core/ports/wiki.ts'
import { realDisk } from './disk.ts'
import { openWikiFolder } from './wiki-folder.ts'

let root: string
let folder: WikiFolder
beforeEach(() => {
  root = join(makeTemporaryFolder(), 'wiki')
  folder = openWikiFolder(root)
})

const pathsIn = async () => (await folder.list()).map(({ path }) => path)

test('pages are written, listed in order, read and removed', async () => {
  expect(await folder.list()).toEqual([])
  expect(await folder.read('index.md')).toEqual({ kind: 'missing' })
  const fingerprint = await folder.write('index.md', '# Index\n', undefined)
  await folder.write('concepts/a.md', '# A\n', undefined)
  await folder.settle()
  expect(await pathsIn()).toEqual(['concepts/a.md', 'index.md'])
  expect(await folder.read('index.md')).toEqual({ kind: 'text', text: '# Index\n', fingerprint })
  expect(await folder.remove('index.md', '# Index\n')).toBe(true)
  expect(await folder.remove('index.md', '# Index\n')).toBe(true)
  expect(await pathsIn()).toEqual(['concepts/a.md'])
})

test('the fingerprint of a written page is the one that the list shows', async () => {
  const fingerprint = await folder.write('a.md', 'one', undefined)
  expect(await folder.list()).toEqual([{ path: 'a.md', bytes: 3, fingerprint }])
  writeFileSync(join(root, 'a.md'), 'two')
  expect((await folder.list())[0]?.fingerprint).not.toBe(fingerprint)
})

test('a page that somebody changed meanwhile is neither replaced nor removed', async () => {
  await folder.write('a.md', 'one', undefined)
  writeFileSync(join(root, 'a.md'), 'edited')
  expect(await folder.write('a.md', 'two', 'one')).toBeUndefined()
  expect(await folder.write('a.md', 'two', undefined)).toBeUndefined()
  expect(await folder.remove('a.md', 'one')).toBe(false)
  expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe('edited')
  expect(readdirSync(root)).toEqual(['a.md'])
})

test.each([
  '../outside.md',
  'concepts/../../outside.md',
  '/etc/passwd.md',
  'C:\\x.md',
  'a\\..\\..\\x.md',
  'concepts//x.md',
  './x.md',
  '.state/x.md',
  'x.txt',
  'x\0.md',
  '',
])('%j is no page', async (path) => {
  await expect(folder.read(path)).rejects.toThrow('is not a page of the wiki')
  await expect(folder.write(path, 'x', undefined)).rejects.toThrow('is not a page of the wiki')
  await expect(folder.append(path, 'x')).rejects.toThrow('is not a page of the wiki')
})

test('a link leads nowhere: no linked page is read, no linked folder is written to', async () => {
  const outside = makeTemporaryFolder()
  writeFileSync(join(outside, 'secret.md'), 'secret')
  mkdirSync(root)
  symlinkSync(outside, join(root, 'concepts'))
  symlinkSync(join(outside, 'secret.md'), join(root, 'a.md'))
  expect(await folder.list()).toEqual([])
  expect(await folder.read('a.md')).toEqual({ kind: 'unreadable', why: 'not-regular' })
  await expect(folder.read('concepts/secret.md')).rejects.toThrow('is not a page')
  await expect(folder.write('concepts/b.md', 'x', undefined)).rejects.toThrow('is not a page')
  expect(await folder.write('a.md', 'x', undefined)).toBeUndefined()
  await folder.append('a.md', 'x\n')
  expect(readdirSync(outside)).toEqual(['secret.md'])
  expect(readFileSync(join(outside, 'secret.md'), 'utf8')).toBe('secret')
})

test('a page of 50 MB is not read', async () => {
  mkdirSync(root)
  writeFileSync(join(root, 'a.md'), '')
  truncateSync(join(root, 'a.md'), 50 * 1024 * 1024)
  expect(await folder.read('a.md')).toEqual({ kind: 'unreadable', why: 'too-large' })
})

test('a write that is cut short leaves the old page, and the next list clears away the rest', async () => {
  await folder.write('a.md', 'one', undefined)
  const failing = openWikiFolder(root, {
    ...realDisk,
    rename: () => Promise.reject(new Error('killed')),
  })
  await expect(failing.write('a.md', 'two', 'one')).rejects.toThrow('killed')
  expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe('one')
  expect(readdirSync(root)).toHaveLength(2)
  expect(await pathsIn()).toEqual(['a.md'])
  expect(readdirSync(root)).toEqual(['a.md'])
})

test('lines that several append at once do not mix', async () => {
  const line = (n: number) => `${String(n).repeat(2_000)}\n`
  await Promise.all([1, 2, 3, 4, 5, 6].map((n) => folder.append('log.md', line(n))))
  const lines = readFileSync(join(root, 'log.md'), 'utf8').trimEnd().split('\n')
  expect(lines.toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((n) => line(n).trimEnd()))
})

test('hidden files and files of other kinds are no pages', async () => {
  await folder.write('a.md', 'one', undefined)
  mkdirSync(join(root, '.obsidian'))
  writeFileSync(join(root, '.obsidian', 'x.md'), '')
  writeFileSync(join(root, 'picture.png'), '')
  expect(await pathsIn()).toEqual(['a.md'])
  expect(existsSync(join(root, '.obsidian', 'x.md'))).toBe(true)
})
