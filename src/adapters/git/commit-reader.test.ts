import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createGitSandbox, type GitSandbox } from '../../../test/support/homes/git-sandbox.ts'
import type { Commit, WalkOptions } from '../../core/ports/repository.ts'
import { createCommitReader } from './commit-reader.ts'

const { read, walk, findAncestors, sharedTips } = createCommitReader()
let sandbox: GitSandbox
let root: string

beforeEach(() => {
  sandbox = createGitSandbox()
  root = sandbox.makeRepository('app')
})
afterEach(() => sandbox.remove())

const git = (...args: string[]) => sandbox.git(root, ...args)
const idOf = (name: string) => git('rev-parse', name)

let day = 0
function commit(message: string, ...options: string[]): string {
  day += 1
  const date = new Date(Date.UTC(2026, 0, day)).toISOString()
  writeFileSync(join(root, 'log.txt'), `${message}\n`.repeat(100 + day))
  git('add', '.')
  const author = `--author=Ada Lovelace <ada${day}@example.com>`
  git('commit', '--quiet', '--allow-empty', author, `--date=${date}`, '-m', message, ...options)
  return idOf('HEAD')
}

/** Two branches that meet twice, and one that never comes back. */
function makeHistory(): { left: string; lonely: string } {
  for (const message of ['a', 'b', 'c']) commit(`feat: ${message}\n\nBecause of ${message}.`)
  git('switch', '--quiet', '-c', 'side')
  const left = commit('fix: on the side')
  git('switch', '--quiet', 'main')
  commit('fix: on main — with a dash, «quotes» and 日本')
  git('merge', '--quiet', '--no-edit', '-X', 'ours', 'side')
  git('switch', '--quiet', '-c', 'lonely', left)
  const lonely = commit('docs: nobody merges this')
  git('switch', '--quiet', 'main')
  commit('chore: last')
  return { left, lonely }
}

async function walked(options?: WalkOptions, head = idOf('HEAD'), folder = root) {
  const commits: Commit[] = []
  for await (const one of walk(join(folder, '.git'), head, options)) commits.push(one)
  return commits
}

/** What git itself says of the same commits. */
function logged(...args: string[]): Commit[] {
  const format = '--format=%H%x1f%P%x1f%an%x1f%ae%x1f%at%x1f%ct%x1f%B%x1e'
  const entries = git('log', '--date-order', format, ...args).split('\x1e')
  return entries.slice(0, -1).map((entry) => {
    const [id = '', parents = '', name = '', email = '', authored, committed, message = ''] = entry
      .trimStart()
      .split('\x1f')
    return {
      id,
      parents: parents.split(' ').filter((parent) => parent !== ''),
      author: { name, email },
      authoredAt: new Date(Number(authored) * 1_000),
      committedAt: new Date(Number(committed) * 1_000),
      message: message.trimEnd(),
    }
  })
}

const byId = (one: Commit, other: Commit) => one.id.localeCompare(other.id)
const plain = (commits: readonly Commit[]) =>
  commits
    .map(({ id, parents, author, authoredAt, committedAt, message }) => {
      return { id, parents, author, authoredAt, committedAt, message: message.trimEnd() }
    })
    .sort(byId)

async function expectAsGit(...args: string[]) {
  expect(plain(await walked())).toEqual(logged(...args).sort(byId))
}

describe('a history is read as git reads it', () => {
  test('from loose objects, from a pack with deltas, and from both', async () => {
    makeHistory()
    await expectAsGit()
    git('gc', '--quiet', '--aggressive', '--prune=now')
    await expectAsGit()
    commit('feat: after the pack')
    await expectAsGit()
  })

  test('from packs whose deltas name their base by its id', async () => {
    for (let version = 0; version < 20; version += 1) {
      commit(`feat: the same long message, version ${version}\n\n${'The same reason. '.repeat(99)}`)
    }
    git('-c', 'repack.useDeltaBaseOffset=false', 'repack', '-q', '-a', '-d', '-f')
    await expectAsGit()
  })

  test('from a pack that states its offsets in 64 bits', async () => {
    makeHistory()
    git('repack', '-q', '-a', '-d')
    const folder = join(root, '.git/objects/pack')
    const index = readdirSync(folder).find((name) => name.endsWith('.idx')) ?? ''
    rmSync(join(folder, index), { force: true })
    const pack = join(folder, index.replace('.idx', '.pack'))
    git('index-pack', '--index-version=2,0x20', pack)
    await expectAsGit()
  })

  test('from a repository whose ids are SHA-256', async () => {
    rmSync(join(root, '.git'), { recursive: true })
    git('init', '--quiet', '--initial-branch=main', '--object-format=sha256')
    makeHistory()
    await expectAsGit()
    expect((await read(join(root, '.git'), idOf('HEAD').slice(0, 8)))?.id).toBe(idOf('HEAD'))
  })

  test('from objects that a clone shares with another repository', async () => {
    makeHistory()
    const clone = sandbox.path('clone')
    git('clone', '--quiet', '--shared', root, clone)
    expect(existsSync(join(clone, '.git/objects/info/alternates'))).toBe(true)
    expect(await walked({}, idOf('HEAD'), clone)).toEqual(await walked())
  })

  test('with text in another encoding', async () => {
    git('config', 'i18n.commitEncoding', 'ISO-8859-1')
    const file = join(root, 'message.txt')
    writeFileSync(file, Buffer.from('fix: gr\u00fc\u00dfe', 'latin1'))
    git('commit', '--quiet', '--allow-empty', '-F', file)
    expect((await walked())[0]?.message).toBe('fix: grüße\n')
  })
})

