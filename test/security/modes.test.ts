/** Folders we make in a project follow the umask but are never world-writable. */
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorld, type World } from '../support/homes/world.ts'
import { spawnCli } from '../support/processes/cli.ts'

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

/** Everything below a folder with its permissions. */
function modesIn(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.git/') && name !== '.git')
    .map((name): [string, string] => [
      name,
      (statSync(join(folder, name)).mode & 0o777).toString(8),
    ])
    .sort()
}

test.each([
  [0o000, { folder: '775', file: '664' }],
  [0o022, { folder: '755', file: '644' }],
  [0o077, { folder: '700', file: '600' }],
])('with umask %o a marker and the settings of an agent are no wider', async (mask, most) => {
  const plain = world.path('plain')
  const before = process.umask(mask)
  try {
    mkdirSync(plain, { mode: 0o755 })
    const remembered = await spawnCli(world, ['remember', 'Tea is at four'], { cwd: plain })
    expect(remembered).toMatchObject({ code: 0 })
    const args = ['setup', '--project', '--host', 'claude-code', 'opencode', '--yes']
    expect(await spawnCli(world, args, { cwd: plain })).toMatchObject({ code: 0 })
  } finally {
    process.umask(before)
  }
  const modes = Object.fromEntries(modesIn(plain))
  expect(modes['.throughline']).toBe(most.folder)
  expect(modes['.throughline/project.json']).toBe(most.file)
  expect(modes['.claude']).toBe(most.folder)
  for (const [name, mode] of Object.entries(modes)) {
    expect(Number.parseInt(mode, 8) & 0o002, name).toBe(0)
  }
})
