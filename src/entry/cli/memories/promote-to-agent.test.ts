import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openPromotion, type Promotion } from '../../../../test/support/homes/promotion.ts'
import { makeWorktree } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'
import { openTerminal } from '../../../../test/support/processes/terminal.ts'

const place = 'claude-code-memory'
const tests = 'Run the tests before each commit'

let home: Promotion
beforeEach(() => {
  home = openPromotion()
  mkdirSync(folderOf(), { recursive: true })
})

function folderOf(project = home.world.project, config = join(home.world.userHome, '.claude')) {
  return join(config, 'projects', project.replaceAll(/[^A-Za-z0-9]/g, '-'), 'memory')
}

const file = (name = 'MEMORY.md') => join(folderOf(), name)
const read = () => readFileSync(file(), 'utf8')
const note = (text: string, name?: string) => writeFileSync(file(name), text)
const promote = (...args: string[]) => home.promote('--to', place, ...args)
const given = async (host = 'claude-code') =>
  (await home.cli('context', '--host', host, '--json')).stdout

const block = (...lines: string[]) => `<!-- throughline:promoted:begin -->
## Settled by the user

<!-- Written by \`throughline promote\`. Edit freely: changed lines are left alone. -->

${lines.map((line) => `- ${line}\n`).join('')}<!-- throughline:promoted:end -->
`

