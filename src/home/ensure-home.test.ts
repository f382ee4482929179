import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ThroughlineError } from '../contract/errors.ts'
import { ensureHome } from './ensure-home.ts'

describe('making the home folder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'throughline-home-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('makes every folder for its owner only, and is idempotent', () => {
    const root = join(folder, 'deep', 'home')
    ensureHome(root)
    const paths = ensureHome(root)
    expect(readdirSync(root).sort()).toEqual(['backups', 'bin', 'logs', 'run', 'spool'])
    for (const made of [root, paths.spool, paths.rejected, paths.run]) {
      expect(statSync(made).mode & 0o777).toBe(0o700)
    }
  })

  it('tightens a root that others could read', () => {
    const root = join(folder, 'home')
    ensureHome(root)
    chmodSync(root, 0o755)
    ensureHome(root)
    expect(statSync(root).mode & 0o777).toBe(0o700)
  })

  it('says what to do when a file is in its place', () => {
    const root = join(folder, 'home')
    writeFileSync(root, '')
    expect(() => ensureHome(root)).toThrow(
      expect.objectContaining({ code: 'unreadable-home', message: `${root} is not a folder` }),
    )
    expect(() => ensureHome(join(root, 'below'))).toThrow(ThroughlineError)
  })

  it('says so when the place cannot be written', () => {
    expect(() => ensureHome('/proc/throughline')).toThrow(
      expect.objectContaining({ code: 'unreadable-home', hint: expect.stringContaining('HOME') }),
    )
  })
})
