/** How the hook recognises files and commands that memories are about, without starting Node for others. */
import { chmodSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openTriggerFiles, writeTriggers } from '../../src/adapters/filesystem/run-files.ts'
import { createTriggers, type TriggerLists } from '../../src/core/context/triggers.ts'
import { sampleMemory } from '../conformance/samples.ts'
import { createTestClock } from '../support/core/clock.ts'
import { openMemoryStore } from '../support/core/memory-store.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { makeTemporaryFolder } from '../support/homes/temporary-folder.ts'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { runCli } from '../support/processes/cli.ts'
import { startDaemon } from '../support/processes/daemon.ts'
import { installShim, runShim, type ShimOptions } from '../support/processes/shim.ts'
import { HookHome } from './hook-home.ts'

const silent = { code: 0, signal: null, stdout: '', stderr: '' }

describe('a file that memories are about', () => {
  let home: HookHome
  let started: string
  beforeEach(() => {
    // Stands for Node: keeps what it was called with.
    const stub = join(makeTemporaryFolder(), 'node')
    started = `${stub}.calls`
    writeFileSync(stub, `#!/bin/sh\necho "$@" >>'${started}'\necho known\n`)
    chmodSync(stub, 0o700)
    home = new HookHome({ node: stub })
    mkdirSync(home.paths.run, { recursive: true })
  })
  afterEach(() => home.remove())
  const list = async (...files: string[]) => {
    const store = await openMemoryStore(createTestClock())
    onTestFinished(() => store.close())
    const memory = sampleMemory('aa', { content: 'A trap.', files, scope: 'global', scopeId: '' })
    await store.transaction(({ memories }) => memories.insert(memory))
    const write = (triggers: TriggerLists) => writeTriggers(home.paths, triggers)
    const writeGuards = () => undefined
    await createTriggers({ ...store, write, writeGuards }).catchUp(new AbortController().signal)
  }
  const read = (file_path: string) =>
    JSON.stringify({ session_id: 's', tool_name: 'Read', tool_input: { file_path } })
  const run = (input: string) => home.run('PostToolUse', { input })
  const asked = { ...silent, stdout: 'known\n' }

  it.each([
    ['a plain path', 'src/cart.ts'],
    ['a space', 'src/my cart.ts'],
    ['quotes', `src/it's a "cart".ts`],
    ['regular expressions', 'src/[a-z]+(cart)*.ts'],
    ['a leading dash', '-rf/--cart.ts'],
    ['an umlaut', 'src/körbe.ts'],
    ['a command', 'src/$(touch pwned)`touch pwned`;touch pwned.ts'],
    ['a line break', 'src/a\ntouch pwned.ts'],
  ])('is spooled, then answered by Node, with %s in its name', async (_, file) => {
    await list(file)
    expect(await run(read('/w/shop/src/other.ts'))).toEqual(silent)
    expect(existsSync(started)).toBe(false)
    expect(await run(read(`/w/shop/${file}`))).toEqual(asked)
    expect(home.spooled()).toHaveLength(2)
    expect(readFileSync(started, 'utf8')).toMatch(/^\S+ claude-code PostToolUse --spooled \S+\n$/)
    expect(existsSync(join(home.project, 'pwned'))).toBe(false)
  })

  it('is recognised when the host escapes letters', async () => {
    await list('src/körbe.ts')
    expect(await run(read('/w/shop/src/körbe.ts').replace('ö', '\\u00f6'))).toEqual(asked)
  })

  it('is not recognised by a pattern that only looks like it', async () => {
    await list('src/.*')
    expect(await run(read('/w/shop/src/cart.ts'))).toEqual(silent)
    expect(existsSync(started)).toBe(false)
  })

  it('is not searched by a name that every payload has', async () => {
    await list('a', 'ts', 'src', '.', '/', '', 's'.repeat(100_000))
    expect(existsSync(home.paths.fileTriggers)).toBe(false)
  })

  it('is recognised in a payload with a name of 100 KB, and not by that name', async () => {
    await list('src/cart.ts')
    const long = 'x'.repeat(100_000)
    expect(await run(read(`/w/${long}.ts`))).toEqual(silent)
    expect(await run(read(`/w/${long}/src/cart.ts`))).toEqual(asked)
  })

  it('is no folder that contains the file', async () => {
    await list('packages/shop', 'docs')
    expect(await run(read('/w/packages/shop/docs/cart.ts'))).toEqual(silent)
    expect(await run(read('/w/packages/shop'))).toEqual(asked)
  })

  it.each([
    ['cut off within a line', 'src/cart.ts\nsrc/ord'],
    ['with an empty line', 'src/order.ts\n\nsrc/x.ts\n'],
    ['of zero bytes', '\0'.repeat(4096)],
    ['of bytes that are no text', Buffer.from([0xff, 0xfe, 0x0a, 0xc3])],
  ])(
    'never harms with a list %s: the event is spooled, and Node decides at most',
    async (_, text) => {
      writeFileSync(home.paths.fileTriggers, text)
      expect(await run(read('/w/shop/src/order.ts'))).toMatchObject({ code: 0, stderr: '' })
      expect(home.spooled()).toHaveLength(1)
    },
  )

  it('is not searched where capture is off', async () => {
    await list('src/cart.ts')
    const env = { THROUGHLINE_ENABLED: 'off' }
    const input = read('/w/shop/src/cart.ts')
    expect(await home.run('PostToolUse', { input, env })).toEqual(silent)
    expect(existsSync(started)).toBe(false)
  })

  it.each([
    ['without a list', () => undefined],
    ['with an empty list', () => writeFileSync(home.paths.fileTriggers, '')],
    ['with a folder for a list', () => mkdirSync(home.paths.fileTriggers)],
  ])('starts no Node %s', async (_, prepare) => {
    prepare()
    expect(await run(read('/w/shop/src/cart.ts'))).toEqual(silent)
    expect(home.spooled()).toHaveLength(1)
    expect(existsSync(started)).toBe(false)
  })
})

