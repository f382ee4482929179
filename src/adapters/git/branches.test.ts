import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createGitSandbox, type GitSandbox } from '../../../test/support/homes/git-sandbox.ts'
import type { BranchPoint } from '../../core/model/branch.ts'
import { readBranchStates } from './branches.ts'

let sandbox: GitSandbox
let root: string
const git = (...args: string[]) => sandbox.git(root, ...args)
const head = () => git('rev-parse', 'HEAD')

function commit(file: string, text = `${file}\n`): string {
  const path = sandbox.path('app', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  git('add', '.')
  git('commit', '--quiet', `--message=${file}`)
  return head()
}

const lines = (...changed: [number, string][]) =>
  Array.from({ length: 30 }, (_, at) => new Map(changed).get(at) ?? `line ${at}`).join('\n')

/** The branch `topic` with two commits, checked out; main goes on meanwhile, in the same file. */
function workOnTopic(): { began: string; first: string; second: string } {
  commit('src/shared.ts', lines())
  const began = head()
  git('switch', '--quiet', '-c', 'topic')
  commit('src/shared.ts', lines([20, 'ours']))
  const first = head()
  const second = commit('src/topic.ts')
  git('switch', '--quiet', 'main')
  commit('src/shared.ts', lines([3, 'theirs']))
  git('switch', '--quiet', 'topic')
  return { began, first, second }
}

async function stateOf(commit: string, folder = root, branch = 'topic') {
  const [state] = await readBranchStates(folder, [{ branch, commit }])
  return state
}

beforeEach(() => {
  sandbox = createGitSandbox()
  root = sandbox.makeRepository('app')
})
afterEach(() => sandbox.remove())

const toMain = () => git('switch', '--quiet', 'main')
const squash = () => {
  toMain()
  git('merge', '--quiet', '--squash', 'topic')
  git('commit', '--quiet', '--message=topic (#7)')
}
const rebaseOnto = (branch: string) => git('rebase', '--quiet', branch)
const dropBranch = () => git('branch', '--quiet', '-D', 'topic')

const cases: readonly [string, 'here' | 'elsewhere' | 'deleted', () => void][] = [
  ['the branch is checked out', 'here', () => {}],
  ['another branch is checked out', 'elsewhere', toMain],
  [
    'it was merged',
    'here',
    () => {
      toMain()
      git('merge', '--quiet', '--no-edit', 'topic')
    },
  ],
  [
    'it was merged and goes on',
    'here',
    () => {
      toMain()
      git('merge', '--quiet', '--no-edit', 'topic')
      git('switch', '--quiet', 'topic')
      commit('src/more.ts')
      toMain()
    },
  ],
  ['it was squashed', 'here', squash],
  [
    'it was squashed, deleted, and main went on in the same file',
    'here',
    () => {
      squash()
      dropBranch()
      commit('src/shared.ts', lines([3, 'theirs'], [20, 'later']))
    },
  ],
  [
    'it was squashed and goes on',
    'here',
    () => {
      squash()
      git('switch', '--quiet', 'topic')
      commit('src/more.ts')
      toMain()
    },
  ],
  [
    'it was rebased and fast-forwarded',
    'here',
    () => {
      rebaseOnto('main')
      toMain()
      git('merge', '--quiet', '--ff-only', 'topic')
    },
  ],
  [
    'its commits were rebased by the server and it was deleted',
    'here',
    () => {
      toMain()
      git('cherry-pick', 'main..topic')
      dropBranch()
    },
  ],
  [
    'it was rebased and waits',
    'elsewhere',
    () => {
      rebaseOnto('main')
      toMain()
    },
  ],
  [
    'it merged main and waits',
    'elsewhere',
    () => {
      git('merge', '--quiet', '--no-edit', 'main')
      toMain()
    },
  ],
  [
    'it was deleted',
    'deleted',
    () => {
      toMain()
      dropBranch()
    },
  ],
  [
    'it was deleted here and is on a remote',
    'elsewhere',
    () => {
      toMain()
      git('update-ref', 'refs/remotes/origin/topic', 'topic')
      dropBranch()
    },
  ],
  [
    'it was renamed',
    'elsewhere',
    () => {
      git('branch', '-m', 'topic', 'other')
      toMain()
    },
  ],
  ['it was renamed and is checked out', 'here', () => git('branch', '-m', 'topic', 'other')],
  [
    'it was merged into another branch',
    'elsewhere',
    () => {
      git('switch', '--quiet', '-c', 'release', 'main')
      git('merge', '--quiet', '--no-edit', 'topic')
      dropBranch()
      toMain()
    },
  ],
  [
    'it was squashed into main, and an older branch is checked out',
    'elsewhere',
    () => {
      git('branch', 'old', 'main')
      squash()
      dropBranch()
      git('switch', '--quiet', 'old')
    },
  ],
  ['its tip is checked out without a branch', 'here', () => git('switch', '--detach', 'topic')],
  ['main is checked out without a branch', 'elsewhere', () => git('switch', '--detach', 'main')],
  [
    'everything is packed',
    'elsewhere',
    () => {
      toMain()
      git('gc', '--quiet')
      git('pack-refs', '--all')
    },
  ],
]

test.each(cases)('when %s, what was learned on it is %s', async (_when, expected, happens) => {
  const { began, first, second } = workOnTopic()
  happens()
  const learnedBeforeItsFirstCommit = await stateOf(began)
  const learnedThen = [await stateOf(first), await stateOf(second)]
  expect([learnedBeforeItsFirstCommit, ...learnedThen]).toEqual([expected, expected, expected])
})

test('a commit of the branch that is checked out by itself has what was learned by then', async () => {
  const { first, second } = workOnTopic()
  git('switch', '--quiet', '--detach', first)
  expect([await stateOf(first), await stateOf(second)]).toEqual(['here', 'elsewhere'])
})

test('worktrees share: each has what its own branch taught and what is merged into that', async () => {
  const { second } = workOnTopic()
  toMain()
  const worktree = sandbox.path('app-topic')
  git('worktree', 'add', '--quiet', worktree, 'topic')
  expect([await stateOf(second, worktree), await stateOf(second)]).toEqual(['here', 'elsewhere'])
  git('merge', '--quiet', '--no-edit', 'topic')
  expect(await stateOf(second)).toBe('here')
})

test('a branch that was deleted with its worktree is known by its commit', async () => {
  toMain()
  const worktree = sandbox.path('app-topic')
  git('worktree', 'add', '--quiet', '-b', 'topic', worktree)
  writeFileSync(sandbox.path('app-topic', 'new.ts'), 'new\n')
  sandbox.git(worktree, 'add', '.')
  sandbox.git(worktree, 'commit', '--quiet', '--message=new')
  const learned = sandbox.git(worktree, 'rev-parse', 'HEAD')
  git('worktree', 'remove', worktree)
  dropBranch()
  expect(await stateOf(learned)).toBe('deleted')
})

test('a change of other lines in the same files is not the branch’s', async () => {
  const { second } = workOnTopic()
  toMain()
  writeFileSync(sandbox.path('app', 'src/topic.ts'), 'something else\n')
  commit('src/shared.ts', lines([3, 'theirs'], [20, 'other']))
  expect(await stateOf(second)).toBe('elsewhere')
})

test('the branch that a remote names as its default is no piece of work', async () => {
  git('switch', '--quiet', '-c', 'production')
  const learned = commit('a.ts')
  git('update-ref', 'refs/remotes/origin/production', learned)
  git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/production')
  toMain()
  expect(await stateOf(learned, root, 'production')).toBe('here')
})

test('in doubt it is here', async () => {
  const { second } = workOnTopic()
  toMain()
  expect(await stateOf('1'.repeat(40))).toBe('here')
  expect(await stateOf(second, sandbox.makeFolder('plain'))).toBe('here')
  expect(await stateOf(second, root, 'no [branch]')).toBe('here')
  const shallow = sandbox.path('shallow')
  sandbox.git(sandbox.folder, 'clone', '--quiet', '--depth=1', `file://${root}`, shallow)
  expect(await stateOf(second, shallow)).toBe('here')
  dropBranch()
  git('reflog', 'expire', '--expire=now', '--all')
  git('gc', '--quiet', '--prune=now')
  expect(await stateOf(second)).toBe('here')
  rmSync(sandbox.path('app', '.git', 'objects'), { recursive: true })
  expect(await stateOf(second)).toBe('here')
})

test('answers several points in their order', async () => {
  const { began, second } = workOnTopic()
  toMain()
  const points: BranchPoint[] = [
    { branch: 'topic', commit: second },
    { branch: 'main', commit: began },
    { branch: 'gone', commit: began },
  ]
  expect(await readBranchStates(root, points)).toEqual(['elsewhere', 'here', 'here'])
})
