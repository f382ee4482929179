import { mkdirSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeCandidates } from '../../../../test/support/homes/candidates.ts'
import { createWorld, makeClone, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'

let world: World

const cli = (...args: string[]) => runCli(world, args)
const list = async (...args: string[]) => JSON.parse((await cli('list', ...args, '--json')).stdout)
const contents = async (...args: string[]) =>
  (await list(...args)).memories.map(({ content }: { content: string }) => content)

beforeEach(() => {
  world = createWorld()
})

afterEach(() => world.close())

async function rememberThree(): Promise<void> {
  await cli('remember', 'Widgets are made of brass', '--kind', 'decision', '--key', 'brass')
  await cli('remember', 'Answer in English', '--scope', 'global', '--tags', 'style', '--pin')
  await cli('remember', 'The linter is biome', '--kind', 'fact')
}

it('gives the memories and their number as JSON', async () => {
  await rememberThree()
  const { memories, total } = await list('--limit', '2')
  expect(total).toBe(3)
  expect(memories).toMatchObject([
    { content: 'The linter is biome', kind: 'fact', scope: 'project' },
    { content: 'Answer in English', scope: 'global', tags: ['style'], pinned: true },
  ])
  expect(await contents('--limit', '2', '--offset', '2')).toEqual(['Widgets are made of brass'])
})

it('filters them', async () => {
  await rememberThree()
  expect(await contents('--kind', 'decision')).toEqual(['Widgets are made of brass'])
  expect(await contents('--scope', 'global')).toEqual(['Answer in English'])
  expect(await contents('--tag', 'style')).toEqual(['Answer in English'])
  expect(await contents('--pinned')).toEqual(['Answer in English'])
  expect(await contents('--kind', 'rule')).toEqual([])
  expect(await contents('--as-of', '2001-01-31')).toEqual([])
})

it('shows candidates last and marked, or alone', async () => {
  await cli('remember', 'Widgets may be made of tin')
  makeCandidates(world)
  await cli('remember', 'Widgets are made of brass')
  expect(await contents()).toEqual(['Widgets are made of brass', 'Widgets may be made of tin'])
  expect((await cli('list')).stdout).toMatch(/ \(candidate\) Widgets may be made of tin$/m)
  expect(await contents('--standing', 'candidate')).toEqual(['Widgets may be made of tin'])
  expect((await cli('list', '--limit', '1')).stdout).toMatch(
    /\n1 memory and 1 candidate in all; --offset 1 shows the next ones\n$/,
  )
  expect(await contents('--standing', 'memory')).toEqual(['Widgets are made of brass'])
})

it('shows superseded memories on request', async () => {
  await cli('remember', 'We use npm', '--key', 'package-manager')
  await cli('remember', 'pnpm installs our packages', '--supersedes', 'package-manager')
  expect(await contents()).toEqual(['pnpm installs our packages'])
  expect(await contents('--superseded')).toHaveLength(2)
  expect((await cli('list', '--superseded')).stdout).toMatch(/\(superseded\) .*We use npm$/m)
})

it('prints one line per memory, and how to see more', async () => {
  await rememberThree()
  const { stdout, code } = await cli('list', '--limit', '2')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^[0-9a-f]{10} {2}project {2}fact +just now {2}The linter is biome$/m)
  expect(stdout).toMatch(/^[0-9a-f]{10} {2}global .* \(pinned\) Answer in English$/m)
  expect(stdout).toMatch(/^3 in all; --offset 2 shows the next ones$/m)
  const all = (await cli('list')).stdout
  expect(all).toMatch(/ brass: Widgets are made of brass$/m)
  expect(all).not.toMatch(/in all/)
  expect((await cli('list', '--offset', '9')).stdout).toBe('There are only 3.\n')
})

it('shows the text below its facts on a terminal of 80 columns', async () => {
  const text =
    'Widgets are painted twice, first with primer and then with lacquer from the blue can'
  await cli('remember', text, '--kind', 'decision')
  const { stdout } = await runCli(world, ['list'], { columns: 80 })
  expect(stdout).toMatch(
    /^[0-9a-f]{10} {2}project {2}decision {2}just now\n {2}Widgets are [^\n]+\n {2}[^\n]+ can\n$/,
  )
})

it('says so when there is none', async () => {
  expect(await cli('list')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^No memories/),
  })
  expect(await list()).toEqual({ memories: [], total: 0 })
})

it.each([
  [['--kind', 'preferance'], /kind "preferance" .*did you mean "preference"\?/],
  [['--scope', 'golbal'], /did you mean "global"\?/],
  [['--limit', 'many'], /limit /],
  [['--limit', '0'], /limit /],
  [['--as-of', 'yesterday'], /"yesterday" is not a date; write 2026-01-31/],
  [['--as-of', '2026-02-30'], /"2026-02-30" is not a date/],
  [['--pined'], /did you mean --pinned\?/],
])('refuses %s', async (args, message) => {
  const run = await cli('list', ...args)
  expect(run).toMatchObject({ code: 2, stdout: '' })
  expect(run.stderr).toMatch(message)
})

it('--all lists every project’s memories, with the name of the project', async () => {
  await rememberThree()
  mkdirSync(world.path('gadgets'))
  makeClone(world.path('gadgets'), 'https://github.com/acme/gadgets.git')
  await runCli(world, ['remember', 'Gadgets are blue'], { cwd: world.path('gadgets') })
  expect(await contents()).not.toContain('Gadgets are blue')
  const { stdout } = await cli('list', '--all')
  expect(stdout).toMatch(/ gadgets +fact .*Gadgets are blue\n/)
  expect(stdout).toMatch(/ widgets +decision .*brass: Widgets are made of brass\n/)
  expect(stdout).toMatch(/ global .*Answer in English\n/)
})
