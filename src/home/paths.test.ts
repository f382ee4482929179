import { describe, expect, it } from 'vitest'
import { commandForHome, homePaths } from './paths.ts'

describe('the home folder', () => {
  it('holds everything below its root', () => {
    const paths = homePaths('/data/memory')
    expect(paths.rejected).toBe('/data/memory/spool/rejected')
    expect(Object.values(paths).every((path) => path.startsWith('/data/memory'))).toBe(true)
  })
})

describe('command for home', () => {
  it.each([
    ['/home/ada/.throughline', 'linux', 'throughline dashboard'],
    ['/tmp/demo/home', 'linux', 'THROUGHLINE_HOME=/tmp/demo/home throughline dashboard'],
    ["/tmp/Ada's; rm", 'linux', "THROUGHLINE_HOME='/tmp/Ada'\\''s; rm' throughline dashboard"],
    ["C:\\Ada's", 'win32', "$env:THROUGHLINE_HOME='C:\\Ada''s'; throughline dashboard"],
  ] as const)('%s on %s', (root, platform, command) => {
    expect(commandForHome(root, '/home/ada', 'throughline dashboard', platform)).toBe(command)
  })
})