describe('throughline promote --to claude-code-memory', () => {
  it('shows the change and asks once', async () => {
    note('# Notes\n')
    await home.remember(tests)
    const terminal = openTerminal([[/Write 1 file\?/, 'y']])
    const { stdout } = await runCli(home.world, ['promote', '--to', place], {
      terminal,
      columns: 300,
    })
    const shown = file().replace(home.world.userHome, '~')
    expect(stdout).toMatch(
      /^add claude-code-memory\n {2}[0-9a-f]{10} {2}Run the tests before each commit {2}\(used 2 times\)\n/,
    )
    expect(stdout).toContain(`\n+++ ${shown}\n`)
    expect(stdout).toContain(`Wrote ${shown}.\n`)
    expect(read()).toBe(`# Notes\n\n${block(tests)}`)
    expect(existsSync(home.inProject('AGENTS.md'))).toBe(false)
  })

  it('takes every kind that proved itself, each on a line', async () => {
    await home.remember('Answer in English', 'preference')
    await home.remember('Carts are kept for 30 days.\nMarketing asked for it.', 'decision')
    await home.remember('To release, push the tag.', 'procedure')
    await home.remember('Staging listens on port 5433.', 'fact')
    await home.remember('The build needs Node 24.', 'fact', 1)
    await promote()
    expect(read()).toBe(
      block(
        'Answer in English',
        'Carts are kept for 30 days. Marketing asked for it.',
        'To release, push the tag.',
        'Staging listens on port 5433.',
      ),
    )
    expect(readdirSync(home.world.project)).toEqual(['.git'])
  })

  it('is the same for all worktrees, and follows CLAUDE_CONFIG_DIR', async () => {
    const worktree = home.world.path('widgets-feature')
    makeWorktree(home.world.project, worktree)
    const config = home.world.path('moved')
    mkdirSync(folderOf(home.world.project, config), { recursive: true })
    await home.remember(tests)
    await runCli(home.world, ['promote', '--to', place, '--yes'], { cwd: worktree })
    expect(read()).toBe(block(tests))
    home.change('DELETE FROM promotions')
    const env = { CLAUDE_CONFIG_DIR: config }
    await runCli(home.world, ['promote', '--to', place, '--yes'], { env })
    expect(readFileSync(join(folderOf(home.world.project, config), 'MEMORY.md'), 'utf8')).toBe(
      block(tests),
    )
  })

  it.each([
    ['lines', '# Notes\r\n- one\r\n'],
    ['no line break at its end', '- one'],
    ['nothing', ''],
  ])('restores a file with %s to the byte', async (_, text) => {
    note(text)
    const id = await home.remember(tests)
    await promote(id)
    expect(read()).toContain(tests)
    const { stdout } = await home.promote('--withdraw', id.slice(-10))
    expect(stdout).toContain(`Took it out of ${file().replace(home.world.userHome, '~')}.`)
    expect(read()).toBe(text)
  })

  it('leaves the agent’s folder empty if it was', async () => {
    const id = await home.remember(tests)
    await promote(id)
    await home.promote('--withdraw', id)
    expect(readdirSync(folderOf())).toEqual([])
  })

  it('follows rewordings and takes out what was forgotten, like other documents', async () => {
    const gone = await home.remember(tests)
    const reworded = await home.remember('Use tabs')
    await promote()
    await home.cli('forget', gone)
    await home.cli('edit', reworded, '--content', 'Use tabs in Makefiles')
    expect((await home.cli('doctor', '--all')).stdout).toContain(`1 statement in ${place} whose`)
    await home.promote()
    expect(read()).toBe(block('Use tabs in Makefiles'))
  })

  it('takes out what was withdrawn even if Claude Code’s memory is switched off by now', async () => {
    note('# Notes\n')
    const id = await home.remember(tests)
    await promote()
    settings({ autoMemoryEnabled: false })
    await home.promote('--withdraw', id)
    expect(read()).toBe('# Notes\n')
  })

  it('comes with a bundle, and assumes nothing of the file on another machine', async () => {
    await home.remember(tests)
    await promote()
    await home.cli('export', home.world.path('all.tlb'))
    const other = openPromotion()
    const folder = folderOf(other.world.project, join(other.world.userHome, '.claude'))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'MEMORY.md'), '# Other notes\n')
    await other.cli('import', home.world.path('all.tlb'), '--yes')
    const given = async () => (await other.cli('context', '--host', 'claude-code', '--json')).stdout
    expect(await given()).toContain(tests)
    await other.promote()
    expect(readFileSync(join(folder, 'MEMORY.md'), 'utf8')).toBe('# Other notes\n')
    await other.promote('--to', place)
    expect(readFileSync(join(folder, 'MEMORY.md'), 'utf8')).toContain(tests)
    expect(await given()).not.toContain(tests)
  })

  it('leaves changed lines alone', async () => {
    const id = await home.remember(tests)
    await promote()
    const edited = read().replace(tests, 'Run the fast tests')
    note(edited)
    await home.cli('edit', id, '--content', 'Run all tests before each commit')
    const { stdout } = await promote()
    expect(stdout).toContain(`left ${place}\n  ${id.slice(-10)}  its line was changed by hand\n`)
    expect(read()).toBe(edited)
  })

  it('writes a block that is gone only when asked to', async () => {
    const id = await home.remember(tests)
    await promote()
    note('# Tidied up\n')
    await home.cli('edit', id, '--content', 'Run all tests before each commit')
    expect((await home.promote()).stdout).toMatch(/^Nothing to promote/)
    expect(read()).toBe('# Tidied up\n')
    expect((await promote()).stdout).toMatch(/^add claude-code-memory\n/)
    expect(read()).toBe(`# Tidied up\n\n${block('Run all tests before each commit')}`)
  })

  it('writes again where the project was moved to', async () => {
    await home.remember(tests)
    await promote()
    const moved = home.world.path('gadgets')
    renameSync(home.world.project, moved)
    const inMoved = (...args: string[]) =>
      runCli(home.world, ['promote', '--yes', ...args], { cwd: moved })
    expect((await inMoved()).stdout).toMatch(/^Nothing to promote/)
    expect((await inMoved('--to', place)).stderr).toMatch(/Claude Code has no memory of this/)
    mkdirSync(folderOf(moved), { recursive: true })
    await inMoved('--to', place)
    expect(readFileSync(join(folderOf(moved), 'MEMORY.md'), 'utf8')).toBe(block(tests))
  })

  it('writes no more than the agent reads, and pushes nothing of the agent’s out', async () => {
    const notes = Array.from({ length: 192 }, (_, at) => `- note ${at}\n`).join('')
    note(notes)
    await home.remember(tests)
    const second = await home.remember('Answer in English', 'preference')
    const { stdout } = await promote()
    expect(read()).toBe(`${notes}\n${block(tests)}`)
    expect(stdout).toContain(
      `left ${place}\n  ${second.slice(-10)}  no room: the agent reads 200 lines and 25000 characters of it\n`,
    )
    note(`- ${'x'.repeat(24_900)}\n`)
    expect((await promote()).stdout).toContain('no room')
    expect(read()).not.toContain(tests)
  })
})

