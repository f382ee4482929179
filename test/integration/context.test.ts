/** What a host is handed: by the real hook, with the real daemon and without it. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { storeMany } from '../support/homes/many-memories.ts'
import { createWorld, makeClone, type World, waitFor } from '../support/homes/world.ts'
import { runCli } from '../support/processes/cli.ts'
import { startDaemon } from '../support/processes/daemon.ts'
import { installShim, runShim } from '../support/processes/shim.ts'

/** A busy machine may take longer than a hook usually has. */
const patient = { hook: { deadlineMs: 10_000 } }
const fact = 'We deploy with flyctl from the release branch'
const question = 'How do we deploy with `flyctl`?'

let world: World
beforeEach(() => {
  world = createWorld()
  world.writeConfig(patient)
  installShim(world)
})
afterEach(() => world.close())

const daemonUp = () => waitFor('the daemon to start', () => existsSync(world.paths.runFile), 30_000)

const remember = async (text: string, ...options: string[]) => {
  const run = await runCli(world, ['remember', text, ...options])
  expect(run).toMatchObject({ code: 0, stderr: '' })
}

/** What the model would see; empty when the hook said nothing. */
async function contextAt(event: string, payload: object, cwd = world.project): Promise<string> {
  const run = await runShim(world, event, payload, { cwd })
  expect(run).toMatchObject({ code: 0, stderr: '' })
  if (run.stdout === '') return ''
  const { hookSpecificOutput: output } = JSON.parse(run.stdout)
  expect(output.hookEventName).toBe(event)
  return output.additionalContext
}

function session(id: string, folder = world.project) {
  const payloads = sessionPayloads(id, folder)
  return {
    start: (source?: string) => contextAt('SessionStart', payloads.start(source), folder),
    prompt: (text: string, turn = 1) =>
      contextAt('UserPromptSubmit', payloads.prompt(turn, text), folder),
    subagent: () =>
      contextAt(
        'SubagentStart',
        { ...payloads.start(), agent_id: 'a1', agent_type: 'Explore' },
        folder,
      ),
    stop: (answer: string, turn = 1) => contextAt('Stop', payloads.stop(turn, answer), folder),
  }
}

const injected = () => Number(world.rows('SELECT count(*) AS n FROM injections')[0]?.n)

describe.each(['with the daemon', 'without it'])('%s', (how) => {
  const begin = async () => {
    if (how === 'with the daemon') await startDaemon(world)
  }

  it('gives a fact to the next session of its project, and to no other project’s', async () => {
    await remember(fact)
    const other = makeClone(world.path('gadgets'), 'https://github.com/acme/gadgets.git')
    await begin()
    expect(await session('s1').prompt('Good morning, what shall we do today?')).toBe('')
    expect(await session('s2', other).prompt(question)).toBe('')
    expect(await session('s3', other).start()).not.toContain('flyctl')
    expect(await session('s4').start()).toContain(fact)
  })

  it('brings a memory to a prompt about it once, and to another after a compaction', async () => {
    await remember(fact)
    await begin()
    const { prompt, start } = session('s1')
    expect(await prompt(question)).toContain(fact)
    expect(await prompt(question, 2)).toBe('')
    expect(await start('compact')).not.toContain(fact)
    expect(await prompt(question, 3)).toContain(fact)
    expect(await prompt(question, 4)).toBe('')
    expect(await session('s2').prompt(question)).toContain(fact)
  })

  it('gives a subagent the rules and nothing else', async () => {
    await remember(fact)
    await remember('Never push to main', '--kind', 'rule')
    await begin()
    const context = await session('s1').subagent()
    expect(context).toContain('Never push to main')
    expect(context).not.toContain('flyctl')
  })

  it('says nothing and notes nothing when context is switched off', async () => {
    await remember(fact)
    world.writeConfig({ ...patient, context: { enabled: false } })
    await begin()
    const { start, prompt, subagent } = session('s1')
    expect([await prompt(question), await subagent(), await start()]).toEqual(['', '', ''])
    expect(injected()).toBe(0)
  })

  it('says nothing in a project that is switched off', async () => {
    await remember(fact, '--scope', 'global')
    world.writeConfig({ ...patient, disabledProjects: ['github.com/acme/widgets'] })
    await begin()
    expect(await session('s1').prompt(question)).toBe('')
    expect(injected()).toBe(0)
  })

  it('is silent while the database is locked, and shows later what it could not', async () => {
    await remember(fact)
    world.writeConfig({ hook: { deadlineMs: 4_000 } })
    await begin()
    const holder = new DatabaseSync(world.paths.database, { timeout: 10_000 })
    holder.exec('BEGIN IMMEDIATE')
    const run = await runShim(world, 'UserPromptSubmit', {
      ...sessionPayloads('s1', world.project).prompt(1, question),
    })
    holder.exec('ROLLBACK')
    holder.close()
    expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(run.tookMs).toBeLessThan(6_000)
    expect(injected()).toBe(0)
    world.writeConfig(patient)
    expect(await session('s1').prompt(question, 2)).toContain(fact)
  })
})

