import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { realPath } from './real-path.ts'

let base: string

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'throughline-real-path-')))
  mkdirSync(join(base, 'app/src'), { recursive: true })
  symlinkSync(join(base, 'app'), join(base, 'link'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

test('links, dots and slashes at the end are resolved', async () => {
  const expected = { path: join(base, 'app/src'), exists: true }
  expect(await realPath(join(base, 'link/src'))).toEqual(expected)
  expect(await realPath(`${base}/app/./x/../src/`)).toEqual(expected)
})

test('a missing folder has the real path of its nearest ancestor', async () => {
  expect(await realPath(join(base, 'link/gone/deep'))).toEqual({
    path: join(base, 'app/gone/deep'),
    exists: false,
  })
})

test('links that lead in a circle, and paths that cannot be, are taken as they are', async () => {
  symlinkSync(join(base, 'b'), join(base, 'a'))
  symlinkSync(join(base, 'a'), join(base, 'b'))
  expect(await realPath(join(base, 'a'))).toEqual({ path: join(base, 'a'), exists: false })
  expect(await realPath(`${base}/\u0000`)).toEqual({ path: `${base}/\u0000`, exists: false })
  expect(await realPath('relative')).toEqual({ path: 'relative', exists: false })
})
