/** Files of a repository are data of unknown size and kind: none blocks, fills memory or leads away. */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { measureFile, transcriptFiles } from '../../src/adapters/filesystem/host-files.ts'
import { createProjectMarkers } from '../../src/adapters/filesystem/project-marker.ts'
import { settingsFiles } from '../../src/adapters/filesystem/settings-files.ts'
import { createChangeReader } from '../../src/adapters/git/changed-files.ts'
import { findChangesSince } from '../../src/adapters/git/file-changes.ts'
import { createRepositoryReader } from '../../src/adapters/git/repository.ts'
import { readSmallFile } from '../../src/adapters/read-small-file.ts'
import { markerFile } from '../support/core/project-resolver.ts'
import { createGitSandbox, type GitSandbox } from '../support/homes/git-sandbox.ts'
import { createWorld } from '../support/homes/world.ts'
import { runCli } from '../support/processes/cli.ts'

/** Far more than any of it takes, far less than for ever. */
const limitMs = 2_000

let sandbox: GitSandbox
let root: string
let hash: string
beforeEach(() => {
  sandbox = createGitSandbox()
  root = sandbox.makeRepository('app', 'https://github.com/acme/app.git')
  writeFileSync(join(root, 'a.txt'), 'one\n')
  sandbox.git(root, 'add', '.')
  sandbox.git(root, 'commit', '--quiet', '--message=a')
  hash = sandbox.git(root, 'rev-parse', 'HEAD')
})
afterEach(() => sandbox.remove())

/** What can be in place of a file. */
const kinds: Readonly<Record<string, (file: string) => void>> = {
  'a pipe nobody writes to': (file) => execFileSync('mkfifo', [file]),
  'a folder': (file) => mkdirSync(file),
  'a link to an endless device': (file) => symlinkSync('/dev/zero', file),
  'a link to itself': (file) => symlinkSync(file, file),
  'a link to nowhere': (file) => symlinkSync('/nowhere/at/all', file),
  'a sparse file of 300 MB': (file) => {
    writeFileSync(file, '')
    truncateSync(file, 300 * 1024 * 1024)
  },
  noise: (file) =>
    writeFileSync(file, Buffer.from(Array.from({ length: 9_000 }, (_, i) => i % 251))),
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work
  expect(performance.now() - startedAt).toBeLessThan(limitMs)
  return result
}

/** Everything that reads a repository, as sessions and jobs do. */
async function readEverything(): Promise<void> {
  await inTime(createRepositoryReader().read(root))
  await inTime(createChangeReader()(root))
  await inTime(findChangesSince(root, hash, ['a.txt']))
  const markers = createProjectMarkers()
  await inTime(markers.read({ folder: join(root, '.git'), isGitDir: true }))
  await inTime(markers.read({ folder: root, isGitDir: false }))
}

const places = [
  ...['.git/HEAD', '.git/config', '.git/commondir', '.git/packed-refs', '.git/index'],
  ...['.git/refs/heads/main', '.git/objects/pack/pack-1.idx', '.git/throughline/project.json'],
  ...['.throughline/project.json', '.git', 'a.txt'],
]

describe.each(places)('%s', (place) => {
  test.each(Object.keys(kinds))('may be %s', async (kind) => {
    const file = join(root, place)
    rmSync(file, { recursive: true, force: true })
    mkdirSync(join(file, '..'), { recursive: true })
    kinds[kind]?.(file)
    if (place.endsWith('.idx')) kinds[kind]?.(file.replace('.idx', '.pack'))
    await readEverything()
  })

  test('may be a pipe where a command is run', async () => {
    const file = join(root, place)
    rmSync(file, { recursive: true, force: true })
    mkdirSync(join(file, '..'), { recursive: true })
    execFileSync('mkfifo', [file])
    const world = createWorld()
    try {
      const run = await runCli(world, ['context'], { cwd: root })
      expect(run).toMatchObject({ code: 0 })
    } finally {
      await world.close()
    }
  })
})

