import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openCapture, sha256 } from '../../../test/support/core/capture.ts'
import { createTestClock, type TestClock } from '../../../test/support/core/clock.ts'
import { type MemoryStore, openMemoryStore } from '../../../test/support/core/memory-store.ts'
import { markerFile } from '../../../test/support/core/project-resolver.ts'
import { createGitSandbox, type GitSandbox } from '../../../test/support/homes/git-sandbox.ts'
import { createProjectMarkers } from '../../adapters/filesystem/project-marker.ts'
import { realPath } from '../../adapters/filesystem/real-path.ts'
import { createCommitReader } from '../../adapters/git/commit-reader.ts'
import { createRepositoryReader } from '../../adapters/git/repository.ts'
import { createRedactor } from '../../adapters/redaction/redactor.ts'
import { type Config, configSchema } from '../../contract/config.ts'
import type { ProjectStore } from '../ports/projects.ts'
import { createProjectLocator, type ProjectLocator } from './project-locator.ts'

let sandbox: GitSandbox
let clock: TestClock
let store: MemoryStore
let config: Config
let notices: string[]
beforeEach(async () => {
  sandbox = createGitSandbox()
  onTestFinished(() => sandbox.remove())
  clock = createTestClock()
  store = await openMemoryStore(clock)
  onTestFinished(() => store.close())
  config = configSchema.parse({})
  notices = []
})

function open(projects: ProjectStore = store.projects): ProjectLocator {
  return createProjectLocator({
    config: () => config,
    surroundings: { userHome: sandbox.home, tempFolders: [] },
    ports: {
      repositories: createRepositoryReader(),
      commits: createCommitReader(),
      markers: createProjectMarkers(),
      hash: sha256,
      realPath,
      clock,
      ids: store.ids,
    },
    projects,
    clock,
    redact: createRedactor().redact,
    onNotice: (notice) => notices.push(notice),
  })
}
const set = (changes: object) => {
  config = configSchema.parse(changes)
}
const projectCount = async () => (await store.projects.list()).length

describe('a place', () => {
  test('of a repository is its project, branch and commit', async () => {
    const root = sandbox.makeRepository('app', 'git@github.com:acme/app.git')
    const commit = sandbox.git(root, 'rev-parse', 'HEAD')
    const place = await open().placeOf(root, undefined)
    const project = await store.projects.findByIdentity('github.com/acme/app')
    expect(place).toEqual({ kind: 'enabled', projectId: project?.id, root, branch: 'main', commit })
    expect(project).toMatchObject({ name: 'app', root })
  })

  test('of worktrees and subfolders is one project', async () => {
    const root = sandbox.makeRepository('app', 'https://github.com/acme/app')
    sandbox.git(root, 'worktree', 'add', '--quiet', sandbox.path('feature'))
    const locator = open()
    const [one, other, below] = await Promise.all(
      [root, sandbox.path('feature'), sandbox.makeFolder('app', 'src')].map((folder) =>
        locator.placeOf(folder, undefined),
      ),
    )
    expect(other).toEqual({ ...one, root: sandbox.path('feature'), branch: 'feature' })
    expect(below).toEqual(one)
    expect(await projectCount()).toBe(1)
  })

  test('of a plain folder is a project with a marker', async () => {
    const folder = sandbox.makeFolder('plain')
    expect(await open().placeOf(folder, undefined)).toMatchObject({ projectId: expect.any(String) })
    expect(existsSync(markerFile(folder))).toBe(true)
  })

  test.each(['home', 'root', 'unknown', 'relative'])(
    'that is %s has no project, and is no error',
    async (which) => {
      const folders = { home: sandbox.home, root: '/', unknown: undefined, relative: 'src' }
      const folder = folders[which as keyof typeof folders]
      expect(await open().placeOf(folder, undefined)).toEqual({ kind: 'enabled' })
      expect(await projectCount()).toBe(0)
    },
  )

  test('is named by the environment before the configuration, and by that before git', async () => {
    const root = sandbox.makeRepository('app', 'https://github.com/acme/app')
    set({ projectNames: { [`${sandbox.folder}/*`]: 'configured' } })
    const locator = open()
    await locator.placeOf(root, undefined)
    await locator.placeOf(root, 'from the environment')
    const identities = (await store.projects.list()).map(({ identity }) => identity)
    expect(identities.sort()).toEqual(['override:configured', 'override:from the environment'])
  })

  test('keeps no secret from a branch, a folder or a given name', async () => {
    const token = `gh${'p'}_aQ7${'x9Kd'.repeat(8)}`
    const root = sandbox.makeRepository(token)
    sandbox.git(root, 'checkout', '--quiet', '-b', `fix-${token}`)
    const locator = open()
    const place = await locator.placeOf(root, undefined)
    expect(place).toMatchObject({ branch: 'fix-[redacted:github-token]', root })
    await locator.placeOf(root, token)
    expect(await locator.lookUp(root, token)).toEqual(await locator.placeOf(root, token))
    const projects = await store.projects.list()
    expect(projects.map(({ name }) => name)).toEqual(Array(2).fill('[redacted:github-token]'))
    expect(JSON.stringify(projects)).not.toContain(token)
  })

  test('reports what a person should know', async () => {
    const folder = sandbox.makeFolder('plain')
    await open().placeOf(folder, undefined)
    writeFileSync(markerFile(folder), 'corrupt')
    await open().placeOf(folder, undefined)
    expect(notices).toEqual([expect.stringContaining('a corrupt project marker was moved')])
  })
})

