import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionPayloads } from '../../../../test/support/homes/claude-payloads.ts'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { answerHook } from '../../../../test/support/processes/answer-hook.ts'
import { type RunOptions, runCli } from '../../../../test/support/processes/cli.ts'
import { openLocal } from '../../../compose/local.ts'

let world: World
let id: string
beforeEach(async () => {
  world = createWorld()
  const { stdout } = await throughline(
    'remember',
    'Use pnpm, never npm.',
    '--kind',
    'rule',
    '--json',
  )
  id = JSON.parse(stdout).memory.id
})
afterEach(() => world.close())

const throughline = (...args: string[]) => runCli(world, args)
const byHand = (args: string[], more: RunOptions = {}) =>
  runCli(world, args, { isTerminal: true, columns: 80, ...more })
const guard = async () => JSON.parse((await throughline('guard', id, '--json')).stdout)

/** A session in which the agent ran a command, and what the user typed next. */
async function capture(session: string, command: string, next: string): Promise<void> {
  const { root } = world.paths
  const local = await openLocal({ root, userHome: world.userHome, env: {} })
  const payloads = sessionPayloads(session, world.project)
  const call = {
    ...payloads.toolUse(1, `${session}-1`),
    tool_name: 'Bash',
    tool_input: { command },
  }
  const events: [string, object][] = [
    ['SessionStart', payloads.start()],
    ['UserPromptSubmit', payloads.prompt(1, 'Add a dependency')],
    ['PostToolUse', call],
    ['Stop', payloads.stop(1, 'Done.')],
    ['UserPromptSubmit', payloads.prompt(2, next)],
  ]
  for (const [event, payload] of events) {
    const envelope = { host: 'claude-code', event, cwd: world.project }
    await local.spool.add(envelope, JSON.stringify(payload))
  }
  await local.drain(new AbortController().signal)
  local.close()
}

async function hold(command: string): Promise<string> {
  const { root } = world.paths
  const local = await openLocal({ root, userHome: world.userHome, env: {} })
  const call = { session_id: 's9', tool_name: 'Bash', tool_input: { command } }
  const answer = await answerHook(local, 'PreToolUse', { ...call, cwd: world.project })
  local.close()
  return answer
}

describe('throughline guard', () => {
  it('proposes what the text forbids, and tests it on history', async () => {
    expect((await throughline('guard', id)).stdout).toContain('no session here to test it on')
    await capture('a', 'npm install left-pad', 'No, use pnpm.')
    await capture('b', 'npm install left-pad', 'Now write the tests')
    await capture('c', 'pnpm install', 'Thanks')
    const { code, stdout } = await throughline('guard', id)
    expect(code).toBe(0)
    expect(stdout).toContain('npm, yarn, bun')
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'would have fired in 2 turns of 3 sessions; 1 time you corrected the agent afterwards, 1 time you let it pass',
    )
    expect(stdout.replace(/\s+/g, ' ')).toContain('cannot hold a tool back')
  })

  it('sets the level by one key, and shows it in the list', async () => {
    expect(await hold('npm install')).not.toContain('permissionDecision')
    const { code, stdout } = await byHand(['guard', id], { keys: 'xbq' })
    expect([code, stdout]).toEqual([0, expect.stringContaining('block: the call is refused')])
    expect(stdout).toContain('Press one of the keys above.')
    expect(await hold('npm install')).toContain('"permissionDecision":"deny"')
    expect((await throughline('guard')).stdout).toMatch(/^block {2}\w+ {2}Use pnpm, never npm\./)
  })

  it('lets a call pass that it held back wrongly, by one key, and tests it again', async () => {
    await capture('a', 'npm publish', 'Thanks')
    await byHand(['guard', id, '--level', 'ask'])
    expect(await hold('npm publish')).toContain('"permissionDecision":"ask"')
    const { stdout } = await byHand(['guard', id], { keys: 'wq' })
    expect(stdout.match(/w wrong: let npm publish pass/g)).toHaveLength(1)
    expect(stdout.replace(/\s+/g, ' ')).toContain('would not have fired in 1 session')
    expect(await hold('npm publish')).not.toContain('permissionDecision')
    expect(await hold('npm install')).toContain('"permissionDecision":"ask"')
  })

  it('takes patterns and exceptions as options', async () => {
    const patterns = ['--command', 'npm install', '--path', './web/', '--except', 'npm install -g']
    await byHand(['guard', id, '--level', 'block', ...patterns])
    expect(await guard()).toMatchObject({
      level: 'block',
      patterns: [{ command: 'npm install' }, { path: 'web' }],
      exceptions: [{ command: 'npm install -g' }],
    })
    await byHand(['guard', id, '--level', 'off'])
    expect(await guard()).toMatchObject({ level: 'off', patterns: [{}, {}], exceptions: [{}] })
  })

  it.each<[string, string[], number, string]>([
    ['an unknown level', ['ID', '--level', 'deny'], 2, 'level'],
    ['an unknown memory', ['ffffffffff'], 1, 'there is no memory'],
    ['a change without a memory', ['--level', 'block'], 2, 'name the memory'],
    ['a guard that never fired', ['ID', '--wrong'], 1, 'has not fired'],
    ['an empty pattern', ['ID', '--command', 'x'], 2, 'patterns'],
  ])('says what is wrong with %s', async (_what, args, code, message) => {
    const run = await byHand(['guard', ...args.map((arg) => (arg === 'ID' ? id : arg))])
    expect(run.code).toBe(code)
    expect(run.stderr).toContain(message)
    expect(run.stderr).not.toContain('    at ')
  })

  it('says that a text forbids nothing, and takes what to hold back', async () => {
    const { stdout } = await throughline('remember', 'Mind the cart', '--kind', 'rule', '--json')
    const other = JSON.parse(stdout).memory.id
    const run = await byHand(['guard', other, '--level', 'block'])
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('forbids no command')])
    expect((await byHand(['guard', other, '--level', 'block', '--path', 'src/cart.ts'])).code).toBe(
      0,
    )
  })

  it('says where there are no guards', async () => {
    expect((await throughline('guard')).stdout).toContain('You have set no guard')
  })
})
