import { describe, expect, it } from 'vitest'
import { homePaths, resolveHome } from './paths.ts'

describe('the home folder', () => {
  it('is ~/.throughline unless the environment names another', () => {
    expect(resolveHome({}, '/home/ann')).toBe('/home/ann/.throughline')
    expect(resolveHome({ THROUGHLINE_HOME: '' }, '/home/ann')).toBe('/home/ann/.throughline')
    expect(resolveHome({ THROUGHLINE_HOME: '/data/memory' }, '/home/ann')).toBe('/data/memory')
  })

  it('may be named with a tilde, which nobody expands in a settings file', () => {
    expect(resolveHome({ THROUGHLINE_HOME: '~/memory' }, '/home/ann')).toBe('/home/ann/memory')
  })

  it('is absolute even when named relatively', () => {
    expect(resolveHome({ THROUGHLINE_HOME: 'memory' }, '/home/ann')).toBe(`${process.cwd()}/memory`)
  })

  it('holds everything below its root', () => {
    const paths = homePaths('/data/memory')
    expect(paths.rejected).toBe('/data/memory/spool/rejected')
    expect(Object.values(paths).every((path) => path.startsWith('/data/memory'))).toBe(true)
  })
})
