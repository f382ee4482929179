import { mkdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionPayloads } from '../../../../test/support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../../../../test/support/homes/spool-files.ts'
import { createWorld, makeClone, type World } from '../../../../test/support/homes/world.ts'
import { type RunOptions, runCli } from '../../../../test/support/processes/cli.ts'

let world: World

const run = (args: string[], options?: RunOptions) => runCli(world, args, options)
const cli = (...args: string[]) => run(args)
const hits = async (args: string[], options?: RunOptions) =>
  JSON.parse((await run(['recall', ...args, '--json'], options)).stdout).hits

function capture(question: string, answer: string): void {
  const { start, prompt, stop } = sessionPayloads('s9', world.project)
  const events = [
    ['SessionStart', start()],
    ['UserPromptSubmit', prompt(1, question)],
    ['Stop', stop(1, answer)],
  ] as const
  for (const [event, payload] of events) writeSpoolFile(world.paths.spool, { event }, payload)
}

beforeEach(async () => {
  world = createWorld()
  await cli('remember', 'Deploys go out with make ship', '--kind', 'procedure')
  await cli('remember', 'The linter is biome', '--kind', 'decision')
})

afterEach(() => world.close())

it('finds memories and prints their text below their ids', async () => {
  const { stdout, stderr, code } = await cli('recall', 'how', 'are', 'deploys', 'made')
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  expect(stdout).toMatch(
    /^procedure, user {2}just now {2}[0-9a-f]{10}\n {2}Deploys go out with make ship\n$/,
  )
})

it('shows the request and its outcome', async () => {
  capture('Which gasket fits?', 'The cork gasket fits.')
  const { stdout } = await cli('recall', 'gasket')
  expect(stdout).toMatch(/^turn .*\n {2}Which gasket fits\?\n {2}→ The cork gasket fits\.\n$/)
})

it('shows what is true now', async () => {
  await cli('remember', 'The cork gasket fits', '--key', 'gasket')
  const asOf = new Date().toISOString()
  const former = JSON.parse((await cli('show', 'gasket', '--json')).stdout).id
  await cli('remember', 'Only the rubber gasket is good', '--supersedes', former)
  const { stdout } = await cli('recall', 'cork gasket', '--as-of', asOf)
  expect(stdout).toMatch(
    /\n {2}The cork gasket fits\n {2}superseded by [0-9a-f]{10}: Only the rubber gasket is good\n$/,
  )
})

describe('in a terminal', () => {
  const terminal = { isTerminal: true, columns: 80 }

  it('opens hits by number until the user quits', async () => {
    const { stdout } = await run(['recall', 'deploys'], { ...terminal, keys: 'x71q1' })
    expect(stdout).toMatch(/^ 1 {2}procedure, user {2}just now {2}\S+\n {4}Deploys go out/)
    expect(stdout.match(/^1 open {2}q quit$/gm)).toHaveLength(2)
    expect(stdout.match(/^kind +procedure$/gm)).toHaveLength(1)
  })

  it('opens the turn of a hit with its whole answer', async () => {
    capture('Which gasket fits?', 'The cork gasket fits.')
    const { stdout } = await run(['recall', 'gasket'], { ...terminal, keys: '1' })
    expect(stdout).toMatch(/^turn +[0-9a-f]{10}$/m)
    expect(stdout).toMatch(/\nWhich gasket fits\?\n\nThe cork gasket fits\.\n/)
  })

  it.each(['q', '\r', '\u001b', ''])('quits on %j', async (keys) => {
    const { stdout, code } = await run(['recall', 'deploys'], { ...terminal, keys })
    expect(stdout.match(/q quit/g)).toHaveLength(1)
    expect(code).toBe(0)
  })

  it('wraps long lines at its width', async () => {
    const words = 'gasket '.repeat(60)
    capture(words, words)
    const { stdout } = await run(['recall', 'gasket'], { ...terminal, keys: 'q' })
    const lines = stdout.split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(lines.filter((line) => line.includes('gasket'))).toHaveLength(4)
  })

  it('only lists with --list, and as JSON', async () => {
    for (const option of ['--list', '--json']) {
      const { stdout } = await run(['recall', 'deploys', option], { ...terminal, keys: '1' })
      expect(stdout).not.toMatch('quit')
    }
  })
})

it('finds a file by its path from the project, from the current folder, or in full', async () => {
  const deep = world.path('widgets', 'src', 'deep')
  mkdirSync(deep, { recursive: true })
  const { start, prompt, toolUse, stop } = sessionPayloads('s1', world.project)
  const read = {
    ...toolUse(1, 'read'),
    tool_name: 'Read',
    tool_input: { file_path: `${deep}/gasket.ts` },
  }
  const events = [
    ['SessionStart', start()],
    ['UserPromptSubmit', prompt(1, 'Look at the gasket')],
    ['PostToolUse', read],
    ['Stop', stop(1, 'The gasket is thin')],
  ] as const
  for (const [event, payload] of events) writeSpoolFile(world.paths.spool, { event }, payload)
  await run(['remember', 'The gasket is made of cork', '--file', 'gasket.ts'], { cwd: deep })
  const types = async (file: string, cwd: string) => {
    const found = await hits(['gasket', '--file', file], { cwd })
    return found.map(({ type }: { type: string }) => type).toSorted()
  }
  const everywhere = ['src/deep/gasket.ts', 'gasket.ts', `${deep}/gasket.ts`]
  for (const file of [...everywhere, './src/deep/gasket.ts']) {
    expect(await types(file, world.project), file).toEqual(['memory', 'turn'])
  }
  for (const file of [...everywhere, './gasket.ts', '../deep/gasket.ts']) {
    expect(await types(file, deep), file).toEqual(['memory', 'turn'])
  }
  expect(await types('../gasket.ts', deep)).toEqual([])
})

