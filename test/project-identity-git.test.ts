/** Identity of git repositories, with the real git and the working directory a process has. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ProjectIdentity } from '../src/core/project/resolve.ts'
import { createProjectResolver, pathIdentity } from './support/core/project-resolver.ts'
import { createGitSandbox, type GitSandbox } from './support/homes/git-sandbox.ts'

type Resolver = ReturnType<typeof createProjectResolver>

let sandbox: GitSandbox
let resolve: Resolver['resolve']
let resolved: Resolver['resolved']
let identityOf: Resolver['identityOf']

beforeEach(() => {
  sandbox = createGitSandbox()
  ;({ resolve, resolved, identityOf } = createProjectResolver(sandbox))
})
afterEach(() => sandbox.remove())

describe('a repository with a remote', () => {
  test('is known by it, however it is written and wherever it is cloned', async () => {
    const one = sandbox.makeRepository('one', 'https://ada:secret@github.com/Acme/App.git')
    const two = sandbox.makeRepository('elsewhere/two', 'git@github.com:acme/app.git')
    expect(await resolved(one)).toEqual({
      identity: 'github.com/acme/app',
      kind: 'remote',
      name: 'app',
      root: one,
      branch: 'main',
      commit: sandbox.git(one, 'rev-parse', 'HEAD'),
      aliases: [pathIdentity(one)],
      overridden: [],
      notices: [],
      history: {
        commonDir: join(one, '.git'),
        head: sandbox.git(one, 'rev-parse', 'HEAD'),
        isShallow: false,
      },
    } satisfies ProjectIdentity)
    expect(await identityOf(two)).toBe('github.com/acme/app')
  })

  test('gets no marker, neither in its work tree nor in its git directory', async () => {
    const root = sandbox.makeRepository('app', 'git@github.com:acme/app.git')
    await resolve(root)
    expect(readdirSync(root)).toEqual(['.git'])
    expect(existsSync(join(root, '.git/throughline'))).toBe(false)
  })

  test('lends its identity to its worktrees, not to its submodules or nested repositories', async () => {
    const root = sandbox.makeRepository('app', 'git@github.com:acme/app.git')
    const tree = sandbox.path('tree')
    sandbox.git(root, 'worktree', 'add', '--quiet', '-b', 'feature', tree)
    expect(await resolved(tree)).toMatchObject({
      identity: 'github.com/acme/app',
      root: tree,
      branch: 'feature',
      aliases: [pathIdentity(root)],
    })
    const library = sandbox.makeRepository('library')
    sandbox.git(root, '-c', 'protocol.file.allow=always', 'submodule', 'add', library, 'lib')
    sandbox.git(join(root, 'lib'), 'remote', 'set-url', 'origin', 'git@github.com:acme/lib')
    expect(await identityOf(join(root, 'lib'))).toBe('github.com/acme/lib')
    const nested = sandbox.makeRepository('app/nested', 'git@github.com:acme/nested')
    expect(await identityOf(nested)).toBe('github.com/acme/nested')
    expect(await identityOf(root)).toBe('github.com/acme/app')
  })

  test('keeps its earlier identities as aliases when the remote came later', async () => {
    const folder = sandbox.makeFolder('app')
    const asFolder = await resolved(folder)
    sandbox.git(folder, 'init', '--quiet')
    expect(await identityOf(folder)).toBe(asFolder.identity)
    sandbox.git(folder, 'remote', 'add', 'origin', 'git@github.com:acme/app.git')
    expect(await resolved(folder)).toMatchObject({
      identity: 'github.com/acme/app',
      aliases: [asFolder.identity, pathIdentity(folder)],
    })
  })

  test('on this machine shares the path identity of that folder and shows no path', async () => {
    const origin = sandbox.makeRepository('origin')
    sandbox.git(sandbox.folder, 'clone', '--quiet', origin, 'clone')
    const clone = await resolved(sandbox.path('clone'))
    expect(clone).toMatchObject({ identity: pathIdentity(origin), kind: 'remote', name: 'origin' })
    expect((await resolved(origin)).aliases).toContain(clone.identity)
  })
})

describe('a repository without a remote', () => {
  test('is known by a marker its worktrees share and its status does not show', async () => {
    const root = sandbox.makeRepository('app')
    const tree = sandbox.path('tree')
    sandbox.git(root, 'worktree', 'add', '--quiet', tree)
    const fromTree = await resolved(tree)
    expect(fromTree).toMatchObject({ kind: 'marker', name: 'app', root: tree, branch: 'tree' })
    expect(await resolved(root)).toMatchObject({ identity: fromTree.identity, root })
    expect(sandbox.git(root, 'status', '--porcelain', '--ignored')).toBe('')
    expect(existsSync(join(root, '.git/throughline/project.json'))).toBe(true)
  })

  test('keeps its identity when renamed, and a copy gets another', async () => {
    const before = sandbox.makeRepository('before')
    const identity = await identityOf(before)
    const after = sandbox.path('after')
    renameSync(before, after)
    expect(await identityOf(after)).toBe(identity)
    cpSync(after, sandbox.path('copy'), { recursive: true })
    const copy = await identityOf(sandbox.path('copy'))
    expect(copy).not.toBe(identity)
    expect(await identityOf(after)).toBe(identity)
    expect(await identityOf(sandbox.path('copy'))).toBe(copy)
  })

  test('is known by its path when markers are off, the same from its worktrees', async () => {
    const root = sandbox.makeRepository('app')
    const tree = sandbox.path('tree')
    sandbox.git(root, 'worktree', 'add', '--quiet', tree)
    for (const folder of [root, tree]) {
      const project = await resolved(folder, { useMarkers: false })
      expect(project).toMatchObject({ identity: pathIdentity(root), kind: 'path', aliases: [] })
    }
    expect(existsSync(join(root, '.git/throughline'))).toBe(false)
  })
})

describe('an override', () => {
  test('wins over everything, writes nothing and takes no alias along', async () => {
    const root = sandbox.makeRepository('app', 'git@github.com:acme/app.git')
    expect(await resolved(root, { override: ' client  a ' })).toMatchObject({
      identity: 'override:client a',
      kind: 'override',
      name: 'client a',
      root,
      branch: 'main',
      aliases: [],
      overridden: ['github.com/acme/app', pathIdentity(root)],
    })
    const folder = sandbox.makeFolder('folder')
    await resolve(folder, { override: 'x' })
    expect(readdirSync(folder)).toEqual([])
    expect(await resolved(sandbox.home, { override: 'x' })).toMatchObject({ root: sandbox.home })
    expect((await resolved(folder, { override: '  ' })).kind).toBe('marker')
  })
})

test('the working directory a process really has gives its project', () => {
  const root = sandbox.makeRepository('app', 'git@github.com:acme/app.git')
  const cwd = sandbox.makeFolder('app/src')
  symlinkSync(cwd, sandbox.path('link'))
  const program = `
    import { createRepositoryReader } from '${import.meta.dirname}/../src/adapters/git/repository.ts'
    const { root, remote } = await createRepositoryReader().read(process.cwd())
    process.stdout.write(JSON.stringify({ root, remote }))`
  for (const folder of [cwd, sandbox.path('link')]) {
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: folder,
      env: { HOME: sandbox.home },
      encoding: 'utf8',
    })
    expect(JSON.parse(output)).toEqual({ root, remote: 'github.com/acme/app' })
  }
})