test('an object may be anything, and so may what it is packed in', async () => {
  sandbox.git(root, 'gc', '--quiet')
  const packs = join(root, '.git/objects/pack')
  const [pack = ''] = execFileSync('ls', [packs], { encoding: 'utf8' })
    .split('\n')
    .filter((name) => name.endsWith('.pack'))
  const bytes = readFileSync(join(packs, pack))
  rmSync(join(packs, pack))
  for (let at = 12; at < bytes.length - 20; at += 1) {
    const damaged = Buffer.from(bytes)
    damaged.fill(0xff, at, at + 3)
    writeFileSync(join(packs, pack), damaged)
    await inTime(findChangesSince(root, hash, ['a.txt']))
  }
})

describe('git’s configuration', () => {
  const url = '[remote "origin"]\n\turl = https://github.com/acme/app.git\n'
  const remote = async (config: string) => {
    writeFileSync(join(root, '.git/config'), config)
    return (await inTime(createRepositoryReader().read(root)))?.remote
  }

  test('of 20,000 continued lines is read in the time of its length', async () => {
    expect(
      await remote(`[core]\nx = a\\\n${'bcdefghijklmnopqrstuvwxyz \\\n'.repeat(20_000)}\n${url}`),
    ).toBe('github.com/acme/app')
  })

  test.each([
    ['addresses', 'url = a\n'.repeat(100_000)],
    ['quotes', `x = ${'"'.repeat(900_000)}`],
    ['backslashes', `x = ${'\\'.repeat(900_000)}`],
    ['spaces', `[remote "x" ${' '.repeat(900_000)}`],
    ['brackets', '['.repeat(900_000)],
    ['spaces within an address', `url = a${' '.repeat(900_000)}b`],
  ])('of very many %s is read in time', async (_, lines) => {
    await remote(`[remote "origin"]\n${lines}\n`)
  })
})

test('a HEAD and a .git of spaces are read in time', async () => {
  writeFileSync(join(root, '.git/HEAD'), `ref: refs/heads/a${' '.repeat(4_000)}b`)
  await readEverything()
  rmSync(join(root, '.git'), { recursive: true })
  writeFileSync(join(root, '.git'), `gitdir: a${' '.repeat(8_000)}b`)
  await readEverything()
})

test('a marker that is a link to another project’s marker does not make this folder that project', async () => {
  const markers = createProjectMarkers()
  const place = { folder: sandbox.makeFolder('secret'), isGitDir: false }
  const marker = { id: 'a'.repeat(36), nonce: 'n', createdAt: '2026', path: place.folder }
  await markers.create(place, marker)
  const copy = sandbox.makeFolder('unpacked')
  symlinkSync(join(place.folder, '.throughline'), join(copy, '.throughline'))
  expect(await markers.read({ folder: copy, isGitDir: false })).toEqual({ kind: 'absent' })
  rmSync(join(copy, '.throughline'))
  mkdirSync(join(copy, '.throughline'))
  symlinkSync(markerFile(place.folder), markerFile(copy))
  expect(await markers.read({ folder: copy, isGitDir: false })).toEqual({ kind: 'absent' })
})

test('a file that grows while it is read is given up at the limit', async () => {
  const file = join(root, 'growing')
  const chunk = Buffer.alloc(256 * 1024, 'x')
  writeFileSync(file, chunk)
  let isDone = false
  const grow = () => {
    if (isDone) return
    appendFileSync(file, chunk)
    setImmediate(grow)
  }
  grow()
  const content = await inTime(readSmallFile(file, { mostBytes: 4 * chunk.length }))
  isDone = true
  expect(content?.length ?? 0).toBeLessThanOrEqual(4 * chunk.length)
  expect(statSync(file).size).toBeGreaterThanOrEqual(chunk.length)
})

describe('a file that a host names', () => {
  test.each([
    'a pipe nobody writes to',
    'a folder',
    'a link to an endless device',
    'a link to itself',
  ])('may be %s', async (kind) => {
    const file = join(root, 'named')
    kinds[kind]?.(file)
    expect(await inTime(transcriptFiles.tail(file))).toBeUndefined()
    expect(await inTime(measureFile(file))).toBeUndefined()
    await expect(inTime(settingsFiles.read(file))).rejects.toThrow(file)
  })
})
