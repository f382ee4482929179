/** A folder that says it is a project gets nothing of it until its history or the user agrees. */
import {
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Local, openLocal } from '../../src/compose/local.ts'
import { operations } from '../../src/contract/operations/index.ts'
import { createGitSandbox, type GitSandbox } from '../support/homes/git-sandbox.ts'
import { createWorld, type World } from '../support/homes/world.ts'
import { runCli } from '../support/processes/cli.ts'

const url = 'git@github.com:acme/secret.git'
const identity = 'github.com/acme/secret'
const fact = 'The vault is opened by turning the key twice'

let sandbox: GitSandbox
let world: World
let root: string
beforeEach(async () => {
  sandbox = createGitSandbox()
  world = createWorld()
  root = sandbox.makeRepository('secret', url)
  commit(root, 'a.txt')
  await remember(root)
})
afterEach(async () => {
  await world.close()
  sandbox.remove()
})

const cli = (cwd: string, ...args: string[]) => runCli(world, args, { cwd })
async function remember(folder: string): Promise<void> {
  expect(await cli(folder, 'remember', fact)).toMatchObject({ code: 0 })
}
function commit(folder: string, file: string): void {
  writeFileSync(join(folder, file), `${file}\n`)
  sandbox.git(folder, 'add', '.')
  sandbox.git(folder, 'commit', '--quiet', `--message=${file}`)
}
const recalls = async (folder: string) =>
  (await cli(folder, 'recall', 'vault key')).stdout.includes(fact)
const isGiven = async (folder: string) => (await cli(folder, 'context')).stdout.includes(fact)
async function expectShared(folder: string): Promise<void> {
  expect([await recalls(folder), await isGiven(folder)]).toEqual([true, true])
}
async function expectApart(folder: string): Promise<void> {
  expect([await recalls(folder), await isGiven(folder)]).toEqual([false, false])
  // And when it is written to, which makes it known.
  await cli(folder, 'remember', 'Something else')
  expect([await recalls(folder), await isGiven(folder)]).toEqual([false, false])
}
const clone = (to: string, ...options: string[]) => {
  sandbox.git(sandbox.folder, 'clone', '--quiet', ...options, `file://${root}`, to)
  sandbox.git(sandbox.path(to), 'remote', 'set-url', 'origin', url)
  return sandbox.path(to)
}

/** Another history under the same address. */
const unpack = (name: string) => {
  const folder = sandbox.makeFolder(name)
  sandbox.git(folder, 'init', '--quiet', '--initial-branch=main')
  sandbox.git(folder, 'remote', 'add', 'origin', url)
  commit(folder, 'README.md')
  return folder
}