describe('a walk', () => {
  test('leaves out what an earlier tip reaches, merged branches too', async () => {
    const { left, lonely } = makeHistory()
    const since = async (...except: string[]) => plain(await walked({ except }))
    for (const tip of [left, lonely, 'HEAD~1', 'HEAD~2', 'HEAD']) {
      const id = idOf(tip)
      expect(await since(id)).toEqual(logged('HEAD', `^${id}`).sort(byId))
    }
    expect(await since(left, idOf('HEAD~2'))).toEqual(
      logged('HEAD', `^${left}`, '^HEAD~2').sort(byId),
    )
    expect(await since('0'.repeat(40))).toHaveLength(logged().length)
  })

  test('reads no more than it may', async () => {
    makeHistory()
    expect(await walked({ mostCommits: 3 })).toHaveLength(3)
  })

  test('ends where a shallow clone does, and finds nothing in a folder without objects', async () => {
    makeHistory()
    const clone = sandbox.path('clone')
    git('clone', '--quiet', '--depth=2', `file://${root}`, clone)
    const ids = sandbox.git(clone, 'log', '--format=%H').split('\n')
    const found = await walked({}, idOf('HEAD'), clone)
    expect(found.map(({ id }) => id).sort()).toEqual(ids.sort())
    expect(await walked({}, idOf('HEAD'), sandbox.makeFolder('empty'))).toEqual([])
    expect(await walked({}, 'main')).toEqual([])
  })
})

describe('one commit', () => {
  test('is found by its whole id or the beginning of it', async () => {
    const { lonely } = makeHistory()
    for (const id of [lonely, lonely.slice(0, 7)]) {
      expect(await read(join(root, '.git'), id)).toMatchObject({
        id: lonely,
        message: 'docs: nobody merges this\n',
      })
    }
  })

  test.each(['', 'abc', 'main', '.*', '../..', '0'.repeat(40), '0'.repeat(7)])(
    'is not found by %j',
    async (id) => expect(await read(join(root, '.git'), id)).toBeUndefined(),
  )

  test('is not what a tree or a file is', async () => {
    makeHistory()
    expect(await read(join(root, '.git'), idOf('HEAD^{tree}'))).toBeUndefined()
    expect(await read(join(root, '.git'), idOf('HEAD:log.txt'))).toBeUndefined()
  })
})

describe('ancestors', () => {
  test('are told from commits of other branches, as by git', async () => {
    const { left, lonely } = makeHistory()
    const head = idOf('HEAD')
    const ids = [head, left, lonely, idOf('HEAD~3'), 'f'.repeat(40)]
    expect(await findAncestors(join(root, '.git'), head, ids)).toEqual(
      new Map([...[head, left, idOf('HEAD~3')].map((id) => [id, true] as const), [lonely, false]]),
    )
    expect(await findAncestors(join(root, '.git'), left, [head])).toEqual(new Map([[head, false]]))
  })

  test('stay open where the history is cut off', async () => {
    const { left, lonely } = makeHistory()
    const clone = sandbox.path('clone')
    git('clone', '--quiet', '--depth=1', '--no-single-branch', `file://${root}`, clone)
    const answers = await findAncestors(join(clone, '.git'), idOf('HEAD'), [lonely, left])
    expect(answers).toEqual(new Map())
  })
})

describe('what everyone merges into', () => {
  test('are the shared branches, whatever is checked out', async () => {
    makeHistory()
    const main = idOf('main')
    git('checkout', '--quiet', '-b', 'wip')
    git('commit', '--quiet', '--allow-empty', '--message=wip')
    expect(await sharedTips(join(root, '.git'))).toEqual([main])
  })

  test('is the default branch of the remote, of any name', async () => {
    git('commit', '--quiet', '--allow-empty', '--message=next')
    git('branch', '--quiet', '-m', 'next')
    const clone = sandbox.path('clone')
    git('clone', '--quiet', root, clone)
    sandbox.git(clone, 'checkout', '--quiet', '-b', 'wip')
    sandbox.git(clone, 'commit', '--quiet', '--allow-empty', '--message=wip')
    expect(await sharedTips(join(clone, '.git'))).toEqual([idOf('next')])
  })

  test('is the only branch, and nothing can be told of several', async () => {
    git('commit', '--quiet', '--allow-empty', '--message=next')
    git('branch', '--quiet', '-m', 'next')
    expect(await sharedTips(join(root, '.git'))).toEqual([idOf('next')])
    git('checkout', '--quiet', '-b', 'wip')
    git('commit', '--quiet', '--allow-empty', '--message=wip')
    expect(await sharedTips(join(root, '.git'))).toEqual([])
    expect(await sharedTips(sandbox.path('missing'))).toEqual([])
  })
})
