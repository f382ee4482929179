/** Whatever a repository tells git to run, nothing of it is run by Throughline. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLocal } from '../../src/compose/local.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { createGitSandbox, type GitSandbox } from '../support/homes/git-sandbox.ts'
import {
  type HostileRepository,
  makeHostileRepository,
} from '../support/homes/hostile-repository.ts'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { runCli } from '../support/processes/cli.ts'
import { startDaemon } from '../support/processes/daemon.ts'
import { installShim, runShim } from '../support/processes/shim.ts'

let sandbox: GitSandbox
let world: World
let repository: HostileRepository
beforeEach(() => {
  sandbox = createGitSandbox()
  world = createWorld()
  world.writeConfig({ hook: { deadlineMs: 10_000 } })
  installShim(world)
  repository = makeHostileRepository(sandbox, 'app')
})
afterEach(async () => {
  await world.close()
  sandbox.remove()
})

const cli = (args: readonly string[], env: Record<string, string> = {}) =>
  runCli(world, args, { cwd: repository.root, env })
const remember = () => cli(['remember', 'The numbers are in a.txt', '--file', 'a.txt'])

async function runSession(id: string): Promise<void> {
  const { start, prompt, toolUse, stop, end } = sessionPayloads(id, repository.root)
  const events = [
    start(),
    prompt(1, 'What is in a.txt?'),
    toolUse(1, 't1'),
    stop(1, 'Three.'),
    end(),
  ]
  for (const payload of events) {
    const run = await runShim(world, String(payload.hook_event_name), payload, {
      cwd: repository.root,
      env: { THROUGHLINE_AUTOSTART: 'off' },
    })
    expect(run).toMatchObject({ code: 0, stderr: '' })
  }
}

test('git itself, asked in that repository, runs its programs', () => {
  sandbox.git(repository.root, 'status')
  expect(repository.traces()).toEqual(expect.arrayContaining(['fsmonitor', 'included-clean']))
})

test('a session’s hooks run nothing of the repository, without a daemon', async () => {
  await runSession('s1')
  expect(repository.traces()).toEqual([])
})

test('a session’s hooks and the jobs that follow run nothing of the repository', async () => {
  await remember()
  const daemon = await startDaemon(world)
  await runSession('s1')
  await runSession('s2')
  await waitFor(
    'the jobs to end',
    () => {
      const [open] = world.rows(
        "SELECT count(*) AS n FROM jobs WHERE status IN ('pending', 'running')",
      )
      const [ended] = world.rows('SELECT count(*) AS n FROM sessions WHERE ended_at IS NOT NULL')
      const [checked] = world.rows("SELECT count(*) AS n FROM jobs WHERE kind = 'check-files'")
      return ended?.n === 2 && checked?.n === 1 && open?.n === 0
    },
    60_000,
  )
  expect(await daemon.kill('SIGTERM')).toBe(0)
  expect(repository.traces()).toEqual([])
})

test.each([
  ['', {}],
  [' with the current folder on the PATH', { PATH: '.::/usr/local/bin:/usr/bin:/bin' }],
])('no command run in a repository%s runs anything of it', async (_, env) => {
  await remember()
  for (const args of [
    ['context'],
    ['context', '--event', 'session-start', '--explain'],
    ['recall', 'numbers'],
    ['status'],
    ['doctor'],
    ['projects', 'list'],
    ['review', '--list'],
    ['sessions'],
    ['wiki', 'enable', '--in-repo'],
    ['wiki', 'lint'],
    ['wiki', 'check'],
    ['setup', '--project', '--host', 'claude-code', '--yes'],
  ]) {
    await cli(args, env)
    expect(repository.traces(), args.join(' ')).toEqual([])
  }
})

test('looking whether the files of memories changed runs nothing of the repository', async () => {
  await remember()
  const { root } = world.paths
  const local = await openLocal({ root, userHome: world.userHome, env: world.env })
  try {
    await local.jobs.checkMemories(AbortSignal.timeout(20_000))
    const { items } = await local.operations.listReview({ limit: 10, offset: 0 })
    expect(items).toMatchObject([{ kind: 'stale' }])
  } finally {
    local.close()
  }
  expect(repository.traces()).toEqual([])
})
