import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

const cli = (...args: string[]) => runCli(world, args)
const folder = () => join(world.paths.wiki, 'global')
const read = () => {
  const files = globSync('concepts/*.md', { cwd: folder() }).map((name) => join(folder(), name))
  return files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
}
const pageWith = (words: string) =>
  vi.waitFor(
    () => {
      const page = read().find(({ text }) => text.includes(words))
      if (!page) throw new Error(`no page has "${words}" yet`)
      return page
    },
    { timeout: 10_000, interval: 50 },
  )

it('wiki watch builds, takes over edits and new memories, and ends when interrupted', async () => {
  await cli('remember', 'Cart totals are kept in cents', '--scope', 'global')
  const watching = cli('wiki', 'watch', '--global')
  const { file, text } = await pageWith('kept in cents')
  writeFileSync(file, text.replace('in cents', 'in euros'))
  await vi.waitFor(
    async () => {
      const { stdout } = await cli('list', '--scope', 'global')
      expect(stdout).toContain('Cart totals are kept in euros')
    },
    { timeout: 10_000, interval: 100 },
  )
  await cli('remember', 'Tax is added at the very end', '--scope', 'global')
  await pageWith('Tax is added')
  process.emit('SIGINT')
  const { stdout, stderr } = await watching
  expect(stderr).toBe('')
  expect(stdout).toContain('  changed  Cart totals are kept in euros\n')
})