describe('nothing is asked of', () => {
  test('a clone into another folder', async () => {
    await expectShared(clone('other'))
  })

  test('a clone whose objects are all packed, or all loose', async () => {
    const packed = clone('packed')
    sandbox.git(packed, 'gc', '--quiet', '--aggressive', '--prune=now')
    await expectShared(packed)
  })

  test('a clone that has gone on, on another branch', async () => {
    const other = clone('other')
    sandbox.git(other, 'switch', '--quiet', '--create', 'feature')
    commit(other, 'b.txt')
    await expectShared(other)
  })

  test('a clone that was moved, and one at the place of another that was removed', async () => {
    clone('other')
    renameSync(sandbox.path('other'), sandbox.path('moved'))
    await expectShared(sandbox.path('moved'))
    rmSync(root, { recursive: true })
    renameSync(sandbox.path('moved'), root)
    await expectShared(root)
  })

  test('a worktree, even of a bare repository', async () => {
    sandbox.git(root, 'worktree', 'add', '--quiet', sandbox.path('tree'))
    await expectShared(sandbox.path('tree'))
    const bare = clone('bare.git', '--bare')
    sandbox.git(bare, 'worktree', 'add', '--quiet', sandbox.path('tree-of-bare'))
    await expectShared(sandbox.path('tree-of-bare'))
  })

  test('a submodule', async () => {
    const outer = sandbox.makeRepository('outer', 'git@github.com:acme/outer.git')
    const allow = ['-c', 'protocol.file.allow=always']
    sandbox.git(outer, ...allow, 'submodule', '--quiet', 'add', root, 'lib')
    sandbox.git(join(outer, 'lib'), 'remote', 'set-url', 'origin', url)
    await expectShared(join(outer, 'lib'))
  })

  test('a shallow clone of what another folder has', async () => {
    const shallow = clone('shallow', '--depth=1')
    await expectShared(shallow)
    sandbox.git(root, 'commit', '--quiet', '--allow-empty', '--message=more')
    sandbox.git(shallow, 'fetch', '--quiet', '--depth=1', `file://${root}`)
    sandbox.git(shallow, 'reset', '--quiet', '--hard', 'FETCH_HEAD')
    await expectShared(shallow)
  })

  test('a full clone, when the project is known by a shallow one', async () => {
    const shallow = sandbox.path('first')
    sandbox.git(sandbox.folder, 'clone', '--quiet', '--depth=1', `file://${root}`, 'first')
    sandbox.git(shallow, 'remote', 'set-url', 'origin', 'git@github.com:acme/new.git')
    await remember(shallow)
    const full = clone('full')
    sandbox.git(full, 'remote', 'set-url', 'origin', 'git@github.com:acme/new.git')
    await expectShared(full)
  })

  test('a folder without a commit, before and after its first', async () => {
    const empty = sandbox.makeFolder('empty')
    sandbox.git(empty, 'init', '--quiet')
    sandbox.git(empty, 'remote', 'add', 'origin', 'git@github.com:acme/empty.git')
    await remember(empty)
    await expectShared(empty)
    commit(empty, 'a.txt')
    await remember(empty)
    await expectShared(empty)
    sandbox.git(sandbox.folder, 'clone', '--quiet', empty, 'cloned')
    sandbox.git(
      sandbox.path('cloned'),
      'remote',
      'set-url',
      'origin',
      'git@github.com:acme/empty.git',
    )
    await expectShared(sandbox.path('cloned'))
  })

  test('a repository that keeps its git directory elsewhere, as before', async () => {
    const folder = sandbox.makeFolder('apart')
    sandbox.git(folder, 'init', '--quiet', `--separate-git-dir=${sandbox.path('apart.git')}`)
    sandbox.git(folder, 'remote', 'add', 'origin', 'git@github.com:acme/apart.git')
    commit(folder, 'a.txt')
    await remember(folder)
    await expectShared(folder)
  })

  test('a remote that was renamed, once the project was moved to it', async () => {
    sandbox.git(root, 'remote', 'set-url', 'origin', 'git@github.com:acme/renamed.git')
    await cli(root, 'projects', 'move', 'secret', 'github.com/acme/renamed')
    await expectShared(root)
    await expectShared(clone('old-address'))
  })
})

