import { writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openRecall, type RecallWorld } from '../../../test/support/core/recall.ts'
import { createGitSandbox, type GitSandbox } from '../../../test/support/homes/git-sandbox.ts'
import { createCommitReader } from '../../adapters/git/commit-reader.ts'
import { findChangesSince } from '../../adapters/git/file-changes.ts'
import { createRepositoryReader } from '../../adapters/git/repository.ts'
import { sha256 } from '../../adapters/ids.ts'
import { createRedactor } from '../../adapters/redaction/redactor.ts'
import { operations } from '../../contract/operations/index.ts'
import { mostOpen, offerDecisions } from './offer-decisions.ts'
import { readCommits } from './read-commits.ts'

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

const git = (...args: string[]) => sandbox.git(root, ...args)

function commit(message: string, day = 1): string {
  const date = `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`
  git('add', '.')
  git('commit', '--quiet', '--allow-empty', '-m', message, `--date=${date}`)
  return git('rev-parse', 'HEAD')
}

const decision = (number: number) =>
  `Keep \`part${number}\` in a process of its own because worker${number} loses messages when it restarts.`

async function offer(now = '2026-06-01T00:00:00.000Z'): Promise<number> {
  const { store } = world.capture
  const project = { id: world.here ?? '', root }
  const ports = {
    ...store,
    repositories: createRepositoryReader(),
    reader: createCommitReader(),
    ...{ redactor: createRedactor(), hash: sha256, findChangesSince },
    clock: { now: () => new Date(now) },
  }
  await readCommits(project, ports)
  return offerDecisions(project, ports)
}

const candidates = async () => {
  const addresses = [{ scope: 'project', scopeId: world.here ?? '' }] as const
  const page = { limit: 100, offset: 0 }
  return (await world.capture.store.memories.list({ addresses, source: 'commit' }, page)).memories
}
const contents = async () => (await candidates()).map(({ content }) => content).sort()

async function review() {
  const asked = operations.listReview.input.parse({ kind: 'candidate', limit: 100 })
  return (await world.handlers.listReview(asked)).items
}
const decide = async (decision: 'keep' | 'drop') => {
  for (const { key } of await review()) {
    await world.handlers.decideReview(operations.decideReview.input.parse({ key, decision }))
  }
}

describe('a commit that decides something', () => {
  test('becomes a candidate of the repository, as old as the commit', async () => {
    writeFileSync(`${root}/queue.ts`, 'export {}')
    const hash = commit(`${decision(1)}\n\nFixes #3`, 4)
    commit('chore: tidy')
    expect(await offer()).toBe(1)
    const at = '2026-01-04T00:00:00.000Z'
    expect(await candidates()).toMatchObject([
      {
        ...{ content: decision(1), kind: 'decision', trust: 'repository', standing: 'candidate' },
        ...{ scope: 'project', files: ['queue.ts'], commit: hash },
        ...{ validFrom: at, createdAt: at, updatedAt: at },
      },
    ])
    const [{ id } = { id: '' }] = await candidates()
    expect(await world.capture.store.memories.sources(id)).toMatchObject([
      { type: 'commit', ref: hash, author: 'Ada', at },
    ])
  })

  test('is offered once, also after it was dropped, forgotten or rewritten', async () => {
    commit(decision(1), 1)
    commit(decision(2), 2)
    commit(decision(3), 3)
    expect(await offer()).toBe(3)
    const [one, two] = await candidates()
    const items = await review()
    const key = items.find(({ memories }) => memories[0]?.id === one?.id)?.key
    const drop = operations.decideReview.input.parse({ key, decision: 'drop' })
    await world.handlers.decideReview(drop)
    await world.handlers.forgetMemory({ id: two?.id ?? '', now: false })
    expect(await offer()).toBe(0)
    git('commit', '--quiet', '--amend', '--allow-empty', '--no-edit', '--date=2026-01-05T00:00:00Z')
    git('rebase', '--quiet', '--root', '--force-rebase', '--reset-author-date')
    expect(await offer()).toBe(0)
    expect(await candidates()).toHaveLength(1)
  })

  test('is not offered in other words after it was dropped', async () => {
    commit(decision(1), 1)
    await offer()
    await decide('drop')
    commit(`refactor: again\n\n${decision(1).replace('because', ', because')}`, 2)
    expect(await offer()).toBe(0)
  })

  test('is not offered if a memory says it', async () => {
    await world.remember(decision(1), world.here)
    commit(decision(1))
    expect(await offer()).toBe(0)
    expect(await candidates()).toEqual([])
  })

  test('waits as long as other candidates, however old it is', async () => {
    commit(decision(1))
    await offer()
    const { deletion } = world.capture.store
    const outdated = (time: string) =>
      deletion.memoriesBefore({ before: time, standing: 'candidate', exceptKinds: [] }, 10)
    expect(await outdated('2026-01-02T00:00:00.000Z')).toEqual([])
    expect(await outdated('2999-01-01T00:00:00.000Z')).toHaveLength(1)
  })

  test('is not offered with a secret', async () => {
    commit(
      'Keep the key AKIAIOSFODNN7EXAMPLQ in the file because the other service reads it there.',
    )
    expect(await offer()).toBe(0)
  })

  test('is not offered after a year', async () => {
    commit(decision(1), 1)
    expect(await offer('2027-01-02T00:00:00.000Z')).toBe(0)
  })

  test('has no files that are gone, and none if it changed many', async () => {
    for (const name of ['a.ts', 'b.ts']) writeFileSync(`${root}/${name}`, name)
    commit(decision(1), 1)
    git('rm', '--quiet', 'b.ts')
    commit('chore: rm', 2)
    for (const name of 'cdefghi') writeFileSync(`${root}/${name}.ts`, name)
    commit(decision(2), 3)
    await offer()
    const found = (await candidates()).toSorted((a, b) => (a.content < b.content ? -1 : 1))
    expect(found.map(({ files, commit: at }) => [files, at === undefined])).toEqual([
      [['a.ts'], false],
      [[], true],
    ])
  })
})

