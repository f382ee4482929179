/** The conversation of `setup` on a terminal: what it offers, and what becomes of the answers. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import {
  answering,
  type ModelAnswer,
  type ModelServer,
  refusing,
  startModelServer,
} from '../../../../test/support/models/model-servers.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'
import {
  arrowDown,
  enter,
  openTerminal,
  type Reply,
} from '../../../../test/support/processes/terminal.ts'

let world: World
beforeEach(() => {
  world = createWorld()
  mkdirSync(join(world.userHome, '.claude'))
})
afterEach(() => world.close())

const noServer = { OLLAMA_HOST: '127.0.0.1:1' }

/** A machine with a `claude` that nobody starts. */
function withClaude(): Record<string, string> {
  const bin = world.path('with-claude')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'claude'), '#!/bin/sh\nexit 9\n', { mode: 0o755 })
  return { ...noServer, PATH: `${bin}:/usr/bin:/bin` }
}
const without = () => ({ ...noServer, PATH: '/usr/bin:/bin' })

async function converse(env: Record<string, string>, args: string[], ...replies: Reply[]) {
  const terminal = openTerminal([...replies, noDashboard])
  const run = await runCli(world, ['setup', ...args], { env, terminal, columns: 80 })
  expect(terminal.unasked().filter((question) => question !== noDashboard[0])).toEqual([])
  return { ...run, screen: terminal.screen() }
}

const settings = () => JSON.parse(readFileSync(world.paths.config, 'utf8'))
const permissions = () => readFileSync(join(world.userHome, '.claude', 'settings.json'), 'utf8')

const no = arrowDown + arrowDown + enter
const noTools: Reply = [/without asking\?/, 'n']
const connect: Reply = [/Connect Claude Code\?/, enter]
const noDashboard: Reply = [/Open the dashboard/, 'n']
const learnQuestion = /Who should read your sessions\?/

describe('the offer to allow our tools', () => {
  it('names the tools, and a yes allows them', async () => {
    const { code, screen } = await converse(without(), [], [/without asking\?/, 'y'], connect)
    expect(code).toBe(0)
    expect(screen).toContain(
      "Claude Code would ask you each time before using Throughline's tools.",
    )
    expect(screen).toMatch(/They read and add, but change or remove nothing: .*memory_store/)
    expect(permissions()).toContain('mcp__throughline__memory_store')
  })

  it('is made once: after a no it says how to change that, and does not ask again', async () => {
    const { screen } = await converse(without(), [], noTools, connect)
    expect(screen).toContain(
      'Claude Code will ask you before storing a memory\n' +
        '  To allow it: throughline setup --allow-tools\n',
    )
    expect(permissions()).not.toContain('mcp__throughline__memory_store')
    const again = await converse(without(), [])
    expect(again.screen).not.toMatch(/without asking\?/)
  })
})

describe('the question whether to connect', () => {
  it('shows the changes first if asked to, and asks again', async () => {
    const { screen } = await converse(
      without(),
      [],
      noTools,
      [/Connect Claude Code\?/, arrowDown + enter],
      [/\+[\s\S]*throughline-hook[\s\S]*Connect Claude Code\?/, 'n'],
    )
    expect(screen).toContain('creates ~/.claude/settings.json')
    expect(() => permissions()).toThrow()
  })

  it('comes after the changes with --diff', async () => {
    const { screen } = await converse(without(), ['--diff'], noTools, connect)
    expect(screen).toMatch(/\+[\s\S]*throughline-hook[\s\S]*Connect Claude Code\?/)
    expect(permissions()).toContain('throughline-hook')
  })

  it('is not asked if nothing would change', async () => {
    await converse(without(), [], noTools, connect)
    const { code, screen } = await converse(without(), [])
    expect(code).toBe(0)
    expect(screen).toContain('Claude Code: nothing to change\n')
    expect(screen).not.toContain('Connect Claude Code?')
  })
})

it('ends with the dashboard and what to do next', async () => {
  const { screen } = await converse(without(), [], noTools, connect)
  expect(screen).toMatch(
    /Open the dashboard in your browser\?[\s\S]+To see where things stand: throughline status\n$/,
  )
  const { stdout } = await runCli(world, ['setup', '--yes'], { env: without() })
  expect(stdout).toMatch(/Next:\n {2}throughline import .*\n {2}throughline dashboard .*\n$/)
})

