import { describe, expect, it } from 'vitest'
import { homePaths } from './paths.ts'

describe('the home folder', () => {
  it('holds everything below its root', () => {
    const paths = homePaths('/data/memory')
    expect(paths.rejected).toBe('/data/memory/spool/rejected')
    expect(Object.values(paths).every((path) => path.startsWith('/data/memory'))).toBe(true)
  })
})