describe('what was reverted', () => {
  test('is not offered', async () => {
    const hash = commit(decision(1), 1)
    commit(`Revert it\n\nThis reverts commit ${hash}.`, 2)
    expect(await offer()).toBe(0)
  })

  test('is withdrawn while nobody has kept it', async () => {
    const hash = commit(decision(1), 1)
    commit(decision(2), 2)
    await offer()
    commit(`Revert it\n\nThis reverts commit ${hash}.`, 3)
    await offer()
    expect(await contents()).toEqual([decision(2)])
  })

  test('stays if somebody has kept it', async () => {
    const hash = commit(decision(1), 1)
    await offer()
    await decide('keep')
    commit(`Revert it\n\nThis reverts commit ${hash}.`, 3)
    await offer()
    expect(await contents()).toEqual([decision(1)])
  })
})

describe('of many', () => {
  beforeEach(() => {
    for (let number = 1; number <= mostOpen + 3; number += 1) commit(decision(number), number)
  })

  test('the newest wait, and older ones follow when these are decided', async () => {
    expect(await offer()).toBe(mostOpen)
    expect(await contents()).not.toContain(decision(3))
    expect(await contents()).toContain(decision(4))
    expect(await offer()).toBe(0)
    await decide('keep')
    expect(await offer()).toBe(3)
    expect(await offer()).toBe(0)
  })

  test('review lists none unless candidates are asked for', async () => {
    await offer()
    const { items, overheard } = await world.handlers.listReview(
      operations.listReview.input.parse({}),
    )
    expect([items, overheard]).toEqual([[], mostOpen])
    expect(await review()).toMatchObject(
      Array.from({ length: mostOpen }, () => ({
        why: 'From a commit of the repository; not confirmed yet.',
        suggestion: 'keep',
        commits: [{ author: 'Ada' }],
      })),
    )
  })
})

describe('a commit of a branch', () => {
  test('is offered once it is merged', async () => {
    git('checkout', '--quiet', '-b', 'wip')
    const hash = commit(decision(1))
    expect(await offer()).toBe(0)
    git('checkout', '--quiet', 'main')
    expect(await offer()).toBe(0)
    git('merge', '--quiet', '--ff-only', hash)
    expect(await offer()).toBe(1)
  })

  test('is offered if the repository has no other', async () => {
    git('branch', '--quiet', '-m', 'next')
    commit(decision(1))
    expect(await offer()).toBe(1)
  })
})
