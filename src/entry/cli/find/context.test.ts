import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionPayloads } from '../../../../test/support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../../../../test/support/homes/spool-files.ts'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

const cli = (...args: string[]) => runCli(world, args)
const read = async (...args: string[]) => JSON.parse((await cli(...args, '--json')).stdout)

async function remember(...args: string[]): Promise<string> {
  return (await read('remember', ...args)).memory.id
}

describe('throughline context', () => {
  it('prints the block an agent would get, and records nothing', async () => {
    const rule = await remember('Never push to main.', '--kind', 'rule')
    const fact = await remember('Invoices are rendered by Typst.')
    const { stdout, code } = await cli('context')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^<throughline-context>\n.*\n<\/throughline-context>\n$/s)
    expect(stdout).toContain(`- [user today ${rule.slice(-10)}] Never push to main.`)
    expect(stdout).toContain(`- [user today ${fact.slice(-10)}] Invoices are rendered by Typst.`)
    expect((await cli('context')).stdout).toBe(stdout)
    expect(world.rows('SELECT * FROM injections')).toEqual([])
  })

  it('says why lines are included and what is left out', async () => {
    await remember('Invoices are rendered by Typst.')
    await remember('The office has an invoice for the broken window.')
    const prompt = 'Typst cuts off the last line of an invoice'
    const { stdout } = await cli('context', '--prompt', prompt, '--explain')
    expect(stdout).toContain('About this prompt:')
    expect(stdout).toMatch(/\nIn: 1 line, about \d+ tokens, \d+ characters\n/)
    expect(stdout).toMatch(/ Invoices are rendered by Typst\.\n {6}.*\btypst, invoic\b/)
    expect(stdout).toMatch(/\nLeft out: 1\n.*The office has.*\n {6}.*\binvoic\b/)
  })

  it('gives all of it as JSON', async () => {
    const id = await remember('Never push to main.', '--kind', 'rule', '--scope', 'global')
    const plan = await read('context', '--event', 'subagent-start', '--explain')
    expect(plan.lines).toMatchObject([
      { section: 'rules', id, reason: expect.stringMatching(/^rule for all projects/) },
    ])
    expect(plan.characters).toBe(plan.text.length)
    expect(plan.left).toEqual([])
    expect(await read('context')).not.toHaveProperty('left')
  })

  it('says on standard error that there is nothing', async () => {
    const nothing = (why: string) => ({
      code: 0,
      stdout: '',
      stderr: `An agent would get nothing: ${why}.\n`,
    })
    expect(await cli('context')).toEqual(nothing('no memory fits'))
    expect(await cli('context', '--prompt', 'ok')).toEqual(
      nothing('the prompt says too little to go by'),
    )
    await remember('Invoices are rendered by Typst.')
    world.writeConfig({ context: { enabled: false } })
    expect(await cli('context')).toEqual(nothing('the settings switch it off'))
    world.writeConfig({ enabled: false })
    expect(await cli('context')).toEqual(nothing('Throughline is disabled here'))
  })

  it('names what came near when nothing fits', async () => {
    await remember('The nightly backup writes to the bucket widgets-exports.')
    const prompt = 'Why does the backup take so long this week on the new server?'
    const { stderr } = await cli('context', '--prompt', prompt)
    expect(stderr).toMatch(
      /^An agent would get nothing: no memory fits\. Nearest: “The nightly backup .*needs/,
    )
    const other = 'Rename the variable in the parser module to something nicer'
    const { stdout } = await cli('context', '--prompt', other, '--explain')
    expect(stdout).toContain('Left out: nothing else came near')
  })

  it('can be tried with other budgets, whatever the settings say', async () => {
    for (const dish of ['Goulash', 'Ratatouille']) await remember(`${dish} is served on Mondays.`)
    const { lines, left, budgets, most } = await read(
      'context',
      ...['--start-tokens', '80', '--explain'],
    )
    expect([lines.length, left.length]).toEqual([1, 1])
    expect(left[0].reason).toMatch(/^no room/)
    expect(budgets).toEqual({ startTokens: 80, promptTokens: 600 })
    expect(most).toEqual({ tokens: 80, characters: 9_500 })
    expect((await read('context')).budgets).toMatchObject({ startTokens: 600 })
    expect(await cli('context', '--start-tokens', '99999')).toMatchObject({ code: 2 })
  })

  it('can be shown for a session', async () => {
    const { start, prompt, stop } = sessionPayloads('s1', world.project)
    writeSpoolFile(world.paths.spool, { event: 'SessionStart' }, start())
    writeSpoolFile(world.paths.spool, { event: 'UserPromptSubmit' }, prompt(1, 'Ask'))
    writeSpoolFile(world.paths.spool, { event: 'Stop' }, stop(1, 'Answer'))
    await read('sessions')
    const id = await remember('Only in here.', '--session', 's1')
    const { lines } = await read('context', '--session', 's1')
    expect(lines).toMatchObject([{ section: 'session', id }])
    expect((await read('context')).lines).toEqual([])
  })

  it('refuses what cannot be shown', async () => {
    expect(await cli('context', '--event', 'prompt')).toMatchObject({
      code: 2,
      stderr: 'throughline: give the prompt to preview\n  for help: throughline context --help\n',
    })
    expect(await cli('context', '--event', 'lunch')).toMatchObject({ code: 2 })
    expect(await cli('context', '--host', 'claude')).toMatchObject({ code: 2 })
    expect(await cli('context', '--session', 'nobody')).toMatchObject({ code: 1 })
  })
})

describe('a memory', () => {
  it('is shown, pinned and forgotten by the short id that a context has', async () => {
    const id = await remember('Invoices are rendered by Typst.')
    const short = id.slice(-10)
    expect((await read('show', short)).id).toBe(id)
    expect((await read('pin', short)).pinned).toBe(true)
    expect((await read('forget', short)).id).toBe(id)
    expect(await cli('show', short)).toMatchObject({ code: 1 })
  })

  it('is replaced by the short id that a context has', async () => {
    const id = await remember('Invoices are rendered by Typst.')
    const result = await read('remember', 'PDFs are made by Chrome.', '--supersedes', id.slice(-10))
    expect(result.superseded).toEqual([id])
  })
})
