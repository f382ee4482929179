import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGitSandbox, type GitSandbox } from '../../../../test/support/homes/git-sandbox.ts'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'
import { openLocal } from '../../../compose/local.ts'

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
  it('says that there are no findings', async () => {
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

  it('says so if the wiki has no answer', async () => {
    const run = await cli('wiki', 'query', 'which zebra sleeps', '--global')
    expect(run.stdout).toBe('The global wiki says nothing about this; try throughline recall.\n')
  })
})

describe('place', () => {
  let world: World
  let sandbox: GitSandbox
  let root: string

  beforeEach(() => {
    world = createWorld()
    sandbox = createGitSandbox()
    root = sandbox.makeRepository('shop', 'https://github.com/acme/shop.git')
  })

  afterEach(async () => {
    await world.close()
    sandbox.remove()
  })

  const cli = (...args: string[]) => runCli(world, args, { cwd: root })
  const pages = () => join(root, '.throughline', 'wiki')

  function save(path: string, text: string): void {
    const file = join(pages(), path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  async function build() {
    const local = await openLocal({ root: world.paths.root, userHome: world.paths.root, env: {} })
    try {
      const given = { folder: root, global: false, all: false, whole: false, held: 'keep' } as const
      const { wikis } = await local.operations.buildWiki(given)
      return wikis[0]
    } finally {
      local.close()
    }
  }

  const theirs = '# Other\n\n## Facts\n\n- Carts expire at night *(fact, 2025-01-02)* ^0123456789\n'

  describe('wiki enable --in-repo', () => {
    it('says where the pages are, and prints a pre-commit hook line without installing it', async () => {
      const run = await cli('wiki', 'enable', '--in-repo')
      expect(run).toMatchObject({ code: 0, stderr: '' })
      expect(run.stdout).toContain(`The wiki of shop is in ${pages()}\n`)
      expect(run.stdout).toContain('  throughline wiki check || exit 1\n')
      expect(existsSync(join(root, '.git', 'hooks', 'pre-commit'))).toBe(false)
      expect(existsSync(pages())).toBe(false)
    })

    it('builds in the repository from then on, until it is disabled; pages stay', async () => {
      await cli('remember', 'Cart totals are kept in cents')
      await cli('wiki', 'enable', '--in-repo')
      expect(await build()).toMatchObject({ isInRepository: true, location: pages() })
      const page = join(pages(), 'concepts', 'everything-else.md')
      expect(readFileSync(page, 'utf8')).toContain('Cart totals are kept in cents')
      const run = await cli('wiki', 'disable', '--in-repo')
      expect(run.stdout).toContain('stay, and are neither read nor written')
      await cli('remember', 'Tax is added at the very end')
      expect(await build()).toMatchObject({ isInRepository: false })
      expect(readFileSync(page, 'utf8')).not.toContain('Tax')
    })

    it('is built on request, not by the daemon; erased text leaves the pages', async () => {
      await cli('remember', 'Cart totals are kept in cents')
      await cli('wiki', 'enable', '--in-repo')
      const local = await openLocal({ root: world.paths.root, userHome: world.paths.root, env: {} })
      const [project] = await local.store.projects.list()
      await local.wikis.build(project?.id ?? '')
      local.close()
      expect(existsSync(pages())).toBe(false)
      await build()
      const page = join(pages(), 'concepts', 'everything-else.md')
      expect(readFileSync(page, 'utf8')).toContain('cents')
      const [, id = ''] = /"id": "([^"]+)"/.exec((await cli('list', '--json')).stdout) ?? []
      expect(await cli('delete', id, '--yes')).toMatchObject({ code: 0 })
      expect(readFileSync(page, 'utf8')).not.toContain('cents')
    })

    it('is the user’s choice: a clone that contains a wiki does nothing without it', async () => {
      save('concepts/everything-else.md', theirs)
      await cli('remember', 'Cart totals are kept in cents')
      await build()
      expect((await cli('list', '--json')).stdout).not.toContain('Carts expire')
      expect((await cli('review', '--json')).stdout).not.toContain('Carts expire')
      expect(readFileSync(join(pages(), 'concepts', 'everything-else.md'), 'utf8')).toBe(theirs)
    })

    it('shows a teammate’s statement in review, as one from the repository’s wiki', async () => {
      save('concepts/everything-else.md', theirs)
      await cli('wiki', 'enable', '--in-repo')
      await build()
      const { stdout } = await cli('review', '--json')
      expect(stdout).toContain('Carts expire at night')
      expect(stdout).toContain('From the repository’s wiki')
      expect((await cli('context')).stdout).not.toContain('Carts expire')
    })

    it('keeps the memory of a removed statement until it is confirmed', async () => {
      await cli('remember', 'Cart totals are kept in cents')
      await cli('remember', 'Tax is added at the very end')
      await cli('wiki', 'enable', '--in-repo')
      await build()
      const page = join(pages(), 'concepts', 'everything-else.md')
      const lines = readFileSync(page, 'utf8').split('\n')
      writeFileSync(page, lines.filter((line) => !line.includes('Tax')).join('\n'))
      expect((await cli('wiki', 'build')).stdout).toContain('1 removed statement waits for you:\n')
      expect((await cli('list')).stdout).toContain('Tax is added')
    })

    it('needs a repository', async () => {
      const run = await runCli(world, ['wiki', 'enable', '--in-repo'], {
        cwd: sandbox.makeFolder('plain'),
      })
      expect(run.code).not.toBe(0)
      expect(run.stderr).toContain('the project is in no repository')
    })
  })

  describe('wiki check', () => {
    it('passes clean pages, and a repository without any', async () => {
      expect(await cli('wiki', 'check')).toMatchObject({ code: 0, stdout: '' })
      save('concepts/everything-else.md', theirs)
      expect(await cli('wiki', 'check')).toMatchObject({ code: 0, stdout: '' })
    })

    it('says so on a terminal, and counts the findings', async () => {
      const check = () => runCli(world, ['wiki', 'check'], { cwd: root, isTerminal: true })
      const clean = 'No secrets on the pages in this repository.\n'
      expect(await check()).toMatchObject({ code: 0, stdout: clean, stderr: '' })
      save('concepts/a.md', key)
      expect((await check()).stdout).toMatch(/\n1 finding\.\n$/)
    })

    it('fails with file and line for a secret, even one of several lines', async () => {
      save('concepts/a.md', `# A\n\n- The key is AKIA${'Z7Q3M5N8P2R4T6V9'} ^0123456789\n`)
      save('concepts/b.md', '# B\n\nKeep this:\n\n<private>\nthe plan\n</private>\n')
      const run = await cli('wiki', 'check')
      expect(run.code).toBe(1)
      expect(run.stdout).toContain('.throughline/wiki/concepts/a.md:3: looks like a secret')
      expect(run.stdout).toMatch(/\.throughline\/wiki\/concepts\/b\.md:[56]: /)
    })

    const key = `# A\n\n- The key is AKIA${'Z7Q3M5N8P2R4T6V9'} ^0123456789\n`
    const stage = () => sandbox.git(root, 'add', '--all')

    it('finds a staged secret even if the file has none any more or is gone', async () => {
      save('concepts/a.md', key)
      stage()
      save('concepts/a.md', '# A\n')
      const staged =
        '.throughline/wiki/concepts/a.md:3: looks like a secret, or is marked as private'
      expect((await cli('wiki', 'check')).stdout).toContain(`${staged} (as staged)\n`)
      rmSync(pages(), { recursive: true })
      expect(await cli('wiki', 'check')).toMatchObject({ code: 1 })
      stage()
      expect(await cli('wiki', 'check')).toMatchObject({ code: 0, stdout: '' })
    })

    it('reports a secret in file and index once, and reads packed objects', async () => {
      save('concepts/a.md', key)
      stage()
      sandbox.git(root, 'commit', '--quiet', '--message=oops')
      sandbox.git(root, 'gc', '--quiet')
      expect((await cli('wiki', 'check')).stdout).toMatch(
        /^\S+:3: looks like a secret[^\n]*\n1 finding/,
      )
      rmSync(pages(), { recursive: true })
      expect((await cli('wiki', 'check')).stdout).toContain('(as staged)')
    })

    it('reads the index that git gives to a hook', async () => {
      save('concepts/a.md', key)
      stage()
      rmSync(pages(), { recursive: true })
      renameSync(join(root, '.git', 'index'), join(root, '.git', 'next-index'))
      expect(await cli('wiki', 'check')).toMatchObject({ code: 0 })
      const env = { GIT_INDEX_FILE: '.git/next-index' }
      expect(await runCli(world, ['wiki', 'check'], { cwd: root, env })).toMatchObject({ code: 1 })
    })

    it('does not pass what it cannot read: a link, or a split index', async () => {
      mkdirSync(pages(), { recursive: true })
      symlinkSync('/etc/passwd', join(pages(), 'a.md'))
      stage()
      rmSync(join(pages(), 'a.md'))
      expect((await cli('wiki', 'check')).stdout).toContain('a.md:1: it cannot be checked')
      sandbox.git(root, 'update-index', '--split-index')
      expect((await cli('wiki', 'check')).stdout).toContain('what is staged cannot be checked')
    })
  })
})
