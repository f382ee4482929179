import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'
import { harmlessTools } from '../../../core/setup/hook-command.ts'

let world: World
let settings: string
const original = '{\n\t// mine\n\t"model": "opus",\n}\n'

beforeEach(() => {
  world = createWorld()
  settings = join(world.userHome, '.claude', 'settings.json')
  mkdirSync(join(settings, '..'))
  writeFileSync(settings, original)
})

afterEach(() => world.close())

const cli = (...args: string[]) => runCli(world, args)
const state = () => join(world.userHome, '.claude.json')
const hooksIn = (file: string) => readFileSync(file, 'utf8').match(/throughline-hook/g)?.length ?? 0

describe('without --yes, where nobody can be asked', () => {
  it('setup changes nothing and says what is missing', async () => {
    const run = await cli('setup')
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toMatch(/needs --yes\n {2}--dry-run shows the change first\n$/)
    expect(readFileSync(settings, 'utf8')).toBe(original)
    expect(existsSync(world.paths.root)).toBe(false)
  })

  it('remove changes nothing either', async () => {
    await cli('setup', '--yes')
    const connected = readFileSync(settings, 'utf8')
    expect(await cli('disconnect')).toMatchObject({ code: 2, stdout: '' })
    expect(readFileSync(settings, 'utf8')).toBe(connected)
  })
})

