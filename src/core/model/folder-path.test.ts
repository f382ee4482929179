import { describe, expect, test } from 'vitest'
import {
  ancestorsOf,
  comparablePath,
  folderName,
  isSameFolder,
  isWithin,
  projectPath,
} from './folder-path.ts'

describe('folder paths', () => {
  test.each([
    ['/a/b/', '/a/b'],
    ['/a//b/./c/..', '/a/b'],
    ['/', '/'],
    ['C:\\Code\\App\\', 'c:/Code/App'],
    ['\\\\server\\share\\app', '//server/share/app'],
    ['\\\\?\\C:\\Code\\App', 'c:/Code/App'],
    ['\\\\.\\C:\\Code', 'c:/Code'],
    ['//?/C:/Code/App', 'c:/Code/App'],
    ['\\\\?\\UNC\\server\\share\\app', '//server/share/app'],
    ['\\\\server\\share\\..\\..\\app', '//server/share/app'],
    ['C:/Code\\App/..\\Lib', 'c:/Code/Lib'],
    ['C:', 'c:/'],
    ['/a\\b', '/a\\b'],
    ['/caf\u0065\u0301', '/caf\u00e9'],
  ])('%j compares as %j', (path, expected) => {
    expect(comparablePath(path)).toBe(expected)
  })

  test('a folder is within itself and its ancestors, not within one with a similar name', () => {
    expect(isWithin('/a/b', '/a/b')).toBe(true)
    expect(isWithin('/a/b/c', '/a/b')).toBe(true)
    expect(isWithin('/a/b', '/')).toBe(true)
    expect(isWithin('/a/bc', '/a/b')).toBe(false)
    expect(isWithin('/a', '/a/b')).toBe(false)
  })

  test('only Windows paths ignore case', () => {
    expect(isSameFolder('C:\\Code', 'c:/code')).toBe(true)
    expect(isSameFolder('/Code', '/code')).toBe(false)
  })

  test('ancestors come nearest first and end at the root', () => {
    expect([...ancestorsOf('/a/b')]).toEqual(['/a/b', '/a', '/'])
    expect([...ancestorsOf('C:\\a\\b')]).toEqual(['C:\\a\\b', 'C:\\a', 'C:\\'])
    expect([...ancestorsOf('\\\\?\\C:\\a')]).toEqual(['\\\\?\\C:\\a', '\\\\?\\C:\\'])
  })

  test('a network share is a root: nothing is searched above it', () => {
    const share = '\\\\server\\share'
    expect([...ancestorsOf(`${share}\\app`)]).toEqual([`${share}\\app`, share])
    expect([...ancestorsOf(`${share}\\`)]).toEqual([`${share}\\`])
    const long = '\\\\?\\UNC\\server\\share'
    expect([...ancestorsOf(`${long}\\app`)]).toEqual([`${long}\\app`, long])
  })

  test('a path is the same folder in every spelling that Windows has for it', () => {
    const spellings = ['C:\\Code\\App', 'c:/code/app/', '\\\\?\\C:\\CODE\\App', '//?/c:/Code/App']
    for (const one of spellings) {
      for (const other of spellings) expect(isSameFolder(one, other)).toBe(true)
      expect(isWithin(`${one}\\src`, 'C:\\code')).toBe(true)
    }
    expect(isSameFolder('\\\\?\\UNC\\Server\\Share', '\\\\server\\share\\')).toBe(true)
  })

  test('the name is the last part', () => {
    expect(folderName('/a/b/')).toBe('b')
    expect(folderName('C:\\a\\b')).toBe('b')
    expect(folderName('/')).toBe('')
  })
})

test.each([
  ['/code/widgets/src/a.ts', '/code/widgets', 'src/a.ts'],
  ['/code/widgets/src/../b.ts', '/code/widgets/', 'b.ts'],
  ['C:\\code\\widgets\\src\\a.ts', 'c:/code/Widgets', 'src/a.ts'],
  ['\\\\?\\C:\\code\\widgets\\src\\a.ts', 'C:\\Code\\Widgets', 'src/a.ts'],
  ['src\\a.ts', 'C:\\code\\widgets', 'src/a.ts'],
  ['.\\src\\a.ts', 'C:\\code\\widgets', 'src/a.ts'],
  ['src\\a.ts', '/code/widgets', 'src\\a.ts'],
  ['./src/a.ts', '/code/widgets', 'src/a.ts'],
  ['src/a.ts', '/code/widgets', 'src/a.ts'],
  ['/code/gadgets/a.ts', '/code/widgets', '/code/gadgets/a.ts'],
  ['/code/widgets-old/a.ts', '/code/widgets', '/code/widgets-old/a.ts'],
  ['/code/widgets', '/code/widgets', '/code/widgets'],
  ['/code/widgets/a.ts', undefined, '/code/widgets/a.ts'],
])('%s in %s is %s', (file, root, path) => {
  expect(projectPath(file, root)).toBe(path)
})
