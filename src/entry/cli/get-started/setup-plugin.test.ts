/** `setup --plugin`, with a program in the place of Claude Code's that writes what that one does. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'
import { enter, openTerminal } from '../../../../test/support/processes/terminal.ts'

let world: World
let settings: string
const original = '{\n    "model": "opus"\n}\n'
const id = 'throughline@throughline'

beforeEach(() => {
  world = createWorld()
  const folder = join(world.userHome, '.claude')
  settings = join(folder, 'settings.json')
  mkdirSync(join(folder, 'plugins'), { recursive: true })
  writeFileSync(settings, original)
})

afterEach(() => world.close())

const calls = () => readFileSync(world.path('calls'), 'utf8').trimEnd().split('\n')
const known = () => join(world.userHome, '.claude', 'plugins', 'known_marketplaces.json')
const read = (file: string) => readFileSync(file, 'utf8')
const isInSettings = () => read(settings).includes('throughline-hook')

/** @param fault what it does after it has been asked to install */
function installProgram(fault = ''): void {
  mkdirSync(world.path('programs'))
  const script = `#!/bin/sh
echo "$*" >> '${world.path('calls')}'
case "$*" in
  'plugin marketplace add '*) printf '{"throughline":{"installLocation":"%s"}}' "$4" > '${known()}' ;;
  'plugin install '*) printf '{"model":"opus","enabledPlugins":{"${id}":true}}' > '${settings}'
    ${fault} ;;
  'plugin uninstall '*) printf '{"model":"opus","enabledPlugins":{}}' > '${settings}' ;;
esac
`
  writeFileSync(world.path('programs/claude'), script, { mode: 0o755 })
}

const env = () => ({ PATH: `${world.path('programs')}:/usr/bin:/bin` })
const cli = (...args: string[]) => runCli(world, args, { env: env() })
const setUp = (...args: string[]) => cli('setup', '--host', 'claude-code', '--yes', ...args)

/** The user's own, from a clone. */
function installElsewhere(): void {
  writeFileSync(known(), JSON.stringify({ throughline: { installLocation: world.project } }))
  writeFileSync(settings, JSON.stringify({ enabledPlugins: { [id]: true } }))
}

describe('an agent in the settings', () => {
  beforeEach(async () => {
    installProgram()
    await setUp()
    expect(isInSettings()).toBe(true)
  })

  it('moves to the plugin, whose files run the hook of this home', async () => {
    const run = await setUp('--plugin')
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(/^Claude Code is connected by the plugin throughline@throughline$/m)
    expect(run.stdout).toContain('No longer in ~/.claude/settings.json and ~/.claude.json.')
    expect(calls()).toEqual([
      `plugin marketplace add ${world.paths.plugin}`,
      `plugin install ${id}`,
    ])
    expect(isInSettings()).toBe(false)
    const plugin = join(world.paths.plugin, 'integrations', 'claude-code')
    expect(read(join(plugin, 'hooks', 'hooks.json'))).toContain(
      `'${world.paths.hook}' claude-code Stop`,
    )
    expect(JSON.parse(read(join(plugin, '.mcp.json')))).toMatchObject({
      mcpServers: { throughline: { env: { THROUGHLINE_HOME: world.paths.root } } },
    })
    expect(existsSync(join(plugin, 'scripts'))).toBe(false)
  })

  it('shows what would change and run, and does nothing', async () => {
    const connected = read(settings)
    const { stdout } = await cli('setup', '--host', 'claude-code', '--plugin', '--dry-run')
    expect(stdout).toContain(`--- ${settings}`)
    expect(stdout).toContain(`Runs: claude plugin install ${id}\n`)
    expect(read(settings)).toBe(connected)
    expect(existsSync(world.path('calls'))).toBe(false)
    expect(existsSync(world.paths.plugin)).toBe(false)
  })

  it('goes back to the settings with --no-plugin, and is never in both', async () => {
    await setUp('--plugin')
    const run = await setUp('--no-plugin')
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(isInSettings()).toBe(true)
    expect(read(settings)).not.toContain(`"${id}"`)
    await cli('disconnect', '--yes')
    expect(read(settings)).toBe(original)
  })
})

it('is connected in its settings on a terminal, without a question about plugins', async () => {
  installProgram()
  const terminal = openTerminal([
    [/without asking\?/, 'n'],
    [/Who should read your sessions\?/, enter],
    [/Connect Claude Code\?/, enter],
    [/Open the dashboard/, 'n'],
  ])
  await runCli(world, ['setup'], { env: env(), terminal, columns: 80 })
  expect(isInSettings()).toBe(true)
  expect(terminal.screen().match(/.*plugin.*/gi)).toEqual([
    'As a plugin instead: throughline setup --plugin',
  ])
})

