import { globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

const cli = (...args: string[]) => runCli(world, args, { cwd: world.project })
const remember = (content: string) => cli('remember', content)
const folder = () => join(world.paths.root, 'wiki', 'widgets')
const pageOf = (name: string) => join(folder(), 'concepts', name)
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, 'utf8')))
const contents = async () =>
  JSON.parse((await cli('list', '--json')).stdout)
    .memories.map(({ content }: { content: string }) => content)
    .sort()

describe('wiki build', () => {
  it('writes the pages of this project, says where they are, and writes nothing twice', async () => {
    await remember('Cart totals are kept in cents')
    const first = await cli('wiki', 'build')
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toBe(`The wiki of widgets: 2 pages written\n${folder()}\n`)
    expect(readdirSync(join(folder(), 'concepts'))).toEqual(['everything-else.md'])
    const again = await cli('wiki', 'build')
    expect(again.stdout).toBe(`The wiki of widgets: up to date\n${folder()}\n`)
  })

  it('takes over edits, and says what they became', async () => {
    await remember('Cart totals are kept in cents')
    await cli('wiki', 'build')
    edit(pageOf('everything-else.md'), (text) => text.replace('in cents', 'in euros'))
    const { stdout } = await cli('wiki', 'build')
    expect(stdout).toContain('  changed  Cart totals are kept in euros\n')
    expect(await contents()).toEqual(['Cart totals are kept in euros'])
  })
})

describe('wiki status and wiki diff', () => {
  it('show pending edits, and change nothing', async () => {
    for (const args of [['wiki'], ['wiki', 'status']]) {
      expect((await cli(...args)).stdout).toBe('There is nothing to write pages about yet.\n')
    }
    await remember('Cart totals are kept in cents')
    await cli('wiki', 'build')
    expect((await cli('wiki', 'diff')).stdout).toBe('The wiki of widgets is up to date.\n')
    edit(pageOf('everything-else.md'), (text) => text.replace('in cents', 'in euros'))
    await remember('Tax is added at the very end')
    expect((await cli('wiki', 'status')).stdout).toBe(
      [
        'widgets: 2 pages, 1 statement, built just now',
        `  ${folder()}`,
        '  1 memory change not on the pages yet',
        '  edited: concepts/everything-else.md',
        '',
      ].join('\n'),
    )
    const { stdout } = await cli('wiki', 'diff')
    expect(stdout).toContain(
      [
        'Edits that would become memories:',
        '  revise on concepts/everything-else.md',
        '    - Cart totals are kept in cents',
        '    + Cart totals are kept in euros',
      ].join('\n'),
    )
    expect(await contents()).toContain('Cart totals are kept in cents')
  })
})

describe('wiki apply', () => {
  const words = ['river', 'copper', 'violin', 'harbour', 'engine', 'lantern']
  beforeEach(async () => {
    for (const word of words) await remember(`The ${word} service listens on ${word}.internal`)
    await cli('wiki', 'build')
    for (const name of readdirSync(join(folder(), 'concepts'))) rmSync(pageOf(name))
  })

  it('forgets what was removed, once confirmed', async () => {
    const { stdout } = await cli('wiki', 'build')
    expect(stdout).toContain('6 removed statements wait for you:\n')
    expect(await contents()).toHaveLength(6)
    const applied = await cli('wiki', 'apply')
    expect(applied.stdout).toContain('Forgot 6 memories; throughline list --forgotten shows them.')
    expect(await contents()).toEqual([])
  })

  it('or restores it', async () => {
    await cli('wiki', 'build')
    await cli('wiki', 'apply', '--put-back')
    expect(await contents()).toHaveLength(6)
    const names = readdirSync(join(folder(), 'concepts'))
    const text = names.map((name) => readFileSync(pageOf(name), 'utf8')).join()
    expect(words.filter((word) => !text.includes(word))).toEqual([])
  })
})

describe('wiki open', () => {
  it('prints the folder', async () => {
    await remember('Cart totals are kept in cents')
    expect((await cli('wiki', 'open')).stdout).toBe(`${folder()}\n`)
  })
})

describe('watch', () => {
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
})
