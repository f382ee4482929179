import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'
import { guidance } from '../../../core/guidance/guidance.ts'

let world: World
let file: string
const original = '# Widgets\r\n\r\nUse tabs.'

beforeEach(() => {
  world = createWorld()
  file = join(world.project, 'CLAUDE.md')
  writeFileSync(file, original)
})

afterEach(() => world.close())

const cli = (...args: string[]) => runCli(world, args)
const contents = () => readFileSync(file, 'utf8')
const blocksIn = (text: string) => text.match(/throughline:guidance:begin/g)?.length ?? 0

describe('guidance', () => {
  it('prints what agents are told', async () => {
    const expected = { code: 0, stdout: `${guidance.minimal}\n`, stderr: '' }
    expect(await cli('guidance')).toEqual(expected)
    expect(await cli('guidance', 'show')).toEqual(expected)
    expect((await cli('guidance', '--variant', 'eager')).stdout).toBe(`${guidance.eager}\n`)
  })

  it('prints the configured variant', async () => {
    world.writeConfig({ guidance: { variant: 'eager' } })
    expect(JSON.parse((await cli('guidance', '--json')).stdout)).toEqual({
      variant: 'eager',
      text: guidance.eager,
    })
  })

  it('names the variants if the given one does not exist', async () => {
    const run = await cli('guidance', 'show', '--variant', 'lazy')
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toMatch(/minimal, eager/)
  })
})

describe('guidance install', () => {
  it('changes nothing without a yes', async () => {
    const run = await cli('guidance', 'install', 'CLAUDE.md')
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toMatch(/needs --yes\n {2}--dry-run shows the change first\n$/)
    expect(contents()).toBe(original)
  })

  it('shows the change as a diff with --dry-run, and makes none', async () => {
    const run = await cli('guidance', 'install', 'CLAUDE.md', '--dry-run')
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toContain(`+++ ${file}`)
    expect(run.stdout).toMatch(/^\+Recall with memory_recall/m)
    expect(contents()).toBe(original)
  })

  it('puts one block into the file however often it runs, and keeps the rest and the file mode', async () => {
    chmodSync(file, 0o640)
    const run = await cli('guidance', 'install', 'CLAUDE.md', '--yes')
    expect(run).toEqual({ code: 0, stdout: `The guidance is in ${file}\n`, stderr: '' })
    expect(
      contents().startsWith(`${original}\r\n\r\n<!-- throughline:guidance:begin -->\r\n`),
    ).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o640)
    expect((await cli('guidance', 'install', 'CLAUDE.md')).stdout).toBe(
      `The guidance is already in ${file}\n`,
    )
    await cli('guidance', 'install', 'CLAUDE.md', '--variant', 'eager', '--yes')
    expect(blocksIn(contents())).toBe(1)
    expect(contents()).toContain('without being asked')
  })

  it.each(['AGENTS.md', 'GEMINI.md', '.github/copilot-instructions.md'])(
    'makes %s when it is not there',
    async (name) => {
      const run = await cli('guidance', 'install', name, '--yes', '--json')
      const made = join(world.project, name)
      expect(JSON.parse(run.stdout)).toEqual({ file: made, outcome: 'created' })
      expect(readFileSync(made, 'utf8')).toMatch(/^<!-- throughline:guidance:begin -->\n/)
    },
  )

  it('makes a Cursor rule that always applies', async () => {
    await cli('guidance', 'install', '.cursor/rules/memory.mdc', '--yes')
    expect(readFileSync(join(world.project, '.cursor/rules/memory.mdc'), 'utf8')).toMatch(
      /^---\n.*\nalwaysApply: true\n---\n<!-- throughline:guidance:begin -->\n/,
    )
  })

  it('accepts a file of the project from a subfolder, and one of the home from anywhere', async () => {
    const below = join(world.project, 'src')
    mkdirSync(below)
    const up = await runCli(world, ['guidance', 'install', '../CLAUDE.md', '--yes'], { cwd: below })
    expect(up.stdout).toBe(`The guidance is in ${file}\n`)
    const personal = join(world.userHome, '.claude', 'CLAUDE.md')
    await cli('guidance', 'install', personal, '--yes')
    expect(blocksIn(readFileSync(personal, 'utf8'))).toBe(1)
  })

  it('refuses a file outside the allowed folders', async () => {
    const run = await cli('guidance', 'install', world.path('elsewhere.md'), '--yes')
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toMatch(/elsewhere\.md is not within .*widgets or .*home\n {2}name a file/)
    expect(existsSync(world.path('elsewhere.md'))).toBe(false)
  })

  it('reports broken markers with their line and leaves the file alone', async () => {
    const broken = '# Widgets\n<!-- throughline:guidance:begin -->\nUse tabs.\n'
    writeFileSync(file, broken)
    for (const command of ['install', 'remove']) {
      const run = await cli('guidance', command, 'CLAUDE.md', '--yes')
      expect(run).toMatchObject({ code: 1, stdout: '' })
      expect(run.stderr).toMatch(/the block that begins here has no end \(line 2\)\n {2}correct/)
      expect(contents()).toBe(broken)
    }
  })
})

describe('guidance remove', () => {
  it('restores the old bytes', async () => {
    await cli('guidance', 'install', 'CLAUDE.md', '--yes')
    const shown = await cli('guidance', 'remove', 'CLAUDE.md', '--dry-run')
    expect(shown.stdout).toMatch(/^-Recall with memory_recall/m)
    const run = await cli('guidance', 'remove', 'CLAUDE.md', '--yes')
    expect(run.stdout).toBe(`The guidance is no longer in ${file}\n`)
    expect(contents()).toBe(original)
    expect((await cli('guidance', 'remove', 'CLAUDE.md')).stdout).toBe(
      `The guidance was not in ${file}\n`,
    )
  })

  it('removes a file with no other content, and the folders created for it', async () => {
    await cli('guidance', 'install', '.cursor/rules/memory.mdc', '--yes')
    const run = await cli('guidance', 'remove', '.cursor/rules/memory.mdc', '--yes')
    expect(run.stdout).toMatch(/memory\.mdc had no other content and was deleted\n$/)
    expect(existsSync(join(world.project, '.cursor'))).toBe(false)
  })

  it('keeps a file that was empty before the install', async () => {
    writeFileSync(file, '')
    await cli('guidance', 'install', 'CLAUDE.md', '--yes')
    await cli('guidance', 'remove', 'CLAUDE.md', '--yes')
    expect(contents()).toBe('')
  })

  it('does nothing if there is no file', async () => {
    const run = await cli('guidance', 'remove', 'GEMINI.md')
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(/^The guidance was not in .*GEMINI\.md\n$/)
  })
})