describe('an agent with the plugin', () => {
  beforeEach(async () => {
    installProgram()
    await setUp('--plugin')
  })

  it('keeps it when setup runs again without --plugin', async () => {
    const { stdout } = await setUp()
    expect(stdout).toContain(`is connected by the plugin ${id}; nothing was changed`)
    expect(stdout).toContain('throughline setup --host claude-code --no-plugin')
    expect(isInSettings()).toBe(false)
    expect(calls()).toHaveLength(2)
  })

  it.each(['disconnect', 'uninstall'])(
    'loses it by %s, and has its old settings again',
    async (by) => {
      const shown = (await cli(by, '--dry-run')).stdout
      expect(shown).toContain(id)
      const { code, stdout } = await cli(by, '--yes')
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: expect.stringContaining(`Disconnected Claude Code: the plugin ${id}\n`),
      })
      expect(read(settings)).toBe(original)
      expect(calls().slice(2)).toEqual([
        `plugin uninstall ${id}`,
        'plugin marketplace remove throughline',
      ])
    },
  )

  it('keeps what the agent wrote into the settings since', async () => {
    writeFileSync(settings, `{"theme":"dark","enabledPlugins":{"${id}":true}}`)
    await cli('disconnect', '--yes')
    expect(read(settings)).toBe('{"model":"opus","enabledPlugins":{}}')
  })

  it('is reported if its program is gone, and the rest is removed', async () => {
    const run = await runCli(world, ['disconnect', '--yes'], { env: { PATH: '/usr/bin:/bin' } })
    expect(run.code).toBe(1)
    expect(run.stderr).toMatch(/^Claude Code: there is no program "claude" on your PATH$/m)
  })
})

describe('a plugin that cannot be installed', () => {
  it('leaves the agent connected in its settings, and repeats what its program said', async () => {
    installProgram("echo 'a warning' >&2; echo 'the disk is full' >&2; exit 1")
    await setUp()
    const connected = read(settings)
    const run = await setUp('--plugin')
    expect(run.code).toBe(1)
    expect(run.stderr).toContain(`claude plugin install ${id} failed: the disk is full\n`)
    expect(read(settings)).toBe(connected)
    await cli('disconnect', '--yes')
    expect(read(settings)).toBe(original)
  })

  it('is an error without its program, if the agent was named', async () => {
    const run = await setUp('--plugin')
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain('there is no program "claude" on your PATH')
    expect(read(settings)).toBe(original)
  })

  it('falls back to the settings if it was not named', async () => {
    const { code, stdout } = await cli('setup', '--plugin', '--yes')
    expect(code).toBe(0)
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'Claude Code is connected in its settings: there is no program "claude" on your PATH',
    )
    expect(isInSettings()).toBe(true)
  })

  it.each([
    [['--plugin', '--project'], '--plugin and --project cannot be used together'],
    [['--plugin', '--no-mcp'], '--plugin and --no-mcp cannot be used together'],
    [['--plugin', '--allow-tools'], '--plugin and --allow-tools cannot be used together'],
    [['--plugin', '--host', 'cursor'], 'there is no plugin for Cursor'],
  ])('is refused with %j', async (args, message) => {
    const run = await cli('setup', '--yes', ...args)
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain(message)
  })
})

describe('a plugin from elsewhere', () => {
  beforeEach(() => {
    installProgram()
    installElsewhere()
  })

  it('is kept by --plugin', async () => {
    const { code, stdout } = await setUp('--plugin')
    expect(code).toBe(0)
    expect(stdout).toContain(`is connected by the plugin ${id} from ${world.project}`)
    expect(existsSync(world.path('calls'))).toBe(false)
  })

  it('is not removed by --no-plugin, which would connect the agent twice', async () => {
    const run = await setUp('--no-plugin')
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain(`from ${world.project}, which setup did not install`)
    expect(isInSettings()).toBe(false)
  })

  it('stays when we are removed', async () => {
    const { stdout, stderr } = await cli('disconnect', '--yes')
    expect(stdout).toContain('Nothing to disconnect')
    expect(stderr).toContain(`${id} from ${world.project} stays`)
    expect(existsSync(world.path('calls'))).toBe(false)
  })
})
