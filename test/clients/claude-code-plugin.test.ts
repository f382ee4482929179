/** The released Claude Code with our plugin, installed from this repository as a marketplace. */
import { existsSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import { settingsFiles } from '../../src/adapters/filesystem/settings-files.ts'
import { installer } from '../../src/adapters/hosts/claude-code/installer.ts'
import { type AskOptions, askClaude } from './drivers/ask-claude.ts'
import { hookTraces, runClaude } from './drivers/run-claude.ts'
import { type FakeMessagesApi, startFakeMessagesApi } from './fake-models/messages-api.ts'
import type { Scenario } from './fake-models/scripted-model.ts'
import { testWithClients } from './test-with-clients.ts'
import { type CaptureWorld, createCaptureWorld, program } from './world/capture-world.ts'
import { waitForEmptySpool } from './world/captured.ts'
import { type CapturedSession, findMemories, findSession, type Row } from './world/captured-rows.ts'

const repository = resolve(import.meta.dirname, '../..')
const id = 'throughline@throughline'
const ourTool = (name: string) => `mcp__plugin_throughline_throughline__${name}`
const port = 'The preview server listens on port 4173.'
const branch = 'Releases are cut from the branch stable.'

const scenarios: Scenario[] = [
  {
    match: /^list the files$/,
    steps: [{ tools: [{ name: 'Bash', input: { command: 'ls', description: 'List' } }] }],
    end: 'There is one README.',
  },
  {
    match: /^delegate the search$/,
    steps: [
      {
        tools: [
          {
            name: 'Agent',
            input: {
              description: 'Find the parser',
              prompt: 'Search the code for the parser.',
              subagent_type: 'Explore',
            },
          },
        ],
      },
    ],
    end: 'A subagent is on it.',
  },
  {
    match: /Save with memory_store: The preview server/,
    steps: [
      // Tools of MCP servers are only named until they are asked for.
      { tools: [{ name: 'ToolSearch', input: { query: `select:${ourTool('memory_store')}` } }] },
      { tools: [{ name: ourTool('memory_store'), input: { content: port, kind: 'fact' } }] },
    ],
    end: 'Saved.',
  },
]

const { test, longTest, binaryOf } = await testWithClients('claude-code')
const binary = binaryOf('claude-code')
let api: FakeMessagesApi
let world: CaptureWorld
/** What the user's shell has: our command on PATH, and another home than the usual one. */
let env: Record<string, string>

async function open(): Promise<void> {
  api = await startFakeMessagesApi(scenarios)
  world = await createCaptureWorld()
  const bin = join(world.temporary, 'bin')
  await mkdir(bin)
  const command = `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`
  await writeFile(join(bin, 'throughline'), command, { mode: 0o755 })
  env = {
    PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
    THROUGHLINE_HOME: world.throughlineHome,
    // For a home other than the usual one each hook starts Node, which a busy machine does slowly.
    CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '20000',
  }
  await throughline('config', 'set', 'hook.deadlineMs', '10000')
}

async function close(): Promise<void> {
  await api?.close()
  await world?.close()
}

const throughline = (...args: string[]) => world.throughline(world.repository, ...args)

/** @throws when it exits with another code than 0 */
async function claude(...args: string[]): Promise<string> {
  const place = { home: world.userHome, project: world.repository }
  const { code, stdout, stderr } = await runClaude({ binary, api, args, env, ...place })
  if (code !== 0) throw new Error(`claude ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

async function installPlugin(): Promise<void> {
  await claude('plugin', 'marketplace', 'add', repository)
  await claude('plugin', 'install', id)
}

/** @returns what was captured of it, and what the model was sent last */
async function ask(prompt: string, options?: AskOptions) {
  const { sessionId } = await askClaude({ binary, api, world, env }, prompt, options)
  await waitForEmptySpool(world)
  const captured = findSession(world.database, sessionId)
  const asked = api.requests.filter(({ body }) => JSON.stringify(body.messages).includes(prompt))
  return { sessionId, captured, request: JSON.stringify(asked.at(-1)?.body) }
}

const eventNames = (session?: CapturedSession) => session?.events.map(({ name }) => name)
const contextsIn = (request: string) => request.match(/<throughline-context>/g)?.length ?? 0
const wholeSession = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'SessionEnd']

describe('in a new home', () => {
  beforeEach(open)
  afterEach(close)

  test('the client finds nothing wrong with the plugin and its marketplace', async () => {
    for (const folder of [repository, join(repository, 'integrations', 'claude-code')]) {
      expect(await claude('plugin', 'validate', '--strict', folder)).toContain('Validation passed')
    }
  })

  test('what the client notes of a plugin is understood', async () => {
    const { userHome, repository: projectFolder } = world
    const location = { target: 'project', userHome, projectFolder, programFolders: [] } as const
    const enabled = () => installer.plugin?.find(location, settingsFiles)
    expect(await enabled()).toBeUndefined()
    await installPlugin()
    expect(await enabled()).toEqual({ id, folder: repository })
    await claude('plugin', 'disable', id, '--scope', 'local')
    expect(await enabled()).toBeUndefined()
    await claude('plugin', 'enable', id, '--scope', 'local')
    expect(await enabled()).toMatchObject({ id })
    await claude('plugin', 'uninstall', id)
    await claude('plugin', 'marketplace', 'remove', 'throughline')
    expect(await enabled()).toBeUndefined()
  })

  test('sessions are captured, by the command first and by the shim from then on', async () => {
    await installPlugin()
    const shim = join(world.throughlineHome, 'bin', 'throughline-hook')
    expect(existsSync(shim)).toBe(false)
    await throughline('config', 'set', 'context.enabled', 'false')
    const first = await ask('list the files')
    expect(eventNames(first.captured)).toEqual(wholeSession)
    expect(existsSync(shim)).toBe(true)

    // The plugin knows one home without a command: the default one.
    symlinkSync(world.throughlineHome, join(world.userHome, '.throughline'))
    env.PATH = '/usr/local/bin:/usr/bin:/bin'
    const { captured } = await ask('list the files')
    expect(eventNames(captured)).toEqual(wholeSession)
    expect(captured).toMatchObject({
      session: { status: 'completed', cwd: world.repository },
      turns: [{ number: 1, prompt: 'list the files', answer: 'There is one README.' }],
      toolEvents: [{ tool_name: 'Bash', outcome: 'ok' }],
    })
    expect(hookTraces(String(captured?.session.transcript_path))).toEqual([])
  })

  test('without Throughline the client works as usual, and its user learns what to do', async () => {
    await installPlugin()
    const nowhere = join(world.root, 'nowhere')
    env = { PATH: '/usr/local/bin:/usr/bin:/bin', THROUGHLINE_HOME: nowhere }
    const { request } = await ask('list the files')
    expect(request).toContain('list the files')
    expect(existsSync(nowhere)).toBe(false)
    const told = globSync('.claude/plugins/data/*/told-to-install', { cwd: world.userHome })
    expect(told).toHaveLength(1)
  })
})

describe('with the plugin alone', () => {
  beforeAll(async () => {
    await open()
    await installPlugin()
  })
  afterAll(close)

  test('the model is sent what is remembered once, the tools, the guidance and the skill', async () => {
    await throughline('remember', branch)
    const { request } = await ask('list the files')
    expect(request).toMatch(/<throughline-context>.*branch stable.*<\/throughline-context>/)
    expect(contextsIn(request)).toBe(1)
    expect(request).toContain(ourTool('memory_recall'))
    expect(request).toContain('Throughline remembers across sessions.')
    expect(request).toContain('throughline:using-memory')
  })

  test('a command of ours may use our tools without being asked about them', async () => {
    const { captured } = await ask(`/throughline:remember ${port}`)
    expect(
      captured?.toolEvents.map(({ tool_name, outcome }) => `${tool_name}: ${outcome}`),
    ).toEqual(['ToolSearch: ok', `${ourTool('memory_store')}: ok`])
    // Once: what the agent stores is what the user's own words already said.
    expect(findMemories(world.database, port)).toMatchObject([{ kind: 'fact', trust: 'user' }])
  })
})

describe('with hooks in the settings as well', () => {
  beforeAll(async () => {
    await open()
    await throughline('setup', '--host', 'claude-code', '--yes')
    await installPlugin()
    const settings = readFileSync(join(world.userHome, '.claude', 'settings.json'), 'utf8')
    expect(settings).toContain('throughline-hook')
    expect(settings).toContain(`"${id}": true`)
    await throughline('remember', port)
  })
  afterAll(close)

  test('nothing is captured or given twice', async () => {
    const { captured, request } = await ask('list the files')
    expect(eventNames(captured)).toEqual(wholeSession)
    expect(captured?.session).toMatchObject({ event_count: wholeSession.length })
    expect(captured?.turns).toHaveLength(1)
    expect(captured?.toolEvents).toHaveLength(1)
    expect(contextsIn(request)).toBe(1)
  })

  longTest('a subagent is captured once', async () => {
    const { captured } = await ask('delegate the search')
    const ofSubagent = captured?.events.filter(({ agent_id }) => agent_id !== '') ?? []
    expect(ofSubagent.map(({ name }) => name)).toEqual(['SubagentStart', 'SubagentStop'])
  })

  longTest(
    'a compaction is captured once, and what is remembered is there again once',
    async () => {
      const { sessionId, captured: before } = await ask('list the files')
      const args = ['--resume', sessionId]
      const { captured } = await ask('/compact', { args })
      const added = captured?.events.slice(before?.events.length) ?? []
      const isSubagent = ({ name }: Row) => name === 'SubagentStop'
      expect(added.filter((event) => !isSubagent(event)).map(({ name }) => name)).toEqual([
        'SessionStart',
        'PreCompact',
        'SessionStart',
        'PostCompact',
        'SessionEnd',
      ])
      // The client has one or two of its own subagents write the summary.
      const told = added.filter(isSubagent).map(({ fields }) => JSON.stringify(fields))
      expect(told).toEqual([...new Set(told)])
      const { request } = await ask('list the files', { args })
      // The client keeps the recap it got at the resume before.
      expect(request.split(port)).toHaveLength(2)
    },
  )
})