describe('each is said once', () => {
  it('by Claude Code’s memory or by Throughline, and to other agents as before', async () => {
    await home.remember(tests)
    await home.remember('The build needs Node 24.', 'fact', 1)
    expect(await given()).toContain(tests)
    await promote()
    expect(await given()).not.toContain(tests)
    expect(await given()).toContain('Node 24')
    expect(await given('gemini')).toContain(tests)
    note(read().replace(tests, 'Run the fast tests'))
    expect(await given()).toContain(tests)
  })

  it.each([
    ['it is switched off', () => settings({ autoMemoryEnabled: false })],
    ['it is elsewhere', () => settings({ autoMemoryDirectory: '~/notes' })],
    ['its file is gone', () => rmSync(file())],
    ['the line is beyond what is read', () => note(`${'- note\n'.repeat(200)}${read()}`)],
    ['the text is beyond what is read', () => note(`- ${'x'.repeat(25_000)}\n${read()}`)],
  ])('so Throughline says it again when %s', async (_, change) => {
    await home.remember(tests)
    await promote()
    change()
    expect(await given()).toContain(tests)
  })

  it('in one document: what is in AGENTS.md goes nowhere else, and the other way round', async () => {
    const id = await home.remember(tests)
    await home.promote()
    expect((await promote()).stdout).toMatch(/^Nothing to promote/)
    expect((await promote(id)).stderr).toMatch(/cannot be promoted: it is in AGENTS\.md already/)
    const other = await home.remember('Answer in English', 'preference')
    await promote(other)
    const before = home.read('AGENTS.md')
    expect((await home.promote()).stdout).toMatch(/^Nothing to promote/)
    expect((await home.promote(other)).stdout).toMatch(/^Nothing to promote/)
    expect([home.read('AGENTS.md'), read()]).toEqual([before, block('Answer in English')])
  })

  it.each([
    ['in its index', 'MEMORY.md', '- Run the tests before each commit.\n'],
    [
      'in a file of its own',
      'testing.md',
      '---\nname: testing\nmetadata:\n  type: feedback\n---\nRun the tests before each commit.\n',
    ],
  ])('not to Claude Code, which has noted it %s', async (_, name, text) => {
    note(text, name)
    const id = await home.remember(tests)
    expect((await promote()).stdout).toMatch(/^Nothing to promote/)
    expect((await promote(id)).stderr).toMatch(/the agent has noted it itself/)
  })

  it('and our line goes when Claude Code notes the same', async () => {
    await home.remember(tests)
    await home.remember('Answer in English', 'preference')
    await promote()
    note('Run the tests before each commit.\n', 'testing.md')
    expect((await promote()).stdout).toMatch(
      /^remove claude-code-memory\n.*\(the agent has noted it itself\)\n/,
    )
    expect(read()).toBe(block('Answer in English'))
  })

  it('both ways, however often', async () => {
    note('- The staging database is Postgres 16.\n- [Style](style.md)\n')
    note('---\nname: style\nmetadata:\n  type: user\n---\nAnswers are short.\n', 'style.md')
    await home.remember(tests)
    await home.remember('Answer in English', 'preference')
    const back = () => home.cli('import', '--from', place, '--yes')
    const keepAll = async () => {
      const { items } = JSON.parse(
        (await home.cli('review', '--kind', 'candidate', '--json')).stdout,
      )
      for (const { key } of items) await home.cli('review', 'decide', key, 'keep')
      return items.length
    }
    const state = () => [
      read(),
      home.world.rows('SELECT id, content, standing, valid_to FROM memories ORDER BY id'),
      home.world.rows('SELECT * FROM promotions ORDER BY memory_id'),
    ]
    await promote()
    await back()
    expect(await keepAll()).toBe(2)
    const settled = state()
    for (let round = 0; round < 10; round += 1) {
      await promote()
      await back()
      expect(await keepAll()).toBe(0)
      expect(state()).toEqual(settled)
    }
    note(`${read()}- Deploys run on Tuesdays.\n`)
    await back()
    expect(await keepAll()).toBe(1)
    await promote()
    expect(read().match(/Deploys run on Tuesdays/g)).toHaveLength(1)
  })
})