describe('nothing is given to', () => {
  test('a folder that says it is the project and has another history', async () => {
    await expectApart(unpack('unpacked'))
    const { stdout } = await cli(root, 'projects', 'list')
    expect(stdout).toMatch(/^secret {2,}github\.com\/acme\/secret {2,}/m)
    expect(stdout).toMatch(/^secret \(unverified\) {2,}github\.com\/acme\/secret#/m)
  })

  test('a folder without any history', async () => {
    const folder = sandbox.makeFolder('unpacked')
    sandbox.git(folder, 'init', '--quiet')
    sandbox.git(folder, 'remote', 'add', 'origin', url)
    await expectApart(folder)
  })

  test('a folder at the place of the project, which is gone', async () => {
    rmSync(root, { recursive: true })
    await expectApart(unpack('secret'))
  })

  test('a folder that knows the id of the first commit and not what is in it', async () => {
    const folder = unpack('unpacked')
    const first = sandbox.git(root, 'rev-list', '--max-parents=0', 'HEAD')
    const own = sandbox.git(folder, 'rev-list', '--max-parents=0', 'HEAD')
    const place = (id: string) => join(folder, '.git/objects', id.slice(0, 2), id.slice(2))
    mkdirSync(join(place(first), '..'), { recursive: true })
    writeFileSync(place(first), readFileSync(place(own)))
    writeFileSync(join(folder, '.git/refs/heads/main'), `${first}\n`)
    await expectApart(folder)
  })

  test.each([
    ['objects', 'objects'],
    ['packs', 'objects/pack'],
  ])('a folder whose %s are a link to the project’s', async (_, part) => {
    const folder = unpack('unpacked')
    sandbox.git(root, 'gc', '--quiet', '--prune=now')
    rmSync(join(folder, '.git', part), { recursive: true, force: true })
    symlinkSync(join(root, '.git', part), join(folder, '.git', part))
    await expectApart(folder)
  })

  test('a folder that borrows the project’s objects', async () => {
    const folder = unpack('unpacked')
    mkdirSync(join(folder, '.git/objects/info'), { recursive: true })
    writeFileSync(join(folder, '.git/objects/info/alternates'), join(root, '.git/objects\n'))
    await expectApart(folder)
  })

  test.each<[string, (folder: string) => void]>([
    ['a .git file', (folder) => writeFileSync(join(folder, '.git'), `gitdir: ${root}/.git\n`)],
    ['a .git link', (folder) => symlinkSync(join(root, '.git'), join(folder, '.git'))],
    [
      'a commondir',
      (folder) => {
        mkdirSync(join(folder, '.git'))
        writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n')
        writeFileSync(join(folder, '.git/commondir'), join(root, '.git'))
      },
    ],
    [
      'a .git file at a worktree of the project',
      (folder) => {
        const name = `tree-of-${basename(root)}`
        sandbox.git(root, 'worktree', 'add', '--quiet', sandbox.path(name))
        writeFileSync(join(folder, '.git'), `gitdir: ${root}/.git/worktrees/${name}\n`)
      },
    ],
  ])('a folder with %s that points to the project, with a remote or without', async (_, point) => {
    const folder = sandbox.makeFolder('unpacked')
    point(folder)
    await expectApart(folder)
    const local = sandbox.makeRepository('local')
    commit(local, 'a.txt')
    await remember(local)
    root = local
    const other = sandbox.makeFolder('unpacked-too')
    point(other)
    await expectApart(other)
  })

  test('a fake repository that names the project’s folder as its work tree', async () => {
    const folder = sandbox.makeFolder('unpacked')
    cpSync(join(unpack('source'), '.git'), folder, { recursive: true })
    sandbox.git(folder, 'config', 'core.worktree', root)
    sandbox.git(folder, 'config', 'core.bare', 'false')
    sandbox.git(folder, 'config', '--remove-section', 'remote.origin')
    await expectApart(folder)
  })

  test('a folder whose remote is the project’s folder', async () => {
    const local = sandbox.makeRepository('local')
    commit(local, 'a.txt')
    await remember(local)
    const folder = unpack('unpacked')
    sandbox.git(folder, 'remote', 'set-url', 'origin', local)
    await expectApart(folder)
    sandbox.git(sandbox.folder, 'clone', '--quiet', local, 'cloned')
    await expectShared(sandbox.path('cloned'))
  })
})

describe('the user is notified', () => {
  let folder: string
  beforeEach(() => {
    folder = unpack('unpacked')
  })
  const claim = `this folder says it is ${identity}, but shares no history with it`

  test('by recall, whether it finds something or not, unless other projects are asked', async () => {
    const waiting = `${claim}; it has a project of its own (throughline projects trust)`
    expect((await cli(folder, 'recall', 'vault key')).stdout).toContain(waiting)
    expect((await cli(folder, 'recall', 'vault key', '--all')).stdout).not.toContain(waiting)
    expect((await cli(root, 'recall', 'vault key')).stdout).not.toContain(waiting)
  })

  test('by status, doctor and the first line of the context', async () => {
    expect((await cli(folder, 'status')).stdout).toContain(
      `${claim}; it has a project of its own (throughline projects trust)`,
    )
    expect((await cli(folder, 'doctor')).stdout).toContain(
      `! project: ${claim}; it has a project of its own\n    if it is the same: throughline projects trust`,
    )
    const { stdout } = await cli(folder, 'context')
    expect(stdout).toContain(`This folder says it is ${identity}, but shares no history with it`)
    for (const command of ['status', 'doctor', 'context']) {
      expect((await cli(root, command)).stdout).not.toContain('shares no history')
    }
  })

  test('by the list of projects, until they are joined', async () => {
    await cli(folder, 'remember', 'The spare key is under the mat')
    const claims = async () => {
      const { projects } = JSON.parse((await cli(folder, 'projects', 'list', '--json')).stdout)
      return projects.flatMap((each: { claims?: object }) => each.claims ?? [])
    }
    expect(await claims()).toMatchObject([{ name: 'secret', identity }])
    await cli(folder, 'projects', 'trust')
    expect(await claims()).toEqual([])
  })

  test('and joins them with one command, which can be undone', async () => {
    await cli(folder, 'remember', 'The spare key is under the mat')
    expect(await cli(folder, 'projects', 'trust')).toMatchObject({ code: 0, stderr: '' })
    await expectShared(folder)
    expect((await cli(root, 'recall', 'spare key')).stdout).toContain('under the mat')
    expect((await cli(folder, 'status')).stdout).not.toContain('shares no history')
    const again = await cli(folder, 'projects', 'trust')
    expect(again).toMatchObject({ code: 1 })
    expect(again.stderr).toContain('is already project "secret"')
    await expectShared(clone('true-clone'))
    expect(await cli(root, 'projects', 'unmerge')).toMatchObject({ code: 0 })
    await expectApart(folder)
    await expectShared(root)
  })

  test('once: another clone of the history that was trusted is not asked about', async () => {
    await cli(sandbox.folder, 'projects', 'trust', folder)
    sandbox.git(sandbox.folder, 'clone', '--quiet', folder, 'second')
    sandbox.git(sandbox.path('second'), 'remote', 'set-url', 'origin', url)
    await expectShared(sandbox.path('second'))
  })
})

test('an operation that reads confirms no claim, even if it comes first', async () => {
  const folder = unpack('unpacked')
  const { root: home } = world.paths
  const local: Local = await openLocal({ root: home, userHome: world.userHome, env: world.env })
  try {
    const input = operations.recall.input.parse({ query: 'vault key', folder })
    const [one, other] = await Promise.all([
      local.operations.recall(input),
      local.operations.recall({ ...input, folder: root }),
    ])
    expect([one.hits.length, other.hits.length]).toEqual([0, 1])
  } finally {
    local.close()
  }
})

describe('a marker', () => {
  let app: string
  beforeEach(async () => {
    app = sandbox.makeFolder('app')
    await remember(app)
  })
  const markerOf = (folder: string) => join(folder, '.throughline/project.json')
  /** A folder that somebody else made, with a marker that they saw somewhere. */
  const plant = (name: string, changes: object = {}) => {
    const folder = sandbox.makeFolder(name)
    const marker = JSON.parse(readFileSync(markerOf(app), 'utf8'))
    mkdirSync(join(folder, '.throughline'))
    writeFileSync(markerOf(folder), JSON.stringify({ ...marker, ...changes }))
    return folder
  }

  test('goes with its folder when that is renamed, into another folder too', async () => {
    const renamed = sandbox.path('renamed')
    renameSync(app, renamed)
    await expectShared(renamed)
    sandbox.makeFolder('archive')
    renameSync(renamed, sandbox.path('archive/app'))
    await expectShared(sandbox.path('archive/app'))
  })

  test.each<[string, object]>([
    ['a place that does not exist', { path: '/nowhere/app' }],
    ['its own place', { path: 'own' }],
    ['another nonce', { path: '/nowhere/app', nonce: 'guessed-nonce' }],
  ])('that a repository brings along, with %s, gives nothing', async (_, changes) => {
    const path = 'path' in changes && changes.path === 'own' ? sandbox.path('theirs') : undefined
    await expectApart(plant('theirs', path ? { ...changes, path } : changes))
    await expectShared(app)
  })

  test('of a folder that is gone gives a copy nothing', async () => {
    const folder = plant('theirs')
    renameSync(app, sandbox.path('moved'))
    await expectShared(sandbox.path('moved'))
    await expectApart(folder)
    await expectShared(sandbox.path('moved'))
  })

  test('of a deleted folder gives an unpacked archive nothing, until the user says so', async () => {
    const folder = plant('theirs')
    rmSync(app, { recursive: true })
    await expectApart(folder)
    expect((await cli(folder, 'status')).stdout).toContain('but is at another place or a copy')
    expect(await cli(folder, 'projects', 'trust')).toMatchObject({ code: 0, stderr: '' })
    await expectShared(folder)
  })

  test('does not hand its project to a remote', async () => {
    const folder = plant('theirs', { path: '/nowhere/app' })
    sandbox.git(folder, 'init', '--quiet', '--initial-branch=main')
    sandbox.git(folder, 'remote', 'add', 'origin', 'git@github.com:mallory/tools.git')
    commit(folder, 'README.md')
    await expectApart(folder)
    await expectShared(app)
  })

  test('does not make a folder the clone of a remote that it claims', async () => {
    const empty = sandbox.makeFolder('empty')
    await remember(empty)
    sandbox.git(empty, 'init', '--quiet')
    sandbox.git(empty, 'remote', 'add', 'origin', 'git@github.com:acme/empty.git')
    await expectShared(empty)
    app = empty
    const folder = plant('theirs', { path: '/nowhere/app' })
    sandbox.git(folder, 'init', '--quiet')
    sandbox.git(folder, 'remote', 'add', 'origin', 'git@github.com:acme/empty.git')
    await expectApart(folder)
  })

  test('of a folder that replaces another is its own', async () => {
    const other = sandbox.makeFolder('other')
    await cli(other, 'remember', 'The garage is blue')
    rmSync(app, { recursive: true })
    renameSync(other, app)
    expect(await recalls(app)).toBe(false)
    expect((await cli(app, 'recall', 'garage')).stdout).toContain('blue')
  })

  test('in a repository without a remote follows its history', async () => {
    const local = sandbox.makeRepository('local')
    commit(local, 'a.txt')
    await remember(local)
    const copied = sandbox.path('copied')
    cpSync(local, copied, { recursive: true })
    rmSync(local, { recursive: true })
    await expectShared(copied)
  })
})