describe('a command that a rule is about', () => {
  let home: HookHome
  let started: string
  beforeEach(() => {
    const stub = join(makeTemporaryFolder(), 'node')
    started = `${stub}.calls`
    writeFileSync(stub, `#!/bin/sh\necho "$@" >>'${started}'\ncat\n`)
    chmodSync(stub, 0o700)
    home = new HookHome({ node: stub })
    writeTriggers(home.paths, { files: [], tools: ['npm', 'git push', 'src/generated'] })
  })
  afterEach(() => home.remove())
  const payload = (command: string) =>
    JSON.stringify({ session_id: 's', tool_name: 'Bash', tool_input: { command } })
  const run = (input: string) => home.run('PreToolUse', { input })

  it.each(['npm install', 'cd web && npm ci', 'git push --force', 'rm -r src/generated/a.ts'])(
    'is asked about and not captured: %s',
    async (command) => {
      const input = payload(command)
      expect(await run(input)).toEqual({ ...silent, stdout: `${input}\n` })
      expect(readFileSync(started, 'utf8')).toMatch(/^\S+ claude-code PreToolUse --ask \S+\n$/)
      expect(home.spooled()).toEqual([])
    },
  )

  it.each(['pnpm install', 'git pull', 'ls src/generated_types', 'echo $(touch pwned)'])(
    'is not this one, and starts no Node: %s',
    async (command) => {
      expect(await run(payload(command))).toEqual(silent)
      expect(existsSync(started)).toBe(false)
      expect(home.spooled()).toEqual([])
    },
  )

  it('is asked about for a guard alone, while no daemon keeps the other list', async () => {
    writeTriggers(home.paths, { files: [], tools: [] })
    openTriggerFiles(home.paths).writeGuards(['npm'])
    expect(await run(payload('npm ci'))).toEqual({ ...silent, stdout: `${payload('npm ci')}\n` })
    expect(await run(payload('pnpm i'))).toEqual(silent)
  })

  it('is asked about only for guards where the agent takes nothing else before a tool', async () => {
    const input = payload('npm ci')
    const announced = () => home.runWith(['gemini', 'BeforeTool'], { input })
    expect(await announced()).toEqual(silent)
    expect(existsSync(started)).toBe(false)
    openTriggerFiles(home.paths).writeGuards(['npm'])
    expect((await announced()).stdout).toBe(`${input}\n`)
  })

  it('is not looked for without rules, nor where capture is off', async () => {
    const env = { THROUGHLINE_ENABLED: 'off' }
    expect(await home.run('PreToolUse', { input: payload('npm ci'), env })).toEqual(silent)
    writeTriggers(home.paths, { files: ['npm'], tools: [] })
    expect(await run(payload('npm ci'))).toEqual(silent)
    expect(await run(payload('x'.repeat(300_000)))).toEqual(silent)
    expect(existsSync(started)).toBe(false)
  })
})