function settings(value: object): void {
  writeFileSync(join(home.world.userHome, '.claude/settings.json'), JSON.stringify(value))
}

describe('refused, with a hint and no change', () => {
  const refuse = async (message: RegExp, ...args: string[]) => {
    await home.remember(tests)
    const { code, stdout, stderr } = await promote(...args)
    expect([code, stdout, stderr]).toEqual([expect.any(Number), '', expect.stringMatching(message)])
    expect(code).toBeGreaterThan(0)
    expect(stderr).toMatch(/\n.*\S/)
    expect(home.world.rows('SELECT * FROM promotions')).toEqual([])
  }

  it('an unknown name', async () => {
    await home.remember(tests)
    const { code, stderr } = await home.promote('--to', 'elsewhere')
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /no agent's memory is called "elsewhere"[\s\S]*one of: claude-code-memory/,
    )
  })

  it('a document beside the one that --withdraw finds', () =>
    refuse(/--withdraw finds the document itself/, '--withdraw', '3f9a20c41b'))

  it('where Claude Code never ran', async () => {
    rmSync(folderOf(), { recursive: true })
    await refuse(/Claude Code has no memory of this project yet/)
    expect(existsSync(folderOf())).toBe(false)
  })

  it('a project that is no repository', async () => {
    rmSync(home.inProject('.git'), { recursive: true })
    mkdirSync(home.inProject('.throughline'))
    await refuse(/./)
  })

  it.each([
    ['autoMemoryEnabled is false', { autoMemoryEnabled: false }],
    ['autoMemoryDirectory moves it', { autoMemoryDirectory: '/elsewhere' }],
    ['CLAUDE_CODE_DISABLE_AUTO_MEMORY is set', { env: { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' } }],
  ])('settings of the user or the project: %s', async (message, value) => {
    settings(value)
    await refuse(new RegExp(`Claude Code reads no memory here: ${message} in .*settings\\.json`))
    settings({})
    mkdirSync(home.inProject('.claude'))
    home.write('.claude/settings.local.json', JSON.stringify(value))
    await refuse(new RegExp(`${message} in .*settings\\.local\\.json`))
  })

  it.each([
    ['markers that do not match', () => note('<!-- throughline:promoted:begin -->\n')],
    ['a file larger than 1 MB', () => note('x'.repeat(1_100_000))],
    ['a folder in its place', () => mkdirSync(file())],
  ])('%s', async (_, change) => {
    change()
    await refuse(/./)
  })

  it.skipIf(process.getuid?.() === 0)('a file that is read-only', async () => {
    note('# Notes\n')
    chmodSync(file(), 0o400)
    await refuse(/./)
    expect(read()).toBe('# Notes\n')
  })
})

it('other documents are promoted when Claude Code’s memory is gone', async () => {
  await home.remember('Answer in English', 'preference')
  await promote()
  rmSync(folderOf(), { recursive: true })
  await home.remember(tests)
  expect((await home.promote()).stdout).toContain('Wrote AGENTS.md.')
  expect(home.read('AGENTS.md')).toContain(tests)
  expect(existsSync(folderOf())).toBe(false)
})
