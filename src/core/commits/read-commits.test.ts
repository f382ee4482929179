import { symlinkSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openRecall, type RecallWorld } from '../../../test/support/core/recall.ts'
import { createGitSandbox, type GitSandbox } from '../../../test/support/homes/git-sandbox.ts'
import { createCommitReader } from '../../adapters/git/commit-reader.ts'
import { findChangesSince } from '../../adapters/git/file-changes.ts'
import { createRepositoryReader } from '../../adapters/git/repository.ts'
import { sha256 } from '../../adapters/ids.ts'
import { createRedactor } from '../../adapters/redaction/redactor.ts'
import { readAllCommits, readCommits } from './read-commits.ts'

let sandbox: GitSandbox
let world: RecallWorld
let root: string
beforeEach(async () => {
  sandbox = createGitSandbox()
  world = await openRecall()
  root = sandbox.makeRepository('app')
  onTestFinished(() => {
    world.capture.store.close()
    sandbox.remove()
  })
})

function commit(message: string, ...options: string[]): string {
  sandbox.git(root, 'commit', '--quiet', '--allow-empty', '-m', message, ...options)
  return sandbox.git(root, 'rev-parse', 'HEAD')
}

const ports = () => ({
  ...world.capture.store,
  repositories: createRepositoryReader(),
  reader: createCommitReader(),
  redactor: createRedactor(),
  ...{ hash: sha256, findChangesSince },
  clock: { now: () => new Date('2026-06-01T00:00:00.000Z') },
})
const read = (limits = {}, folder = root) =>
  readCommits({ id: world.here ?? '', root: folder }, { ...ports(), limits })
const find = (query: string, others = {}) => world.find(query, world.here, others)

describe('a search in the project', () => {
  test('finds why something was done, with hash, date, author and files', async () => {
    writeFileSync(`${root}/queue.ts`, 'export {}')
    sandbox.git(root, 'add', '.')
    const hash = commit(
      'fix(queue): ack after the write\n\nWe ack late because a restart lost orders.',
      '--author=Grace Hopper <grace@example.com>',
      '--date=2026-05-04T12:00:00Z',
    )
    commit('chore: tidy')
    expect(await read()).toBe(1)
    expect(await find('why do we ack late in the queue')).toMatchObject([
      {
        ...{ type: 'commit', commit: hash, trust: 'repository', author: '`Grace Hopper`' },
        text: 'fix(queue): ack after the write',
        answer: 'We ack late because a restart lost orders.',
        at: '2026-05-04T12:00:00.000Z',
      },
    ])
    expect(await find('ack late', { types: 'turn,memory' })).toEqual([])
    expect(await find('ack late', { file: 'queue.ts' })).toHaveLength(1)
    expect(await find('ack late', { file: 'other.ts' })).toEqual([])
  })

  test('finds what was committed since, and reads nothing twice', async () => {
    commit('a\n\nThe proxy buffers because the client is slow to read.')
    expect(await read()).toBe(1)
    expect(await read()).toBe(0)
    commit('b\n\nThe proxy drops because the client never reads at all.')
    expect(await read()).toBe(1)
    expect(await find('why does the proxy drop or buffer')).toHaveLength(2)
  })

  test('is without secrets that a message has', async () => {
    commit('Rotate\n\nThe old key AKIAIOSFODNN7EXAMPLQ leaked because a log printed it.')
    await read()
    const [hit] = await find('why did the old key leak')
    expect(hit?.answer).toContain('[redacted:')
    expect(JSON.stringify(world.capture.store.rows('SELECT * FROM commits'))).not.toContain('AKIA')
  })

  test('does not date a commit in the future', async () => {
    commit('a\n\nThe clock of this machine was ahead of the others.', '--date=2099-01-01T00:00:00Z')
    await read()
    expect((await find('clock ahead'))[0]?.at).toBe('2026-06-01T00:00:00.000Z')
  })

  test('finds nothing of it in other projects', async () => {
    commit('a\n\nThe proxy buffers because the client is slow to read.')
    await read()
    const other = await world.addProject('github.com/acme/gadgets')
    expect(await world.find('why does the proxy buffer', other)).toEqual([])
  })
})

test('of a long history the newest reasons are kept', async () => {
  const date = (day: number) => `--date=2026-01-0${day}T00:00:00Z`
  for (let number = 1; number <= 5; number += 1) {
    commit(
      `n${number}\n\nStep ${number} is here because the step before was not enough.`,
      date(number),
    )
  }
  expect(await read({ keptInProject: 3 })).toBe(3)
  commit('n6\n\nStep 6 is here because the step before was not enough.', date(6))
  expect(await read({ keptInProject: 3 })).toBe(1)
  const kept = world.capture.store.rows('SELECT message FROM commits')
  expect(kept.map(({ message }) => String(message).slice(0, 2)).sort()).toEqual(['n4', 'n5', 'n6'])
})

test('a folder that points at another repository, or is none, has no history', async () => {
  commit('a\n\nThe proxy buffers because the client is slow to read.')
  expect(await read({}, sandbox.makeFolder('plain'))).toBe(0)
  expect(await read({}, sandbox.path('missing'))).toBe(0)
  const liar = sandbox.makeFolder('liar')
  symlinkSync(`${root}/.git`, `${liar}/.git`)
  expect(await read({}, liar)).toBe(0)
})

test('every project with a folder is read, except disabled ones', async () => {
  commit('a\n\nThe proxy buffers because the client is slow to read.')
  const { projects } = world.capture.store
  await projects.insert({ identity: 'github.com/acme/app', name: 'app', root })
  const all = (isDisabled: boolean) =>
    readAllCommits(
      { ...ports(), projects, isDisabled: async () => isDisabled },
      new AbortController().signal,
    )
  const count = () => world.capture.store.rows('SELECT id FROM commits').length
  await all(true)
  expect(count()).toBe(0)
  await all(false)
  expect(count()).toBe(1)
})
