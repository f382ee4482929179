/** The plugin for Claude Code: its files, and its script run by a real shell. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { installHook } from '../src/adapters/filesystem/hook-install.ts'
import { claudeCodeProtocol } from '../src/adapters/hosts/claude-code/protocol.ts'
import { guidance, learningSkill, skill } from '../src/core/guidance/guidance.ts'
import { tools } from '../src/entry/mcp/server.ts'
import { homePaths } from '../src/home/paths.ts'
import { version } from '../src/home/version.ts'
import { makeTemporaryFolder } from './support/homes/temporary-folder.ts'

const repository = resolve(import.meta.dirname, '..')
const plugin = join(repository, 'integrations', 'claude-code')
const script = join(plugin, 'scripts', 'throughline.sh')
const read = (path: string) => readFileSync(join(plugin, path), 'utf8')
const readJson = (path: string): unknown => JSON.parse(read(path))

describe('its files', () => {
  test('the manifest has the version of the package', () => {
    expect(readJson('.claude-plugin/plugin.json')).toMatchObject({ name: 'throughline', version })
  })

  test('the marketplace in the repository leads to it', () => {
    const file = join(repository, '.claude-plugin', 'marketplace.json')
    const { name, plugins } = z
      .object({ name: z.string(), plugins: z.array(z.looseObject({ source: z.string() })) })
      .parse(JSON.parse(readFileSync(file, 'utf8')))
    expect(name).toBe('throughline')
    expect(plugins).toMatchObject([{ name: 'throughline' }])
    expect(resolve(repository, plugins[0]?.source ?? '')).toBe(plugin)
  })

  test('its hooks are those that setup integrations, each run by the script', () => {
    const connected = claudeCodeProtocol.events.map(({ name, answers, isOnlyAsked }) => {
      const command = `sh "\${CLAUDE_PLUGIN_ROOT}/scripts/throughline.sh" hook ${name}`
      const hooks = [{ type: 'command', command, timeout: answers ? 10 : 5 }]
      return [name, [{ ...(isOnlyAsked && { matcher: expect.stringContaining('Bash') }), hooks }]]
    })
    expect(readJson('hooks/hooks.json')).toEqual({
      description: expect.any(String),
      hooks: Object.fromEntries(connected),
    })
  })

  test('its commands may use tools that there are, and none that forgets', () => {
    const commands = globSync('commands/*.md', { cwd: plugin })
    expect(commands.toSorted()).toEqual(
      ['memory', 'recall', 'remember'].map((name) => join('commands', `${name}.md`)),
    )
    const names = tools.map(({ name }) => `mcp__plugin_throughline_throughline__${name}`)
    for (const command of commands) {
      const allowed = read(command).match(/mcp__\w+/g) ?? []
      expect(allowed.length).toBeGreaterThan(1)
      expect(names).toEqual(expect.arrayContaining(allowed))
      expect(allowed.join()).not.toContain('forget')
    }
  })

  test('its skills are how the eager guidance saves and the way to learn, word for word', () => {
    expect(read('skills/learn/SKILL.md')).toBe(learningSkill)
    expect(read('skills/using-memory/SKILL.md')).toBe(skill)
    const saving = guidance.eager.slice(guidance.eager.indexOf('Save with memory_store'))
    expect(skill).toContain(saving)
    expect(skill).not.toContain('memory_recall')
  })
})

let root: string
let env: Record<string, string>
/** Where the agent works. */
let folder: string

beforeEach(() => {
  root = makeTemporaryFolder()
  folder = join(root, 'project')
  mkdirSync(folder)
  env = { HOME: join(root, 'home'), PATH: `${join(root, 'bin')}:/usr/bin:/bin` }
})