it('gives hits as JSON, whose ids can be shown', async () => {
  const [best] = await hits(['deploys'])
  expect(best).toMatchObject({ type: 'memory', kind: 'procedure' })
  expect(best).not.toHaveProperty('relevance')
  expect((await cli('show', best.id)).stdout).toMatch(/Deploys go out with make ship\n$/)
})

it('finds what was said and done in sessions, even if it is still in the spool', async () => {
  const { start, prompt, toolUse, stop } = sessionPayloads('s1', world.project)
  const events = [
    ['SessionStart', start()],
    ['UserPromptSubmit', prompt(1, 'Why is the carburettor\u001b[2J broken?')],
    ['PostToolUse', toolUse(1, 'part-7')],
    ['Stop', stop(1, 'The carburettor lacks a gasket.')],
  ] as const
  for (const [event, payload] of events) writeSpoolFile(world.paths.spool, { event }, payload)
  const { stdout } = await cli('recall', 'carburettor')
  expect(stdout).toMatch(/^turn .*\n {2}Why is the carburettor broken\?\n/)
  expect(stdout).not.toMatch('\u001b')
  const [turn] = await hits(['carburettor', '--type', 'turn'])
  expect(turn).toMatchObject({ type: 'turn', project: 'widgets' })
  expect(await hits(['carburettor', '--type', 'memory'])).toEqual([])
  expect(await hits(['carburettor', '--host', 'codex'])).toEqual([])
  const timeline = (await cli('timeline', turn.id)).stdout
  expect(timeline).toMatch(/^session [0-9a-f]{10}$/m)
  expect(timeline).toMatch(
    new RegExp(`^> {2}\\d{4}-\\S+ \\S+ +turn +${turn.id.slice(-10)} +Why is`, 'm'),
  )
})

it('filters by kind, date and number', async () => {
  expect(await hits(['deploys', '--kind', 'decision'])).toEqual([])
  expect(await hits(['deploys', '--until', '2001-01-31'])).toEqual([])
  expect(await hits(['deploys', '--as-of', '2001-01-31'])).toEqual([])
  expect(await hits(['make ship linter biome', '--limit', '1'])).toHaveLength(1)
})

it('explains its ranking', async () => {
  expect((await hits(['deploys', '--explain']))[0].explanation).toEqual(
    expect.arrayContaining([expect.any(String)]),
  )
  expect((await cli('recall', 'deploys', '--explain')).stdout).toMatch(/\n {4}has deploy\n/)
})

it('reads the query from a pipe', async () => {
  const [best] = await hits(['-'], { input: 'deploys\n' })
  expect(best.text).toMatch('Deploys go out')
})

it('searches only its project unless told otherwise', async () => {
  const cwd = makeClone(world.path('gadgets'), 'git@github.com:acme/gadgets.git')
  expect(await hits(['deploys'], { cwd })).toEqual([])
  expect(await hits(['deploys', '--all'], { cwd })).toHaveLength(1)
  await run(['remember', 'Gadgets deploy themselves'], { cwd })
  expect(await hits(['deploys', '--project', 'widgets'], { cwd })).toMatchObject([
    { text: expect.stringMatching('make ship') },
  ])
})

it('takes words that begin with a dash after --, and no unknown option before', async () => {
  await cli('remember', 'Scripts call claude --print -p with a model')
  expect((await cli('recall', '--', 'claude', '--print', '--json')).stdout).toMatch(
    'call claude --print',
  )
  expect(await cli('recall', 'claude', '--print')).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/unknown option '--print'\n {2}.*begin with - after --\n$/),
  })
  expect((await cli('recall', 'scripts', '--typ', 'memory')).stderr).toMatch('did you mean --type?')
})

it('takes a time as 7d wherever it takes a date', async () => {
  await cli('remember', 'Scripts call claude')
  for (const option of ['--since', '--as-of', '--until']) {
    const found = option === '--since' ? 1 : 0
    expect(await hits(['scripts', option, '7d']), option).toHaveLength(found)
  }
  expect((await cli('recall', 'scripts', '--since', '7y')).stderr).toMatch('7d for seven days ago')
})

it('refuses the name of a coding agent as that of a subagent', async () => {
  expect(await cli('recall', 'scripts', '--agent', 'codex')).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'throughline: codex is a coding agent, not a subagent\n' +
      '  --host codex finds what it did or learned\n',
  })
})

it('says in one line that nothing was found', async () => {
  expect(await cli('recall', 'xylophone')).toEqual({
    code: 0,
    stdout: 'Nothing found for "xylophone". --weak shows less likely matches.\n',
    stderr: '',
  })
  expect(await hits(['xylophone'])).toEqual([])
})

it.each([
  [['x', '--type', 'memory,turns'], /"turns" is not one of memory, turn, .*did you mean "turn"\?/],
  [['x', '--scope', 'projet'], /did you mean "project"\?/],
  [['x', '--since', 'monday'], /since: "monday" is not a date/],
  [['x', '--limit', '0'], /limit /],
  [['x', '--host', 'claud-code'], /unknown host "claud-code"\n {2}did you mean claude-code\?/],
  [[''], /query /],
  [[], /missing required argument 'query'/],
  [['-'], /no standard input/],
])('refuses %s', async (args, message) => {
  const refused = await cli('recall', ...args)
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toMatch(message)
})
