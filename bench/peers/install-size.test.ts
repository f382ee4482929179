import { linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeTemporaryFolder } from '../../test/support/homes/temporary-folder.ts'
import { installSizeOf } from './install-size.ts'

it('counts a file with two names once', () => {
  const folder = makeTemporaryFolder()
  const modules = join(folder, 'node_modules')
  const lock = JSON.stringify({ packages: { 'node_modules/bun': { version: '1.4.4' } } })
  mkdirSync(join(modules, 'bun'), { recursive: true })
  writeFileSync(join(modules, '.package-lock.json'), lock)
  writeFileSync(join(modules, 'bun/bun'), 'x'.repeat(1_000))
  linkSync(join(modules, 'bun/bun'), join(modules, 'bun/bunx'))

  const { version, packages, megabytes } = installSizeOf(folder, 'bun')

  expect({ version, packages }).toEqual({ version: '1.4.4', packages: 1 })
  expect(megabytes * 1e6).toBeCloseTo(1_000 + lock.length, 6)
})