/** A program that says how it was called and what it was given. */
function writeProgram(path: string, ending = ''): void {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\nprintf '%s: %s < ' "\${0##*/}" "$*"\ncat\n${ending}`)
  chmodSync(file, 0o755)
}

async function run(...args: string[]) {
  const child = spawn('sh', [script, ...args], { cwd: folder, env })
  // A script that hands over nothing ends without reading.
  child.stdin.on('error', () => undefined).end('payload')
  const said = Promise.all([child.stdout, child.stderr].map((stream) => stream.toArray()))
  const [code] = await once(child, 'close')
  const [stdout = '', stderr = ''] = (await said).map((chunks) => chunks.join(''))
  return { code, stdout, stderr }
}

const silent = { code: 0, stdout: '', stderr: '' }
const shim = 'home/.throughline/bin/throughline-hook'

describe('an event', () => {
  test('goes to the shim of the home folder, whatever else there is', async () => {
    writeProgram(shim)
    writeProgram('bin/throughline')
    const stdout = 'throughline-hook: claude-code Stop < payload'
    expect(await run('hook', 'Stop')).toEqual({ ...silent, stdout })
  })

  test('is captured by the real shim without any Node', async () => {
    const paths = homePaths(join(root, 'home', '.throughline'))
    installHook(paths, { node: '/nowhere/node', entry: '/nowhere/main.cjs', answering: [] })
    expect(await run('hook', 'PostToolUse')).toEqual(silent)
    const [spooled = ''] = globSync('*.spool', { cwd: paths.spool })
    const text = readFileSync(join(paths.spool, spooled), 'utf8')
    expect(text).toMatch(/host claude-code\nevent PostToolUse\n.*payload$/s)
  })

  test.each(['.th', '/proc/self/cwd/.th', '~/../project/.th'])(
    'goes to no home that the environment names, such as %s',
    async (home) => {
      writeProgram('project/.th/bin/throughline-hook')
      writeProgram('project/.th/bin/throughline')
      writeProgram(shim)
      env.THROUGHLINE_HOME = home
      expect((await run('hook', 'Stop')).stdout).toBe(
        'throughline-hook: claude-code Stop < payload',
      )
      expect((await run('mcp')).stdout).not.toContain('throughline: mcp')
    },
  )

  test.each(['node_modules/.bin', '.'])(
    'goes to no command that a repository puts on PATH, in %s',
    async (place) => {
      mkdirSync(join(root, 'project', '.git'))
      writeProgram(join('project', place, 'throughline'))
      env.PATH = `${join(root, 'project', place)}:.:${env.PATH}`
      for (const part of ['', 'packages/app']) {
        folder = join(root, 'project', part)
        mkdirSync(folder, { recursive: true })
        expect((await run('hook', 'Stop')).stdout).toBe('')
        expect((await run('mcp')).stdout).toBe('')
      }
    },
  )

  test('goes to the command on PATH if there is no shim yet', async () => {
    writeProgram('bin/throughline')
    const stdout = 'throughline: hook claude-code SessionStart < payload'
    expect(await run('hook', 'SessionStart')).toEqual({ ...silent, stdout })
  })

  test('never fails the agent when what it goes to fails', async () => {
    writeProgram('bin/throughline', 'echo complaint >&2\nexit 2')
    expect(await run('hook', 'Stop')).toMatchObject({ code: 0, stderr: '' })
    writeProgram(shim)
    writeFileSync(join(root, shim), '#!/nowhere/sh\n')
    expect(await run('hook', 'Stop')).toEqual(silent)
  })

  test('goes nowhere without an installation, and the user learns that once', async () => {
    env.CLAUDE_PLUGIN_DATA = join(root, 'plugins', 'data')
    expect(await run('hook', 'UserPromptSubmit')).toEqual(silent)
    const { stdout, ...rest } = await run('hook', 'SessionStart')
    expect(rest).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({
      systemMessage: expect.stringContaining('npm ci && npx throughline start'),
    })
    expect(await run('hook', 'SessionStart')).toEqual(silent)
    expect(existsSync(join(root, 'home'))).toBe(false)
  })

  test('goes nowhere silently if the notice cannot be recorded', async () => {
    expect(await run('hook', 'SessionStart')).toEqual(silent)
    writeFileSync(join(root, 'file'), '')
    env.CLAUDE_PLUGIN_DATA = join(root, 'file')
    expect(await run('hook', 'SessionStart')).toEqual(silent)
  })
})

describe('the MCP server', () => {
  test('is that of the command on PATH', async () => {
    writeProgram('bin/throughline')
    expect(await run('mcp')).toEqual({ ...silent, stdout: 'throughline: mcp < payload' })
  })

  test('is that of the installation which wrote the shim, where PATH has none', async () => {
    writeProgram('it’s/node 24')
    writeProgram("dev's/bin/throughline.js")
    const program = join(root, "dev's", 'bin', 'throughline.js')
    installHook(homePaths(join(root, 'home', '.throughline')), {
      node: join(root, 'it’s', 'node 24'),
      entry: join(root, "dev's", 'dist', 'entry', 'hook', 'main.cjs'),
      answering: [],
    })
    expect(await run('mcp')).toEqual({ ...silent, stdout: `node 24: ${program} mcp < payload` })
  })

  test.each([
    ['nothing is installed', () => undefined],
    ['the shim is none of ours', () => writeProgram(shim)],
  ])('says what to do when %s', async (_, prepare) => {
    prepare()
    expect(await run('mcp')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^.*npm ci && npx throughline start\n$/),
    })
  })
})
