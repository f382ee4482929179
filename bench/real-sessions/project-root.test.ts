import { describe, expect, test } from 'vitest'
import { findProjectRoot, moveInto } from './project-root.ts'
import { session, turn } from './sample-sessions.ts'

const reading = (...paths: string[]) =>
  session('one', {
    turns: [
      turn('Go on', {
        actions: paths.map((file_path) => ({
          tool: 'Read',
          input: { file_path },
          failed: false,
          output: '',
        })),
      }),
    ],
  })

describe('the folder of a session', () => {
  test('is the one called like the repository', () => {
    const files = ['/Users/dev/code/shop/api/main.go', '/Users/dev/code/shop/api/start.go']
    expect(findProjectRoot(reading(...files))).toBe('/Users/dev/code/shop')
  })

  test('is where the paths part if none is called like it', () => {
    const files = ['/home/dev/code/store/src/a.ts', '/home/dev/code/store/README.md']
    expect(findProjectRoot(reading(...files))).toBe('/home/dev/code/store')
  })

  test('is never a folder of sources', () => {
    const files = ['/home/dev/code/store/src/a.ts', '/home/dev/code/store/src/b.ts']
    expect(findProjectRoot(reading(...files))).toBe('/home/dev/code/store')
  })

  test('is the worktree if the session worked in one', () => {
    const files = ['/Users/dev/shop/.worktrees/3/cmd/a.go', '/Users/dev/shop/.worktrees/3/go.mod']
    expect(findProjectRoot(reading(...files))).toBe('/Users/dev/shop/.worktrees/3')
  })

  test('leaves out the settings of agents', () => {
    const files = ['/Users/dev/.claude/plans/a.md', '/Users/dev/shop/a.ts', '/Users/dev/shop/b.ts']
    expect(findProjectRoot(reading(...files))).toBe('/Users/dev/shop')
  })

  test('is unknown without absolute paths', () => {
    expect(findProjectRoot(reading('src/a.ts'))).toBeUndefined()
  })
})

describe('moving an input into another folder', () => {
  test('moves paths in every text and leaves others as they are', () => {
    const input = {
      command: 'cd /Users/dev/shop && cat /Users/dev/shop/a.ts /Users/dev/shopping/b.ts',
      files: ['/Users/dev/shop/c.ts'],
    }
    expect(moveInto('/p', '/Users/dev/shop', input)).toEqual({
      command: 'cd /p && cat /p/a.ts /Users/dev/shopping/b.ts',
      files: ['/p/c.ts'],
    })
  })

  test('knows the paths of Windows', () => {
    const input = { file_path: 'c:\\Users\\dev\\shop\\src\\a.py' }
    expect(moveInto('/p', 'c:/Users/dev/shop', input)).toEqual({ file_path: '/p/src/a.py' })
  })
})
