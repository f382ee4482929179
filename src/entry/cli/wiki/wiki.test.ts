import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'

let world: World

beforeEach(async () => {
  world = createWorld()
  await cli('remember', 'Cart totals are kept in cents', '--scope', 'global')
})

afterEach(() => world.close())

const cli = (...args: string[]) => runCli(world, args)

function save(path: string, text: string): void {
  const file = join(world.paths.root, 'wiki', 'global', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

describe('wiki lint', () => {
  it('says that there is nothing to say', async () => {
    expect(await cli('wiki', 'lint', '--global')).toMatchObject({
      code: 0,
      stdout: 'The global wiki has no findings.\n',
    })
  })

  it('lists findings by page and line, and fails for CI', async () => {
    await cli('wiki', 'lint', '--global')
    save('notes.md', '# Notes\n\nSee [[nowhere|that]].\n')
    const run = await cli('wiki', 'lint', '--global')
    expect(run.code).toBe(1)
    expect(run.stdout).toBe(
      [
        'notes.md:1: orphan: no page links to it',
        'notes.md:3: broken link: [[nowhere]] leads to no page',
        'The global wiki has 2 findings.',
        'throughline wiki lint --fix repairs 1.',
        '',
      ].join('\n'),
    )
  })

  it('repairs what it can', async () => {
    await cli('wiki', 'lint', '--global')
    save('notes.md', '# Notes\n\nSee [[nowhere|that]].\n')
    const run = await cli('wiki', 'lint', '--global', '--fix')
    expect(run.stdout).toMatch(/^Repaired 1 link\.\n.*\nThe global wiki has 1 finding\.\n/)
  })
})

describe('wiki query', () => {
  it('answers with statements and where they are', async () => {
    const run = await cli('wiki', 'query', 'how', 'are', 'cart', 'totals', 'kept', '--global')
    expect(run.stdout).toMatch(
      /^- Cart totals are kept in cents\n {2}concepts\/\S+\.md#\^[0-9a-f]{10}\n$/,
    )
  })

  it('keeps the answer as a page', async () => {
    const run = await cli('wiki', 'query', 'how are cart totals kept', '--global', '--keep')
    expect(run.stdout).toContain('\nKept as questions/how-are-cart-totals-kept.md in ')
  })

  it('says so when the wiki does not know', async () => {
    const run = await cli('wiki', 'query', 'which zebra sleeps', '--global')
    expect(run.stdout).toBe('The global wiki says nothing about this; try throughline recall.\n')
  })
})