describe('--dry-run', () => {
  it('shows the change as a diff and makes none', async () => {
    const run = await cli('setup', '--dry-run')
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toContain(`+++ ${settings}`)
    expect(run.stdout).toMatch(/^\+.*throughline-hook' claude-code PostToolUse/m)
    expect(run.stdout).toMatch(/^ \t"model": "opus",$/m)
    expect(readFileSync(settings, 'utf8')).toBe(original)
    expect(existsSync(world.paths.root)).toBe(false)
  })

  it('says that there is nothing to change', async () => {
    await cli('setup', '--yes')
    expect((await cli('setup', '--dry-run')).stdout).toBe(
      `${settings}: no change\n${state()}: no change\n`,
    )
  })

  it('shows what remove would take out', async () => {
    await cli('setup', '--yes')
    const before = readFileSync(settings, 'utf8')
    const run = await cli('disconnect', '--dry-run')
    expect(run.stdout).toMatch(/^-.*throughline-hook' claude-code PostToolUse/m)
    expect(readFileSync(settings, 'utf8')).toBe(before)
  })
})

describe('setup and remove', () => {
  it('connect every event and the shim, and restore the original bytes', async () => {
    const connected = await cli('setup', '--yes')
    expect(connected).toMatchObject({ code: 0, stderr: '' })
    expect(connected.stdout).toContain(
      'Claude Code is connected in ~/.claude/settings.json and ~/.claude.json\n  A test event came through.',
    )
    expect(hooksIn(settings)).toBe(14)
    expect(statSync(world.paths.hook).mode & 0o777).toBe(0o700)
    expect((await cli('setup', '--yes')).stdout).toContain('is already connected in')
    const removed = await cli('disconnect', '--yes')
    expect(removed.stdout).toContain(
      'Disconnected Claude Code: ~/.claude/settings.json and ~/.claude.json',
    )
    expect(readFileSync(settings, 'utf8')).toBe(original)
    expect(existsSync(state())).toBe(false)
    expect((await cli('disconnect', '--yes')).stdout).toContain(
      'Nothing to disconnect: not connected to',
    )
  })

  it('touch the personal file of a project only', async () => {
    await cli('setup', '--project', '--yes')
    expect(readdirSync(join(world.project, '.claude'))).toEqual(['settings.local.json'])
    expect(hooksIn(join(world.project, '.claude', 'settings.local.json'))).toBe(14)
    expect(readFileSync(settings, 'utf8')).toBe(original)
    await cli('disconnect', '--project', '--yes')
    expect(existsSync(join(world.project, '.claude'))).toBe(false)
  })

  it('undo a setup for the project without being told to', async () => {
    await cli('setup', '--project', '--yes')
    const removed = await cli('disconnect', '--yes')
    expect(removed.stdout).toMatch(/^Disconnected Claude Code: .*claude\.json/)
    expect(removed.stdout).toContain('settings.local.json')
    expect(existsSync(join(world.project, '.claude'))).toBe(false)
    expect(existsSync(state())).toBe(false)
    expect(readFileSync(settings, 'utf8')).toBe(original)
  })

  it('leave the project alone with --user', async () => {
    await cli('setup', '--project', '--yes')
    const before = readFileSync(state(), 'utf8')
    expect((await cli('disconnect', '--user', '--yes')).stdout).toContain('Nothing to disconnect')
    expect(readFileSync(state(), 'utf8')).toBe(before)
    await cli('setup', '--yes')
    await cli('disconnect', '--user', '--yes')
    expect(readFileSync(state(), 'utf8')).toBe(before)
    expect(readFileSync(settings, 'utf8')).toBe(original)
    expect(hooksIn(join(world.project, '.claude', 'settings.local.json'))).toBe(14)
  })

  it('follow CLAUDE_CONFIG_DIR', async () => {
    const env = { CLAUDE_CONFIG_DIR: world.path('moved') }
    await runCli(world, ['setup', '--host', 'claude-code', '--yes'], { env })
    expect(hooksIn(world.path('moved', 'settings.json'))).toBe(14)
    expect(readFileSync(settings, 'utf8')).toBe(original)
  })
})

describe('with several agents', () => {
  const gemini = () => join(world.userHome, '.gemini', 'settings.json')

  beforeEach(() => mkdirSync(join(gemini(), '..')))

  it('connects the agents it finds', async () => {
    const run = await cli('setup', '--yes')
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(/^Claude Code is connected in /m)
    expect(run.stdout).toMatch(/^Gemini CLI is connected in ~\/\.gemini\/settings\.json$/m)
    expect(run.stdout).not.toContain('Cursor')
    expect(hooksIn(gemini())).toBeGreaterThan(0)
    await cli('disconnect', '--yes')
    expect(existsSync(gemini())).toBe(false)
    expect(readFileSync(settings, 'utf8')).toBe(original)
  })

  it('connects the others when the settings of one are broken, and says where', async () => {
    writeFileSync(gemini(), '{\n  "theme" "dark"\n}\n')
    const run = await cli('setup', '--yes')
    expect(run.code).toBe(1)
    expect(run.stderr).toMatch(/^Gemini CLI: .*settings\.json is not valid JSON.*line 2, column 11/)
    expect(readFileSync(gemini(), 'utf8')).toBe('{\n  "theme" "dark"\n}\n')
    expect(hooksIn(settings)).toBe(14)
  })

  it('connects only the named agents', async () => {
    await cli('setup', '--host', 'gemini', '--yes')
    expect(hooksIn(gemini())).toBeGreaterThan(0)
    expect(readFileSync(settings, 'utf8')).toBe(original)
  })

  it('prints the result as JSON', async () => {
    const { stdout } = await cli('setup', '--yes', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      hosts: [
        {
          host: 'claude-code',
          files: [
            { file: settings, outcome: 'updated' },
            { file: state(), outcome: 'created' },
          ],
          trial: { works: true },
          remarks: [],
        },
        { host: 'gemini', files: [{ file: gemini(), outcome: 'created' }] },
      ],
      notFound: expect.arrayContaining(['cursor']),
    })
  })
})

it('--no-mcp leaves the MCP server out', async () => {
  await cli('setup', '--yes', '--no-mcp')
  expect(hooksIn(settings)).toBe(14)
  expect(existsSync(state())).toBe(false)
})

it('setup says so if no agent is found, and what to do', async () => {
  const bare = createWorld()
  try {
    const run = await runCli(bare, ['setup', '--yes'])
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toMatch(
      /no coding agent was found: neither Claude Code, .+ nor [\w ]+\n {2}.*setup --host claude-code\n$/,
    )
    expect(existsSync(bare.paths.root)).toBe(false)
  } finally {
    await bare.close()
  }
})

describe('permission for our tools', () => {
  const rules = () => JSON.parse(readFileSync(settings, 'utf8').replace(/\/\/.*/, '')).permissions

  beforeEach(() =>
    writeFileSync(settings, '{\n  "permissions": {\n    "allow": ["Bash(ls)"]\n  }\n}\n'),
  )

  it('is given only on request, for tools that neither change nor remove anything', async () => {
    const before = readFileSync(settings, 'utf8')
    const plain = await cli('setup', '--yes')
    expect(plain.stdout).toContain('To allow it: throughline setup --allow-tools')
    expect(rules()).toEqual({ allow: ['Bash(ls)'] })
    const shown = await cli('setup', '--allow-tools', '--dry-run')
    expect(shown.stdout).toMatch(/^\+.*mcp__throughline__memory_store/m)
    const allowed = await cli('setup', '--allow-tools', '--yes')
    expect(allowed.stdout).not.toContain('--allow-tools')
    expect(rules()).toEqual({
      allow: ['Bash(ls)', ...harmlessTools.map((tool) => `mcp__throughline__${tool}`)],
    })
    await cli('disconnect', '--yes')
    expect(readFileSync(settings, 'utf8')).toBe(before)
  })

  it('stays when setup runs again without it', async () => {
    await cli('setup', '--allow-tools', '--yes')
    const allowed = readFileSync(settings, 'utf8')
    expect((await cli('setup', '--yes')).stdout).not.toContain('--allow-tools')
    expect(readFileSync(settings, 'utf8')).toBe(allowed)
  })

  it('is not given without the MCP server', async () => {
    await cli('setup', '--no-mcp', '--allow-tools', '--yes')
    expect(rules()).toEqual({ allow: ['Bash(ls)'] })
  })
})
