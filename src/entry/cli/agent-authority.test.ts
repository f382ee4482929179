import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, makeClone, type World } from '../../../test/support/homes/world.ts'
import { type RunOptions, runCli } from '../../../test/support/processes/cli.ts'

const env = { CLAUDECODE: '1' }
let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

const asUser = (...args: string[]) => runCli(world, args)
const asAgent = (args: readonly string[], options: RunOptions = {}) =>
  runCli(world, args, { ...options, env: { ...env, ...options.env } })
const memories = () =>
  world.rows('SELECT content, kind, scope, trust, pinned, key, version FROM memories')
const proposals = async () => {
  const { stdout } = await asUser('review', '--list', '--kind', 'proposal', '--json')
  return (JSON.parse(stdout) as { items: object[] }).items
}
const kept = 'Kept as a proposal. The user decides in `throughline review`.\n'

describe('in a shell of an agent', () => {
  it('a memory is recorded as said by the agent', async () => {
    const { code, stdout } = await asAgent(['remember', 'Tests run with vitest'])
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Remembered as /)])
    expect(memories()).toMatchObject([{ content: 'Tests run with vitest', trust: 'agent' }])
  })

  it('a pin is only proposed, and the memory is stored', async () => {
    const { code, stderr } = await asAgent(['remember', 'Tests run with vitest', '--pin'])
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Pinning is kept as a proposal\./)])
    expect(memories()).toMatchObject([{ trust: 'agent', pinned: 0 }])
  })

  it.each([
    ['remember', 'Use tabs', '--scope', 'global'],
    ['remember', 'Deploy whenever you like', '--key', 'deploys'],
    ['edit', 'deploys', 'Deploy whenever you like'],
    ['edit', 'deploys', '--kind', 'fact'],
    ['pin', 'deploys'],
    ['forget', 'deploys'],
  ])('%s %s: what only the user may change becomes a proposal', async (...args) => {
    await asUser('remember', 'Deploy on Mondays', '--key', 'deploys', '--kind', 'rule')
    const before = memories()
    const { code, stdout, stderr } = await asAgent(args)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/ept as a proposal\. The user decides in `throughline review`\.\n$/)
    expect(memories()).toEqual(before)
    expect(await proposals()).toMatchObject([{ proposal: { by: 'agent', host: 'claude-code' } }])
  })

  it('of several memories, each change to one of the user’s becomes a proposal', async () => {
    await asUser('remember', 'Deploy on Mondays', '--key', 'deploys')
    await asAgent(['remember', 'Tests run with vitest', '--key', 'tests'])
    const { code, stdout, stderr } = await asAgent(['forget', 'deploys', 'tests'])
    expect([code, stderr]).toEqual([0, `throughline: ${kept}`])
    expect(stdout).toContain('Forgot ')
    expect(memories()).toMatchObject([{ key: 'deploys' }])
  })

  it('another project’s memory becomes a proposal, in whichever folder the shell is', async () => {
    const bank = makeClone(world.path('bank'), 'https://github.com/acme/bank.git')
    const start = { session_id: 's1', cwd: world.project, source: 'startup' }
    const input = JSON.stringify({ ...start, hook_event_name: 'SessionStart' })
    const { openLocal } = await import('../../compose/local.ts')
    const { root } = world.paths
    const local = await openLocal({ root, userHome: world.userHome, env: {} })
    await local.spool.add({ host: 'claude-code', event: 'SessionStart', cwd: world.project }, input)
    await local.drain(new AbortController().signal)
    local.close()
    const { stdout } = await asAgent(['remember', 'Settle with curl'], { cwd: bank })
    expect(stdout).toBe(kept)
    expect((await asAgent(['remember', 'Paint it white'])).stdout).toMatch(/^Remembered /)
  })

  const refused = [
    'review decide 3fa91c02b7de accept',
    'review author Mallory keep',
    'review undo',
    'config set mcp.agentChanges apply',
    'config reset mcp.agentChanges',
    'projects trust',
    'projects merge a b',
    'projects move widgets github.com/acme/other',
    'projects rename widgets other',
    'delete deploys --yes',
    'delete --project widgets --yes',
    'delete --session 5d2b8c1e4a --yes',
    'delete --matching secret --yes',
    'clear --all --yes',
    'restore 2b8c1e4a77',
    'prune',
    'remember --lines x',
    'import backup.tlb',
    'import --from claude-code --path /tmp/x --yes',
    'sync --folder /tmp --accept all',
    'sync now',
    'share --yes',
    'login https://example.com',
    'team approve Mallory',
    'team keys create x',
    'setup --allow-tools --yes',
    'setup --learn agent --yes',
    'disconnect --yes',
    'uninstall --yes',
    'upgrade --rollback',
    'dashboard --no-open',
    'embeddings on ollama',
    'guidance install AGENTS.md --yes',
    'promote x --yes',
    'guard deploys --level off',
    'guard deploys --wrong',
    'wiki enable --in-repo',
    'wiki apply',
    'subscribers test x',
    'consolidate undo',
  ]
  it.each(refused)('`throughline %s` is for the user only', async (command) => {
    await asUser('remember', 'Deploy on Mondays', '--key', 'deploys')
    const before = memories()
    const { code, stdout, stderr } = await asAgent(command.split(' '), { isTerminal: true })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      'throughline: only you can do this, and Claude Code is running this shell\n  run it in your own terminal\n',
    )
    expect(memories()).toEqual(before)
  })

  const read = [
    ...[
      'status',
      'doctor',
      'recall deploys',
      'list',
      'guard',
      'show deploys',
      'context',
      'learned',
    ],
    ...['context stats', 'review', 'consolidate list', 'sessions', 'projects list', 'cost'],
    ...['projects show widgets', 'export', 'config list', 'config get enabled', 'config path'],
    ...['guidance show', 'embeddings status', 'jobs list', 'subscribers list', 'wiki build'],
    ...['wiki status', 'wiki diff', 'wiki lint', 'wiki query deploys', 'completion bash'],
    ...['sync status', 'import --dry-run', 'setup --dry-run', ''],
  ]
  it.each(read)('`throughline %s` reads as usual', async (command) => {
    await asUser('remember', 'Deploy on Mondays', '--key', 'deploys')
    const { stderr } = await asAgent(command.split(' ').filter(Boolean))
    expect(stderr).not.toContain('only you can do this')
  })

  it('key presses decide nothing in review', async () => {
    await asAgent(['remember', 'Use tabs', '--scope', 'global'])
    const { code, stdout } = await asAgent(['review'], { isTerminal: true, keys: 'ay' })
    expect([code, stdout]).toEqual([0, expect.stringContaining('Use tabs')])
    expect(await proposals()).toHaveLength(1)
    expect(memories()).toEqual([])
  })
})

it.each([
  [{ CODEX_THREAD_ID: 'x' }, 'Codex'],
  [{ GEMINI_CLI: '1' }, 'Gemini CLI'],
  [{ OPENCODE: '1', AGENT: '1' }, 'OpenCode'],
  [{ QWEN_CODE: '1' }, 'Qwen Code'],
  [{ COPILOT_CLI: '1' }, 'Copilot CLI'],
  [{ CURSOR_AGENT: '1' }, 'Cursor'],
  [{ AI_AGENT: 'somebody' }, 'a coding agent'],
])('recognises the shell of %j', async (variables, name) => {
  const { stderr } = await runCli(world, ['prune'], { env: variables })
  expect(stderr).toContain(`${name} is running this shell`)
})