describe('a disabled place', () => {
  test.each([
    ['by its path', () => ({ disabledProjects: [sandbox.path('plain')] })],
    ['by a glob', () => ({ disabledProjects: [`${sandbox.folder}/pl*`] })],
    ['by everything being off', () => ({ enabled: false })],
  ])('%s leaves no project and no file', async (_, settings) => {
    const folder = sandbox.makeFolder('plain')
    set(settings())
    expect(await open().placeOf(folder, undefined)).toEqual({ kind: 'disabled' })
    expect(await projectCount()).toBe(0)
    expect(readdirSync(folder)).toEqual([])
  })

  test('by its identity leaves no project and no file, whatever it is named', async () => {
    const root = sandbox.makeRepository('app', 'https://github.com/acme/secret')
    set({ disabledProjects: ['github.com/acme/secret'] })
    for (const name of [undefined, 'harmless']) {
      expect(await open().placeOf(root, name)).toEqual({ kind: 'disabled' })
    }
    expect(await projectCount()).toBe(0)
  })

  test('by an identity rule does not mark folders it does not mean before it knows', async () => {
    set({ disabledProjects: ['github.com/acme/secret'] })
    const folder = sandbox.makeFolder('plain')
    expect(await open().placeOf(folder, undefined)).toMatchObject({ kind: 'enabled' })
    expect(existsSync(markerFile(folder))).toBe(true)
  })

  test('cannot be entered through a symbolic link', async () => {
    const folder = sandbox.makeFolder('private')
    symlinkSync(folder, sandbox.path('innocent'))
    set({ disabledProjects: [folder] })
    expect(await open().placeOf(sandbox.path('innocent'), undefined)).toEqual({ kind: 'disabled' })
  })

  test('has no effect on anything an event of it goes through', async () => {
    const folder = sandbox.makeFolder('private')
    set({ disabledProjects: [folder] })
    const locator = open()
    const capture = await openCapture({
      placeOf: (envelope, cwd) => locator.placeOf(cwd, envelope.project),
    })
    await capture.take('UserPromptSubmit', { prompt: 'hi', cwd: folder })
    await capture.take('UserPromptSubmit', { prompt: 'hi' }, { cwd: folder })
    for (const table of ['sessions', 'events', 'turns', 'jobs'])
      expect(capture.count(table)).toBe(0)
    expect(await projectCount()).toBe(0)
    expect(readdirSync(folder)).toEqual([])
    expect(capture.spoolFiles()).toEqual([])
  })
})

describe('results are cached', () => {
  function counting(): { projects: ProjectStore; asked: () => number } {
    let asked = 0
    const addAliases: ProjectStore['addAliases'] = (id, identities) => {
      asked += 1
      return store.projects.addAliases(id, identities)
    }
    return { projects: { ...store.projects, addAliases }, asked: () => asked }
  }

  test('for half a second, so that a burst of events asks once', async () => {
    const { projects, asked } = counting()
    const locator = open(projects)
    const root = sandbox.makeRepository('app', 'https://github.com/acme/app')
    await Promise.all(Array.from({ length: 10 }, () => locator.placeOf(root, undefined)))
    clock.advance(499)
    await locator.placeOf(root, undefined)
    expect(asked()).toBe(1)
    clock.advance(1)
    sandbox.git(root, 'switch', '--quiet', '--create', 'feature')
    expect(await locator.placeOf(root, undefined)).toMatchObject({ branch: 'feature' })
  })

  test('but not by a clock that was set back', async () => {
    const locator = open()
    const root = sandbox.makeRepository('app', 'https://github.com/acme/app')
    await locator.placeOf(root, undefined)
    clock.advance(-3_600_000)
    sandbox.git(root, 'switch', '--quiet', '--create', 'feature')
    expect(await locator.placeOf(root, undefined)).toMatchObject({ branch: 'feature' })
  })

  test('but not past a change of the configuration', async () => {
    const locator = open()
    const folder = sandbox.makeFolder('plain')
    await locator.placeOf(folder, undefined)
    set({ disabledProjects: [folder] })
    expect(await locator.placeOf(folder, undefined)).toEqual({ kind: 'disabled' })
  })

  test('but not when it failed', async () => {
    let failures = 1
    const insert: ProjectStore['insert'] = (project) =>
      failures-- > 0 ? Promise.reject(new Error('locked')) : store.projects.insert(project)
    const locator = open({ ...store.projects, insert })
    const folder = sandbox.makeFolder('plain')
    await expect(locator.placeOf(folder, undefined)).rejects.toThrow('locked')
    expect(await locator.placeOf(folder, undefined)).toMatchObject({
      projectId: expect.any(String),
    })
  })

  test('apart for each name a user gave', async () => {
    const locator = open()
    const folder = sandbox.path('plain')
    mkdirSync(folder)
    const [one, other] = [await locator.placeOf(folder, 'a'), await locator.placeOf(folder, 'b')]
    expect(one).not.toEqual(other)
  })
})