describe('the question how to learn', () => {
  it('recommends the agent found, with the price of a week, within 80 columns', async () => {
    const { screen } = await converse(withClaude(), [], noTools, [learnQuestion, enter], connect)
    expect(screen).toContain(
      [
        'Throughline learns memories from your sessions. A model that reads each session',
        'once, when it ends, finds far more than local rules and words it better. It gets',
        'redacted text only.',
        '',
        '  claude  Your own claude (haiku). About $0.30 for a week of 40 sessions, 4,700',
        '          tokens each, at most $1.00 a day. It counts toward your plan or API',
        '          bill.',
        '  local   Only rules on this machine. Free, and nothing is sent, but they find',
        '          little.',
      ].join('\n'),
    )
    expect(screen).toContain('● claude: about $0.30 a week (recommended)')
    expect(screen).toContain('○ local: free, nothing is sent')
    expect(screen.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  it('lets claude read sessions on Enter, remembers it and does not ask again', async () => {
    const { screen } = await converse(withClaude(), [], noTools, [learnQuestion, enter], connect)
    expect(settings()).toEqual({ learning: { reader: 'claude' } })
    expect(screen).toContain(
      'Learning: claude (haiku) reads each session when it ends; at most $1.00 a day\n' +
        '  To change it: throughline config set learning.reader off\n',
    )
    expect((await runCli(world, ['status'])).stdout).toMatch(/^learning +claude \(haiku\) reads/m)
    expect((await converse(withClaude(), [])).screen).not.toMatch(learnQuestion)
  })

  it('keeps local rules when they are chosen, and says how to change it', async () => {
    const chosen: Reply = [learnQuestion, arrowDown + enter]
    const first = await converse(withClaude(), [], noTools, chosen, connect)
    expect(first.screen).toContain('Learning: local rules, on this machine and free\n')
    expect(settings()).toEqual({ learning: { reader: 'off' } })
    const again = await converse(withClaude(), [])
    expect(again.screen).not.toMatch(learnQuestion)
    expect(again.screen).toContain('To change it: throughline setup --learn agent (or ollama)')
  })

  it('changes nothing when setup is declined or cancelled, and comes again', async () => {
    const chosen: Reply = [learnQuestion, enter]
    await converse(withClaude(), [], noTools, chosen, [/Connect Claude Code\?/, no])
    expect(() => settings()).toThrow()
    await converse(withClaude(), [], [learnQuestion, '\u0003'], connect)
    expect(() => settings()).toThrow()
    await converse(withClaude(), [], [learnQuestion, enter])
    expect(settings()).toEqual({ learning: { reader: 'claude' } })
  })

  it('is not asked if there is nothing to choose', async () => {
    const { screen } = await converse(without(), [], noTools, connect)
    expect(screen).not.toMatch(learnQuestion)
    expect(screen).toContain('Learning: local rules, on this machine and free\n')
  })
})

describe('with an Ollama server', () => {
  const tags = {
    models: [
      { name: 'nomic-embed-text:latest', size: 3e8, details: { family: 'nomic-bert' } },
      { name: 'huge:70b', size: 4e10 },
      { name: 'tiny:1b', size: 1e9 },
      { name: 'gemma3:4b', size: 3e9 },
      { name: 'qwen3:4b', size: 3e9 },
    ],
  }

  /** Only one model answers with JSON. */
  async function startOllama(able: string): Promise<ModelServer> {
    const answer: ModelAnswer = (request, response) => {
      if (request.path === '/api/tags') return refusing(200, tags)(request, response)
      const text = request.body.model === able ? '{"items": ["red"]}' : 'The colour is red.'
      return answering('ollama', { text })(request, response)
    }
    return startModelServer(answer)
  }
  const tried = ({ requests }: ModelServer) =>
    requests.filter(({ path }) => path === '/api/chat').map(({ body }) => body.model)
  const envFor = ({ url }: ModelServer) => ({
    ...without(),
    OLLAMA_HOST: url.replace('http://', ''),
  })

  it('tries small models in turn and uses the first that answers with JSON', async () => {
    const server = await startOllama('gemma3:4b')
    const chosen: Reply = [learnQuestion, enter]
    const { screen } = await converse(envFor(server), [], noTools, chosen, connect)
    const offer = `A model on your Ollama server (${server.url}). Free.`
    expect(screen.replace(/\s+/g, ' ')).toContain(offer)
    expect(tried(server)).toEqual(['qwen3:4b', 'gemma3:4b'])
    expect(settings()).toEqual({
      learning: { reader: 'ollama' },
      models: { ollama: { model: 'gemma3:4b', url: server.url } },
    })
  })

  it('keeps local rules if none does, and says so', async () => {
    const server = await startOllama('none')
    const chosen: Reply = [learnQuestion, enter]
    const { screen } = await converse(envFor(server), [], noTools, chosen, connect)
    expect(screen.replace(/\s+/g, ' ')).toMatch(
      /no model on .* answered with JSON \(tried qwen3:4b, gemma3:4b, tiny:1b\)/,
    )
    expect(screen).toContain('Learning: local rules')
    expect(() => settings()).toThrow()
  })

  it('is set without a terminal by --learn', async () => {
    const server = await startOllama('qwen3:4b')
    const args = ['setup', '--learn', 'ollama', '--yes']
    const run = await runCli(world, args, { env: envFor(server) })
    expect(run.stdout).toContain(
      'Learning: Ollama (qwen3:4b) reads each session when it ends; free',
    )
  })
})

describe('without a terminal', () => {
  const setup = (env: Record<string, string>, ...args: string[]) =>
    runCli(world, ['setup', ...args], { env })

  it('--yes keeps the present setting or local rules, and writes nothing', async () => {
    const run = await setup(withClaude(), '--yes')
    expect(run.stdout).toContain('Learning: local rules')
    expect(() => settings()).toThrow()
  })

  it('--learn sets it', async () => {
    const run = await setup(withClaude(), '--learn', 'agent', '--yes', '--json')
    expect(JSON.parse(run.stdout).learning).toMatch(
      /^claude \(haiku\) reads each session when it ends/,
    )
    await setup(without(), '--learn', 'local', '--yes')
    expect(settings().learning.reader).toBe('off')
  })

  it('--learn refuses what is not installed, and connects nothing', async () => {
    expect(await setup(without(), '--learn', 'agent', '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no coding agent that can read sessions was found'),
    })
    expect(await setup(without(), '--learn', 'codex', '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('command not found: codex'),
    })
    expect(await setup(without(), '--learn', 'ollama', '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no Ollama server answers at http://127.0.0.1:1'),
    })
    expect(() => permissions()).toThrow()
  })

  it('--dry-run shows the settings and changes none', async () => {
    const run = await setup(withClaude(), '--learn', 'agent', '--dry-run')
    expect(run.stdout).toContain('Setting learning.reader: "claude"\n')
    expect(() => settings()).toThrow()
  })
})

describe('disconnect', () => {
  const cli = (...args: string[]) => runCli(world, args, { env: withClaude() })
  const learning = async () => JSON.parse((await cli('status', '--json')).stdout).learning

  it('resets what setup changed, and the next setup asks again', async () => {
    await cli('setup', '--learn', 'agent', '--yes')
    const dry = await cli('disconnect', '--dry-run')
    expect(dry.stdout).toContain('Setting learning.reader: default\n')
    expect((await cli('disconnect', '--yes')).stdout).toContain(
      'Back to the default: learning.reader\n',
    )
    expect(settings()).toEqual({})
    await converse(withClaude(), [], noTools, [learnQuestion, enter], connect)
  })

  it('keeps it while other agents may be connected, and says so', async () => {
    await cli('setup', '--learn', 'agent', '--yes')
    const removed = await cli('disconnect', '--host', 'claude-code', '--yes')
    expect(removed.stdout).toContain('Learning stays set: claude (haiku)')
    expect(await learning()).toMatch(/^claude/)
  })

  it('keeps what was changed by hand since', async () => {
    await cli('setup', '--learn', 'agent', '--yes')
    await cli('config', 'set', 'learning.reader', 'anthropic')
    await cli('disconnect', '--yes')
    expect(await learning()).toMatch(/^Anthropic /)
  })

  it('resets it even if no agent is connected', async () => {
    await cli('setup', '--learn', 'local', '--yes')
    await cli('disconnect', '--host', 'claude-code', '--yes')
    expect((await cli('disconnect', '--yes')).stdout).toMatch(
      /^Back to the default: learning.reader\n/,
    )
    expect((await cli('disconnect', '--yes')).stdout).toMatch(/^Nothing to disconnect/)
  })
})
