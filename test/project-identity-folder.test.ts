/** Identity of folders without git: markers, renames, copies, links, and what is no project. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createProjectResolver, markerFile, pathIdentity } from './support/core/project-resolver.ts'
import { createGitSandbox, type GitSandbox } from './support/homes/git-sandbox.ts'

const nothing = { markerWrites: 'nothing' } as const
const refresh = { markerWrites: 'refresh' } as const

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

describe('a folder without git', () => {
  test('gets a marker, and the folders below it belong to it', async () => {
    const folder = sandbox.makeFolder('app')
    const project = await resolved(folder)
    expect(project).toMatchObject({ kind: 'marker', name: 'app', root: folder })
    expect(project.aliases).toEqual([pathIdentity(folder)])
    expect(JSON.parse(readFileSync(markerFile(folder), 'utf8'))).toEqual({
      id: project.identity.slice('marker:'.length),
      nonce: expect.any(String),
      createdAt: '2026-01-02T03:04:05.678Z',
      path: folder,
    })
    const below = sandbox.makeFolder('app/src/deep')
    expect(await resolved(below)).toMatchObject({ identity: project.identity, root: folder })
    expect(existsSync(join(below, '.throughline'))).toBe(false)
  })

  test('keeps its identity when renamed or moved, and says where it is now', async () => {
    const before = sandbox.makeFolder('before')
    const identity = await identityOf(before)
    const after = join(sandbox.makeFolder('elsewhere'), 'after')
    renameSync(before, after)
    expect(await resolved(after)).toMatchObject({ identity, name: 'after', root: after })
    expect(JSON.parse(readFileSync(markerFile(after), 'utf8'))).toMatchObject({ path: after })
  })

  test('gives a copy a fresh identity, which then stays', async () => {
    const original = sandbox.makeFolder('original')
    const identity = await identityOf(original)
    const copy = sandbox.path('copy')
    cpSync(original, copy, { recursive: true })
    const copied = await identityOf(copy)
    expect(copied).not.toBe(identity)
    expect(await identityOf(original)).toBe(identity)
    const moved = sandbox.path('moved')
    renameSync(copy, moved)
    expect(await identityOf(moved)).toBe(copied)
  })

  test('leaves its identity to the renamed folder when a new one takes its place', async () => {
    const folder = sandbox.makeFolder('app')
    const identity = await identityOf(folder)
    renameSync(folder, sandbox.path('old'))
    const newcomer = await identityOf(sandbox.makeFolder('app'))
    expect(newcomer).not.toBe(identity)
    expect(await identityOf(sandbox.path('old'))).toBe(identity)
    expect(await identityOf(folder)).toBe(newcomer)
  })

  test('is the same through a symlink', async () => {
    const folder = sandbox.makeFolder('app')
    symlinkSync(folder, sandbox.path('link'))
    const throughLink = await resolved(sandbox.path('link'))
    expect(throughLink).toMatchObject({ name: 'app', root: folder })
    expect(await identityOf(folder)).toBe(throughLink.identity)
  })

  test('never mixes with another of the same name', async () => {
    const [one, two] = [sandbox.makeFolder('one/app'), sandbox.makeFolder('two/app')]
    for (const options of [{ useMarkers: false }, nothing, {}]) {
      const [first, second] = [await resolved(one, options), await resolved(two, options)]
      expect(first.name).toBe(second.name)
      const identities = [first.identity, ...first.aliases, second.identity, ...second.aliases]
      expect(new Set(identities).size).toBe(identities.length)
    }
  })

  test('resolved by many at once has one identity', async () => {
    const folder = sandbox.makeFolder('app')
    const identities = await Promise.all(Array.from({ length: 20 }, () => identityOf(folder)))
    expect(new Set(identities).size).toBe(1)
  })

  test('has a corrupt marker moved aside and replaced, and says so once', async () => {
    const folder = sandbox.makeFolder('app')
    const identity = await identityOf(folder)
    writeFileSync(markerFile(folder), '{"id": "01')
    const mended = await resolved(folder)
    expect(mended.kind).toBe('marker')
    expect(mended.identity).not.toBe(identity)
    expect(mended.notices).toEqual([
      `a corrupt project marker was moved to ${markerFile(folder)}.corrupt-2026-01-02T03-04-05-678Z and replaced`,
    ])
    expect(await resolved(folder)).toMatchObject({ identity: mended.identity, notices: [] })
  })

  test('is known by its path when no marker can be written', async () => {
    const folder = sandbox.makeFolder('app')
    writeFileSync(join(folder, '.throughline'), 'in the way')
    const expected = { identity: pathIdentity(folder), kind: 'path', aliases: [], notices: [] }
    expect(await resolved(folder)).toMatchObject(expected)
  })
})

describe('without leave to write', () => {
  test('a folder is known by its path and nothing appears in it', async () => {
    const folder = sandbox.makeFolder('app')
    const root = sandbox.makeRepository('repository')
    expect((await resolved(folder, nothing)).kind).toBe('path')
    expect((await resolved(root, nothing)).kind).toBe('path')
    expect(readdirSync(folder)).toEqual([])
    expect(existsSync(join(root, '.git/throughline'))).toBe(false)
  })

  test('a marker is followed through a rename and left as it is, a copy or a corrupt one not', async () => {
    const before = sandbox.makeFolder('outer/before')
    const identity = await identityOf(before)
    const after = sandbox.path('outer/after')
    renameSync(before, after)
    const text = readFileSync(markerFile(after), 'utf8')
    expect(await resolved(after, nothing)).toMatchObject({ identity })
    expect(readFileSync(markerFile(after), 'utf8')).toBe(text)

    await resolve(after)
    await resolve(sandbox.path('outer'))
    const copy = sandbox.path('outer/copy')
    cpSync(after, copy, { recursive: true })
    const expected = { identity: pathIdentity(copy), kind: 'path', root: copy }
    expect(await resolved(copy, nothing)).toMatchObject(expected)
    writeFileSync(markerFile(copy), 'corrupt')
    expect(await resolved(copy, nothing)).toMatchObject(expected)
    expect(readFileSync(markerFile(copy), 'utf8')).toBe('corrupt')
  })
})

describe('a folder that was moved and then copied', () => {
  async function moveAndCopy(visit: (moved: string) => Promise<unknown>) {
    const before = sandbox.makeFolder('before')
    const identity = await identityOf(before)
    const moved = sandbox.path('moved')
    renameSync(before, moved)
    await visit(moved)
    const copy = sandbox.path('copy')
    cpSync(moved, copy, { recursive: true })
    return { identity, moved, copy }
  }

  test.each([
    ['read', refresh],
    ['written', {}],
  ])('keeps its identity to itself once it was %s in between', async (_, options) => {
    const { identity, moved, copy } = await moveAndCopy((folder) => resolved(folder, options))
    expect((await resolved(copy, refresh)).identity).toBe(pathIdentity(copy))
    const copied = await identityOf(copy)
    expect(copied).not.toBe(identity)
    expect(await identityOf(moved)).toBe(identity)
    expect(await identityOf(copy)).toBe(copied)
  })

  test('is not refreshed by a check for disabled projects', async () => {
    const { moved } = await moveAndCopy((folder) => resolved(folder, nothing))
    expect(JSON.parse(readFileSync(markerFile(moved), 'utf8')).path).toBe(sandbox.path('before'))
  })

  test('is refreshed and nothing else is written by one who only reads', async () => {
    const { moved } = await moveAndCopy((folder) => resolved(folder, refresh))
    expect(JSON.parse(readFileSync(markerFile(moved), 'utf8')).path).toBe(moved)
    const fresh = sandbox.makeFolder('fresh')
    expect((await resolved(fresh, refresh)).kind).toBe('path')
    expect(readdirSync(fresh)).toEqual([])
    writeFileSync(markerFile(moved), 'corrupt')
    await resolved(moved, refresh)
    expect(readFileSync(markerFile(moved), 'utf8')).toBe('corrupt')
  })
})

describe('no project', () => {
  test('is what the home folder, the folders above it, roots and temporary roots are', async () => {
    const folders = [sandbox.home, sandbox.folder, '/', tmpdir(), '', 'relative/path']
    for (const folder of folders) expect(await resolve(folder)).toBeUndefined()
    expect(readdirSync(sandbox.home)).toEqual([])
  })

  test('is the home folder even through a link to it', async () => {
    symlinkSync(sandbox.home, sandbox.path('link'))
    expect(await resolve(sandbox.path('link'))).toBeUndefined()
    expect(await resolve(sandbox.home, { userHome: sandbox.path('link') })).toBeUndefined()
  })

  test('is a home folder under git, whose dotfiles do not claim the folders below', async () => {
    sandbox.makeRepository('home', 'git@github.com:ada/dotfiles.git')
    expect(await resolve(sandbox.home)).toBeUndefined()
    const notes = await resolved(sandbox.makeFolder('home/notes'))
    expect(notes).toMatchObject({ kind: 'marker', name: 'notes' })
    expect(sandbox.git(sandbox.home, 'status', '--porcelain')).toBe('')
  })

  test('markers are ignored in the home folder, where our own files are', async () => {
    mkdirSync(join(sandbox.home, '.throughline'))
    const marker = { id: 'of-the-home', nonce: 'n', createdAt: 'x', path: sandbox.home }
    writeFileSync(markerFile(sandbox.home), JSON.stringify(marker))
    expect(await identityOf(sandbox.makeFolder('home/app'))).not.toBe('marker:of-the-home')
    expect(await resolved(join(sandbox.home, '.throughline'))).toMatchObject({ kind: 'path' })
  })
})

describe('a folder that is gone', () => {
  test('is known by its path, or by the repository or marker above it', async () => {
    const gone = sandbox.path('gone/deep')
    expect(await resolved(gone)).toMatchObject({ identity: pathIdentity(gone), kind: 'path' })
    expect(existsSync(sandbox.path('gone'))).toBe(false)
    const root = sandbox.makeRepository('app', 'git@github.com:acme/app.git')
    expect(await identityOf(join(root, 'gone'))).toBe('github.com/acme/app')
    const folder = sandbox.makeFolder('folder')
    const identity = await identityOf(folder)
    expect(await identityOf(join(folder, 'gone'))).toBe(identity)
    rmSync(folder, { recursive: true })
    expect(await identityOf(folder)).toBe(pathIdentity(folder))
  })
})

test('a text that is too long or too deep for a path is no project', async () => {
  expect(await resolve(`/${'a'.repeat(5_000)}`)).toBeUndefined()
  expect(await resolve('/a'.repeat(1_000))).toBeUndefined()
  const deep = '/a'.repeat(200)
  expect(await resolve(deep, nothing)).toMatchObject({ identity: pathIdentity(deep) })
})
