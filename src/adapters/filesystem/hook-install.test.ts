import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { homePaths } from '../../home/paths.ts'
import { hookIsCurrent, installHook } from './hook-install.ts'

const targets = {
  node: '/opt/node',
  entry: '/opt/main.js',
  answering: ['claude-code/SessionStart'],
}

describe('installing the hook', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'throughline-install-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('writes an executable script for its owner only, once', () => {
    const paths = homePaths(join(folder, 'home'))
    expect(installHook(paths, targets)).toBe(true)
    expect(statSync(paths.hook).mode & 0o777).toBe(0o700)
    expect(installHook(paths, targets)).toBe(false)
    expect(readdirSync(paths.bin)).toEqual(['throughline-hook'])
  })

  it('renews a script that is out of date, edited or no longer executable', () => {
    const paths = homePaths(folder)
    installHook(paths, targets)
    expect(hookIsCurrent(paths, { ...targets, node: '/opt/node-25' })).toBe(false)
    expect(hookIsCurrent(paths, { ...targets, answering: [] })).toBe(false)
    chmodSync(paths.hook, 0o600)
    expect(installHook(paths, targets)).toBe(true)
    writeFileSync(paths.hook, 'exit 1')
    expect(installHook(paths, targets)).toBe(true)
    expect(hookIsCurrent(paths, targets)).toBe(true)
  })

  it.each(["it's", 'a b', '$(touch x)`y`', '"q" \\ \\\\', '$& $1 @node@', 'é\n漢'])(
    'quotes a path like %j for the shell',
    (name) => {
      const paths = homePaths(join(folder, name))
      installHook(paths, { ...targets, node: `/node/${name}`, entry: `/entry/${name}` })
      const assignments = readFileSync(paths.hook, 'utf8').match(
        /^home=[\s\S]*?(?=^answering=)/m,
      )?.[0]
      const script = `${assignments}printf '%s|' "$home" "$node" "$entry"`
      const read = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8', cwd: folder })
      expect(read).toBe(`${paths.root}|/node/${name}|/entry/${name}|`)
    },
  )

  it('lets no event name into the script that is more than a name', () => {
    const paths = homePaths(folder)
    installHook(paths, { ...targets, answering: ['claude-code/SessionStart', '*', "x' y"] })
    expect(readFileSync(paths.hook, 'utf8')).toContain("answering=' claude-code/SessionStart '")
  })
})
