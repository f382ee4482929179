/** Released clients with our plugins, which `throughline setup --plugin` has them install and remove. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { z } from 'zod'
import { sampled } from '../hermetic/long-run.ts'
import * as driven from './drivers/agents.ts'
import type { Client, WrittenSettings } from './drivers/client.ts'
import { trustedByCodex } from './drivers/codex.ts'
import { type Step, use } from './fake-models/scripted-model.ts'
import { testWithClients } from './test-with-clients.ts'
import { type CaptureWorld, createCaptureWorld, shellPath } from './world/capture-world.ts'
import { captured } from './world/captured.ts'

interface PluginAgent extends driven.Agent {
  readonly name: string
  readonly program: string
  readonly plugin: string
  readonly list: Step
  /** Each event of one session. */
  readonly events: readonly string[]
  /** Our MCP server, as its model hears of it. */
  readonly server: RegExp
}

const claudeCode: PluginAgent = {
  ...driven.claudeCode,
  name: 'Claude Code',
  program: 'claude',
  plugin: 'the plugin throughline@throughline',
  list: use('Bash', { command: 'ls', description: 'List' }),
  events: ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'SessionEnd'],
  // While it connects, only the server is named.
  server: /mcp__plugin_throughline_throughline__|plugin:throughline:throughline/,
}

const shell = { command: 'ls', description: 'List' }

const gemini: PluginAgent = {
  ...driven.gemini,
  name: 'Gemini CLI',
  program: 'gemini',
  plugin: 'the extension throughline',
  list: use('run_shell_command', shell),
  events: ['SessionStart', 'BeforeAgent', 'AfterTool', 'AfterAgent', 'SessionEnd'],
  server: /mcp_throughline_memory_recall/,
}

const qwen: PluginAgent = {
  ...driven.qwen,
  name: 'Qwen Code',
  program: 'qwen',
  plugin: 'the extension throughline',
  list: use('run_shell_command', { ...shell, is_background: false }),
  events: [
    'InstructionsLoaded',
    'SessionStart',
    'UserPromptSubmit',
    'PostToolUse',
    'UserPromptSubmit',
    'Stop',
  ],
  server: /mcp__throughline__memory_recall/,
}

/** Codex asks its model before our MCP server has answered; so its command ends only then. */
const listWithTools =
  'i=0; until ls ../throughline/run/mcp/codex.* || [ $i = 90 ]; do sleep 0.1; i=$((i+1)); done; ls'

const codex: PluginAgent = {
  ...driven.codex,
  name: 'Codex',
  program: 'codex',
  plugin: 'the plugin throughline@throughline',
  list: use('exec_command', { cmd: listWithTools }),
  events: ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'SessionEnd'],
  server: /- throughline: Throughline remembers across sessions/,
}

const copilot: PluginAgent = {
  ...driven.copilot,
  name: 'Copilot CLI',
  program: 'copilot',
  plugin: 'the plugin throughline@throughline',
  list: use('bash', shell),
  events: ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'SessionEnd'],
  server: /throughline-memory_recall/,
}

const agents = sampled([codex, claudeCode, copilot, gemini, qwen], 1)
const fact = 'The preview server listens on port 4173.'
const { test, binaryOf } = await testWithClients(...agents.map(({ host }) => host))
const clients = new Map<PluginAgent, Client>()
const settings = new Map<PluginAgent, WrittenSettings>()
let programs: string
let world: CaptureWorld

beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'throughline-programs-'))
  world = await createCaptureWorld({ PATH: `${programs}:${shellPath}` })
  for (const agent of agents) {
    const binary = binaryOf(agent.host)
    const node = binary.endsWith('.js') ? `'${process.execPath}' ` : ''
    const script = `#!/bin/sh\nexec ${node}'${binary}' "$@"\n`
    await writeFile(join(programs, agent.program), script, { mode: 0o755 })
    const scenarios = [{ match: /^list the files$/, steps: [agent.list], end: 'One README.' }]
    const client = { binary, world, api: await agent.startApi(scenarios) }
    clients.set(agent, client)
    settings.set(agent, agent.writeSettings(client))
  }
})

afterAll(async () => {
  for (const { api } of clients.values()) await api.close()
  await world?.close()
  await rm(programs, { recursive: true, force: true })
})

test('setup moves agents from their settings to the plugin, which doctor recognises', async () => {
  await throughline('setup', '--yes')
  await throughline('config', 'set', 'hook.deadlineMs', '10000')
  await throughline('remember', fact)
  const told = await throughline('setup', '--plugin', '--yes')
  const { checks } = report.parse(JSON.parse(await throughline('doctor', '--json')))
  for (const { name: subject, plugin } of agents) {
    expect(told).toContain(`${subject} is connected by ${plugin}\n`)
    expect(checks.filter((check) => check.subject === subject)).toEqual([
      { subject, state: 'none', detail: `hooks and MCP server by ${plugin}` },
      { subject, state: 'none', detail: 'connected, but not heard since' },
    ])
  }
})

for (const agent of agents) {
  test(`a session of ${agent.name} is captured once, with context, tools and skill`, async () => {
    const { sessionId, answer, asked } = await agent.ask(clientOf(agent), 'list the files')
    expect(answer).toBe('One README.')
    const { session, events, turns, toolEvents } = await captured(world, sessionId)
    expect(session).toMatchObject({ host: agent.host, cwd: world.repository })
    // Copilot CLI starts the first two at once.
    expect(events.map(({ name }) => name).toSorted()).toEqual(agent.events.toSorted())
    expect(turns).toMatchObject([{ prompt: 'list the files', outcome: 'ok' }])
    expect(toolEvents).toHaveLength(1)
    const request = JSON.stringify(asked.at(0))
    expect({
      facts: request.split(fact).length - 1,
      hasServer: agent.server.test(JSON.stringify(asked)),
      hasSkill: request.includes('using-memory'),
    }).toEqual({ facts: 1, hasServer: true, hasSkill: true })
  })
}

test('remove takes the plugins out and leaves the settings as they were', async () => {
  const told = await throughline('disconnect', '--yes')
  for (const agent of agents) {
    expect(told).toContain(`Disconnected ${agent.name}: ${agent.plugin}\n`)
    const { file, text } = settings.get(agent) ?? { file: '', text: '' }
    const added = agent === codex ? trustedByCodex(world) : ''
    expect(readFileSync(file, 'utf8').trimEnd()).toBe((text + added).trimEnd())
  }
  expect(await throughline('disconnect', '--yes')).toContain('Nothing to disconnect')
})

const report = z.object({ checks: z.array(z.record(z.string(), z.unknown())) })
const throughline = (...args: string[]) => world.throughline(world.repository, ...args)

function clientOf(agent: PluginAgent): Client {
  const client = clients.get(agent)
  if (!client) throw new Error(`${agent.name} was not started`)
  return client
}
