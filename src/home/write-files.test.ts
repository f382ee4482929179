import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeFileAtomically } from './write-files.ts'

describe('writing a file atomically', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'throughline-write-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('makes a new file private and replaces an old one whole', () => {
    const file = join(folder, 'config.json')
    writeFileAtomically(file, 'first, and longer')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    writeFileAtomically(file, 'second')
    expect(readFileSync(file, 'utf8')).toBe('second')
    expect(readdirSync(folder)).toEqual(['config.json'])
  })

  it('keeps the permissions the file had, unless told others', () => {
    const file = join(folder, 'settings.json')
    writeFileSync(file, '{}')
    chmodSync(file, 0o664)
    writeFileAtomically(file, '{"a":1}')
    expect(statSync(file).mode & 0o777).toBe(0o664)
    writeFileAtomically(file, '{"a":1}', { mode: 0o700 })
    expect(statSync(file).mode & 0o777).toBe(0o700)
  })

  it('changes what a symbolic link points to and leaves the link', () => {
    const target = join(folder, 'dotfiles.json')
    const link = join(folder, 'settings.json')
    writeFileSync(target, 'old')
    symlinkSync(target, link)
    writeFileAtomically(link, 'new')
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(readFileSync(target, 'utf8')).toBe('new')
  })

  it('dates the file as asked', () => {
    const file = join(folder, 'policy')
    writeFileAtomically(file, '', { modifiedAt: new Date('2024-05-06T07:08:09Z') })
    expect(statSync(file).mtime.toISOString()).toBe('2024-05-06T07:08:09.000Z')
  })

  it('leaves the target and no temporary file when it cannot replace it', () => {
    const file = join(folder, 'occupied')
    mkdirSync(join(file, 'inside'), { recursive: true })
    expect(() => writeFileAtomically(file, 'text')).toThrow()
    expect(readdirSync(folder)).toEqual(['occupied'])
  })
})
