import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../../../../test/support/cli.ts'
import { createWorld, type World } from '../../../../test/support/world.ts'

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
const hooksIn = (file: string) => readFileSync(file, 'utf8').match(/throughline-hook/g)?.length ?? 0

describe('without --yes, where nobody can be asked', () => {
  it.each(['setup', 'remove'])('%s changes nothing and says what is missing', async (command) => {
    const run = await cli(command)
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toMatch(/needs --yes\n {2}--dry-run shows the change first\n$/)
    expect(readFileSync(settings, 'utf8')).toBe(original)
    expect(existsSync(world.paths.root)).toBe(false)
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
    expect((await cli('setup', '--dry-run')).stdout).toBe(`${settings}: no change\n`)
  })

  it('shows what remove would take out', async () => {
    await cli('setup', '--yes')
    const before = readFileSync(settings, 'utf8')
    const run = await cli('remove', '--dry-run')
    expect(run.stdout).toMatch(/^-.*throughline-hook' claude-code PostToolUse/m)
    expect(readFileSync(settings, 'utf8')).toBe(before)
  })
})

describe('setup and remove', () => {
  it('wire every event and the shim, and leave the original bytes', async () => {
    const wired = await cli('setup', '--yes')
    expect(wired).toMatchObject({ code: 0, stderr: '' })
    expect(wired.stdout).toContain(`Claude Code is wired in ${settings}`)
    expect(hooksIn(settings)).toBe(13)
    expect(statSync(world.paths.hook).mode & 0o777).toBe(0o700)
    expect((await cli('setup', '--yes')).stdout).toContain('is wired already in')
    const removed = await cli('remove', '--yes')
    expect(removed.stdout).toContain(`is no longer wired in ${settings}`)
    expect(readFileSync(settings, 'utf8')).toBe(original)
    expect((await cli('remove', '--yes')).stdout).toContain('was not wired in')
  })

  it('touch the personal file of a project only', async () => {
    await cli('setup', '--project', '--yes')
    expect(readdirSync(join(world.project, '.claude'))).toEqual(['settings.local.json'])
    expect(hooksIn(join(world.project, '.claude', 'settings.local.json'))).toBe(13)
    expect(readFileSync(settings, 'utf8')).toBe(original)
    await cli('remove', '--project', '--yes')
    expect(existsSync(join(world.project, '.claude'))).toBe(false)
  })

  it('follow CLAUDE_CONFIG_DIR', async () => {
    const env = { CLAUDE_CONFIG_DIR: world.path('moved') }
    await runCli(world, ['setup', '--yes'], { env })
    expect(hooksIn(world.path('moved', 'settings.json'))).toBe(13)
    expect(readFileSync(settings, 'utf8')).toBe(original)
  })
})