describe('the rule about a command', () => {
  let world: World
  beforeEach(async () => {
    world = createWorld()
    world.writeConfig({ hook: { deadlineMs: 10_000 } })
    installShim(world)
    const stored = ['remember', 'Use pnpm, never npm.', '--kind', 'rule']
    expect(await runCli(world, stored)).toMatchObject({ code: 0, stderr: '' })
  })
  afterEach(() => world.close())
  const announce = async (sessionId: string, command: string) => {
    const start = sessionPayloads(sessionId, world.project).start()
    const call = { tool_name: 'Bash', tool_use_id: 't1', tool_input: { command } }
    const payload = { ...start, hook_event_name: 'PreToolUse', ...call }
    return (await runShim(world, 'PreToolUse', payload)).stdout
  }

  it('is given before it runs, once in each session, and nothing of the call is kept', async () => {
    const daemon = await startDaemon(world)
    await waitFor('the list', () => existsSync(world.paths.toolTriggers))
    expect(await announce('s1', 'pnpm install')).toBe('')
    expect(await announce('s1', 'npm install')).toContain('never npm')
    expect(await announce('s1', 'npm install')).toBe('')
    expect(await announce('s2', 'npm install')).toContain('never npm')
    expect(world.rows('SELECT id FROM events')).toEqual([])
    await daemon.kill('SIGTERM')
    expect(existsSync(world.paths.toolTriggers)).toBe(false)
  })
})

describe('the memory about a file', () => {
  const trap = 'Never call save twice in src/cart.ts, it loses rows.'
  let world: World
  beforeEach(async () => {
    world = createWorld()
    // A busy machine may take longer than a hook usually has.
    world.writeConfig({ hook: { deadlineMs: 10_000 } })
    // Settings of the last two seconds may still change, so each hook would start Node to read them.
    utimesSync(world.paths.config, 1_700_000_000, 1_700_000_000)
    installShim(world)
    expect(await runCli(world, ['remember', trap])).toMatchObject({ code: 0, stderr: '' })
  })
  afterEach(() => world.close())

  const hasList = () => existsSync(world.paths.fileTriggers)
  const startListing = async () => {
    const daemon = await startDaemon(world)
    await waitFor('the list', hasList)
    return daemon
  }
  let reads = 0
  const open = async (sessionId: string, file = 'src/cart.ts', how: ShimOptions = {}) => {
    const payload = {
      ...sessionPayloads(sessionId, world.project).start(),
      hook_event_name: 'PostToolUse',
      tool_name: 'Read',
      tool_use_id: `t${++reads}`,
      tool_input: { file_path: join(world.project, file) },
      tool_response: { type: 'text', file: { content: '' } },
    }
    const run = await runShim(world, 'PostToolUse', payload, how)
    expect(run).toMatchObject({ code: 0, stderr: '' })
    return run.stdout
  }

  it('is given at its first read in each session, and the daemon keeps the list', async () => {
    const daemon = await startListing()
    expect(await open('s1', 'src/other.ts')).toBe('')
    expect(await open('s1')).toContain(trap)
    expect(await open('s1')).toBe('')
    expect(await open('s2')).toContain(trap)
    await daemon.kill('SIGTERM')
    expect(hasList()).toBe(false)
    expect(await open('s3')).toBe('')
  })

  it('is given by the database while no daemon runs, and not once it is forgotten', async () => {
    const daemon = await startListing()
    await daemon.kill('SIGKILL')
    expect(await open('s1')).toContain(trap)
    expect(await open('s1')).toBe('')
    const [memory] = world.rows('SELECT id FROM memories')
    await runCli(world, ['delete', String(memory?.id), '--yes'])
    expect(await open('s2')).toBe('')
  })

  it('is given where Node handles every event, as on Windows', async () => {
    await startListing()
    expect(await open('s1', 'src/other.ts', { byNode: true })).toBe('')
    expect(await open('s1', 'src/cart.ts', { byNode: true })).toContain(trap)
  })

  it('leaves the list when it is forgotten', async () => {
    await startListing()
    const [memory] = world.rows('SELECT id FROM memories')
    const run = await runCli(world, ['delete', String(memory?.id), '--yes'])
    expect(run).toMatchObject({ code: 0 })
    await waitFor('the list to go', () => !hasList())
    expect(await open('s1')).toBe('')
  })

  it('is not given in a project that is switched off', async () => {
    await startListing()
    world.writeConfig({ disabledProjects: [world.project] })
    expect(await open('s1')).toBe('')
    expect(await open('s1')).toBe('')
  })
})