describe('«remember that …» in a prompt', () => {
  const said = 'Remember that staging listens on port 5433.'
  const stored = () =>
    world.rows('SELECT content, trust, source FROM memories').map((row) => ({ ...row }))
  const kept = [{ content: 'Staging listens on port 5433.', trust: 'user', source: 'manual' }]

  it('is kept at once, and the agent is told so once, with the daemon', async () => {
    await startDaemon(world)
    const { prompt } = session('s1')
    expect(await prompt(said)).toMatch(
      /^<throughline-context>\nKept: “Staging listens on port 5433\.” \(\w{10}\)\. Do not store it again\.\n<\/throughline-context>$/,
    )
    expect(stored()).toEqual(kept)
    expect(await prompt(said)).toBe('')
    expect(stored()).toEqual(kept)
    expect(await session('s2').start()).toContain('Staging listens on port 5433.')
  })

  it('is kept on ingest, without the daemon', async () => {
    expect(await session('s1').prompt(said)).toBe('')
    await startDaemon(world)
    await waitFor('the memory', () => stored().length > 0, 30_000)
    expect(stored()).toEqual(kept)
  })
})

it('shows nothing twice, with or without the daemon', async () => {
  await remember(fact)
  const { prompt } = session('s1')
  expect(await prompt(question)).toContain(fact)
  const first = await startDaemon(world)
  expect(await prompt(question, 2)).toBe('')
  expect(await session('s2').prompt(question)).toContain(fact)
  await first.kill('SIGKILL')
  expect(await session('s2').prompt(question, 2)).toBe('')
  await startDaemon(world)
  expect(await session('s2').prompt(question, 3)).toBe('')
})

it('answers the start of a session itself and starts the daemon too', async () => {
  await remember(fact)
  expect(await session('s1').start()).toContain(fact)
  await daemonUp()
})

it('is silent within its deadline when the daemon hangs, and that is not noted as shown', async () => {
  await remember(fact)
  const daemon = await startDaemon(world)
  expect(await session('s0').prompt(question)).toContain(fact)
  world.writeConfig({ hook: { deadlineMs: 1_500 } })
  daemon.child.kill('SIGSTOP')
  const payload = sessionPayloads('s1', world.project).prompt(1, question)
  const run = await runShim(world, 'UserPromptSubmit', payload)
  expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' })
  expect(run.tookMs).toBeLessThan(5_000)
  world.writeConfig(patient)
  daemon.child.kill('SIGCONT')
  expect(await session('s1').prompt(question, 2)).toContain(fact)
})

it.each([
  ['missing', undefined],
  ['of a newer version', 'PRAGMA user_version = 999'],
  ['of an older version', 'PRAGMA user_version = 3'],
])('is silent without a daemon when the database is %s', async (_what, change) => {
  if (change !== undefined) {
    await remember(fact)
    const database = new DatabaseSync(world.paths.database, { timeout: 10_000 })
    database.exec(change)
    database.close()
  }
  expect(await session('s1').prompt(question)).toBe('')
  expect(existsSync(world.paths.database)).toBe(change !== undefined)
})

it('stays below 9,500 characters with 5,000 memories', async () => {
  await storeMany(world, 5_000, (number) => ({
    content: `Service ledger_${number} deploys with flyctl to region ${number * 7}, ${'ä'.repeat(number % 300)}`,
    kind: number % 50 === 0 ? 'rule' : 'fact',
    pinned: number % 60 === 0,
  }))
  await startDaemon(world)
  const { start, prompt } = session('s1')
  for (const context of [await start(), await prompt('How does ledger_4711 deploy with flyctl?')]) {
    expect(context).not.toBe('')
    expect(context.length).toBeLessThan(9_500)
  }
})

it('notes which of it was used, once for a session', async () => {
  await remember(fact)
  await remember('The staging cluster runs in eu-west-1 on three Hetzner machines', '--pin')
  await startDaemon(world)
  const { prompt, start, stop } = session('s1')
  expect(await start()).toContain('Hetzner')
  await prompt('Put the new version online')
  await stop('I ran flyctl deploy from the release branch.')
  const uses = () => world.rows("SELECT use_count FROM memories WHERE content LIKE '%flyctl%'")
  await waitFor('the use to be noted', () => uses()[0]?.use_count === 1)
  await prompt('And once more', 2)
  await stop('flyctl deploy from the release branch again.', 2)
  await waitFor(
    'the second turn to be digested',
    () => world.rows("SELECT 1 FROM digests WHERE type = 'turn'").length === 2,
  )
  expect(uses()).toEqual([{ use_count: 1 }])
  const lines = world.rows('SELECT use FROM injected_lines WHERE memory_id IS NOT NULL')
  expect(lines.map(({ use }) => use).sort()).toEqual(['echoed', null])
})
