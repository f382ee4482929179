import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { openPromotion, type Promotion } from '../../../../test/support/homes/promotion.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'
import { openTerminal } from '../../../../test/support/processes/terminal.ts'

let home: Promotion
beforeEach(() => {
  home = openPromotion()
})

const tests = 'Run the tests before each commit'

describe('throughline promote', () => {
  it('says when memories qualify if there is nothing to promote', async () => {
    await home.remember(tests, 'rule', 1)
    const { stdout, code } = await home.promote()
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Nothing to promote\./)])
    expect(existsSync(home.inProject('AGENTS.md'))).toBe(false)
  })

  it('only shows the diff without a terminal, and on a dry run', async () => {
    await home.remember(tests)
    for (const args of [['promote'], ['promote', '--dry-run', '--yes'], ['promote', '--json']]) {
      const { stdout } = await home.cli(...args)
      expect(stdout).toContain('+++ AGENTS.md')
      expect(stdout).toContain(`+- ${tests}`)
    }
    expect((await home.cli('promote')).stdout).toMatch(
      /^add AGENTS\.md\n {2}[0-9a-f]{10} {2}Run the tests before each commit {2}\(used 2 times\)\n/,
    )
    expect((await home.cli('promote')).stdout).toContain('Nothing was changed; add --yes.')
    expect(existsSync(home.inProject('AGENTS.md'))).toBe(false)
  })

  it('keeps rules, preferences and corrections in one block of the project’s file', async () => {
    home.write('CLAUDE.md', '# Widgets\n\nBe kind.\n')
    await home.remember(tests)
    await home.remember('Answer in English', 'preference')
    expect((await home.promote()).stdout).toContain('Wrote CLAUDE.md.')
    const first = home.read('CLAUDE.md')
    expect(first).toMatch(/^# Widgets\n\nBe kind\.\n\n<!-- throughline:promoted:begin -->\n/)
    expect(first).toContain(
      `\n- ${tests}\n- Answer in English\n<!-- throughline:promoted:end -->\n`,
    )
    await home.remember('Name branches by ticket', 'correction')
    await home.promote()
    await home.promote()
    expect(home.read('CLAUDE.md')).toBe(
      first.replace('- Answer in English\n', '- Answer in English\n- Name branches by ticket\n'),
    )
  })

  it('writes decisions with the next number and the naming of the project', async () => {
    mkdirSync(home.inProject('docs/adr'), { recursive: true })
    home.write('docs/adr/ADR-009-use-postgres.md', '# ADR-009: Use Postgres\n\nBecause.\n')
    await home.remember('Carts are kept for 30 days. Marketing asked for it.', 'decision')
    await home.remember('Prices are stored in cents.', 'decision')
    await home.promote()
    expect(readdirSync(home.inProject('docs/adr'))).toEqual([
      'ADR-009-use-postgres.md',
      'ADR-010-carts-are-kept-for-30-days.md',
      'ADR-011-prices-are-stored-in-cents.md',
    ])
    expect(home.read('docs/adr/ADR-010-carts-are-kept-for-30-days.md')).toMatch(
      /^# ADR-010: Carts are kept for 30 days\n\n\d{4}-\d\d-\d\d\n\nCarts are kept for 30 days\. Marketing asked for it\.\n$/,
    )
  })

  it('writes procedures that worked twice as skills, where agents look for them', async () => {
    await home.remember('To release, run `npm run release` and push the tag.', 'procedure')
    await home.remember('To reset, delete the volume.', 'procedure', 1)
    await home.promote()
    const file = '.agents/skills/to-release-run-npm-run-release-and-push-the-tag/SKILL.md'
    expect(home.read(file)).toContain(
      '\ndescription: "To release, run `npm run release` and push the tag."\n---\n',
    )
    expect(readdirSync(home.inProject('.agents/skills'))).toHaveLength(1)
  })

  it('writes only the memories that were chosen, even if they are new', async () => {
    await home.remember(tests)
    const id = await home.remember('Use pnpm', 'rule', 0)
    const { stdout } = await home.promote(id.slice(-10))
    expect(stdout).toMatch(/you chose it[\s\S]*Wrote AGENTS\.md\.\n$/)
    expect(home.read('AGENTS.md')).toContain('\n- Use pnpm\n')
    expect(home.read('AGENTS.md')).not.toContain(tests)
  })

  it.each([
    ['y', true],
    ['n', false],
  ])('asks once on a terminal: %s', async (answer, isWritten) => {
    await home.remember(tests)
    await home.remember('To release, push the tag.', 'procedure')
    const terminal = openTerminal([[/Write 2 files\?/, answer]])
    const { stdout } = await runCli(home.world, ['promote'], { terminal })
    expect([terminal.unasked(), stdout]).toEqual([[], expect.stringContaining(`+- ${tests}`)])
    expect(existsSync(home.inProject('AGENTS.md'))).toBe(isWritten)
    expect(existsSync(home.inProject('.agents/skills'))).toBe(isWritten)
  })

  it('recognises what another machine, or an interrupted run, has written', async () => {
    await home.remember(tests)
    await home.remember('Prices are stored in cents.', 'decision')
    await home.remember('To release, push the tag.', 'procedure')
    await home.promote()
    const before = [readdirSync(home.inProject('docs/decisions')), home.read('AGENTS.md')]
    home.change('DELETE FROM promotions')
    expect((await home.promote()).stdout).toMatch(/^Nothing to promote/)
    expect([readdirSync(home.inProject('docs/decisions')), home.read('AGENTS.md')]).toEqual(before)
    expect(readdirSync(home.inProject('.agents/skills'))).toHaveLength(1)
    expect(home.world.rows('SELECT * FROM promotions')).toHaveLength(3)
  })

  it('never overwrites a document of the same name', async () => {
    mkdirSync(home.inProject('docs/decisions'), { recursive: true })
    home.write('docs/decisions/0007-prices-are-stored-in-cents.md', '# 7. Ours\n')
    await home.remember('Prices are stored in cents.', 'decision')
    const { stdout } = await home.promote()
    expect(stdout).toMatch(
      /0007-prices-are-stored-in-cents\.md\n {2}\S+ {2}there is already a document of this name/,
    )
    expect(readdirSync(home.inProject('docs/decisions'))).toHaveLength(1)
  })

  it('removes what was withdrawn, and does not bring it back unasked', async () => {
    home.write('AGENTS.md', 'Be kind.\n')
    const id = await home.remember(tests)
    await home.promote()
    expect((await home.promote('--withdraw', id.slice(-10))).stdout).toContain(
      'Took it out of AGENTS.md.',
    )
    expect(home.read('AGENTS.md')).toBe('Be kind.\n')
    expect((await home.promote()).stdout).toMatch(/^Nothing to promote/)
    await home.promote(id)
    expect(home.read('AGENTS.md')).toContain(tests)
  })

  it('removes what was forgotten or superseded, and follows rewordings', async () => {
    const gone = await home.remember(tests)
    const reworded = await home.remember('Use tabs')
    const decision = await home.remember('Prices are stored in cents.', 'decision')
    await home.promote()
    await home.cli('forget', gone)
    await home.cli('forget', decision)
    await home.cli('edit', reworded, '--content', 'Use tabs in Makefiles')
    const { stdout } = await home.promote()
    expect(stdout).toMatch(/^remove AGENTS\.md\n.*the memory was forgotten/m)
    expect(stdout).toMatch(/^update AGENTS\.md\n.*the memory changed/m)
    expect(home.read('AGENTS.md')).toContain(
      '\n- Use tabs in Makefiles\n<!-- throughline:promoted:end',
    )
    expect(home.read('AGENTS.md')).not.toContain(tests)
    expect(existsSync(home.inProject('docs/decisions'))).toBe(false)
  })

  it('leaves a person’s changes alone, and says so', async () => {
    const id = await home.remember(tests)
    const decision = await home.remember('Prices are stored in cents.', 'decision')
    await home.promote()
    const edited = home
      .read('AGENTS.md')
      .replace(`- ${tests}`, '- Run the fast tests\n- Our own line')
    home.write('AGENTS.md', edited)
    const record = `docs/decisions/0001-prices-are-stored-in-cents.md`
    home.write(record, '# 1. Cents\n\nOurs now.\n')
    await home.cli('edit', id, '--content', 'Run all tests before each commit')
    await home.cli('edit', decision, '--content', 'Prices are stored in euros.')
    const { stdout } = await home.promote()
    expect(stdout).toContain(`left AGENTS.md\n  ${id.slice(-10)}  its line was changed by hand\n`)
    expect(stdout).toContain(
      `left ${record}\n  ${decision.slice(-10)}  the file was changed by hand\n`,
    )
    expect([home.read('AGENTS.md'), home.read(record)]).toEqual([
      edited,
      '# 1. Cents\n\nOurs now.\n',
    ])
    await home.cli('forget', id)
    expect((await home.promote()).stdout).toContain('take it out yourself')
    expect(home.read('AGENTS.md')).toBe(edited)
  })
})

describe('what an agent is given', () => {
  const given = async (host: string) => (await home.cli('context', '--host', host, '--json')).stdout

  it('leaves out what its own instruction file says', async () => {
    home.write('CLAUDE.md', 'Be kind.\n')
    await home.remember(tests)
    expect(await given('claude-code')).toContain(tests)
    await home.promote()
    expect(await given('claude-code')).not.toContain(tests)
    expect(await given('gemini')).toContain(tests)
    home.write('CLAUDE.md', home.read('CLAUDE.md').replace(tests, 'Run the fast tests'))
    expect(await given('claude-code')).toContain(tests)
  })

  it('still has what is in a file that another one replaces for this agent', async () => {
    await home.remember(tests)
    await home.promote()
    expect(await given('codex')).not.toContain(tests)
    home.write('AGENTS.override.md', 'Be quick.\n')
    expect(await given('codex')).toContain(tests)
    expect(await given('cursor')).not.toContain(tests)
  })

  it('leaves out what is in the fallback file that the agent reads', async () => {
    home.write('CLAUDE.md', 'Be kind.\n')
    await home.remember(tests)
    await home.promote()
    expect(await given('opencode')).not.toContain(tests)
    home.write('AGENTS.md', 'Be quick.\n')
    expect(await given('opencode')).toContain(tests)
  })

  it('has the memory’s present wording until the file follows', async () => {
    home.write('CLAUDE.md', 'Be kind.\n')
    const id = await home.remember(tests)
    await home.promote()
    await home.cli('edit', id, '--content', 'Run all tests before each commit')
    expect(await given('claude-code')).toContain('Run all tests before each commit')
    await home.promote()
    expect(await given('claude-code')).not.toContain('Run all tests before each commit')
  })
})

it('doctor reports text in documents that belongs to memories that are gone', async () => {
  const id = await home.remember(tests)
  await home.promote()
  expect((await home.cli('doctor', '--all')).stdout).toMatch(/promoted: 1 statement\n/)
  await home.cli('forget', id)
  expect((await home.cli('doctor', '--all')).stdout).toMatch(
    /promoted: 1 statement in AGENTS\.md whose memory was forgotten or superseded/,
  )
})
