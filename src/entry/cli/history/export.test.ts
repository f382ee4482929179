import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeSampleHome } from '../../../../test/support/homes/sample-home.ts'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'

interface Line extends Record<string, unknown> {
  readonly type: string
}

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

const cli = (...args: string[]) => runCli(world, ['export', '--format', 'jsonl', ...args])
const parse = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const count = (table: string) => Number(world.rows(`SELECT count(*) AS n FROM ${table}`)[0]?.n)

it('writes everything, one line per item', async () => {
  await makeSampleHome(world)
  const lines = parse((await cli()).stdout)
  const of = (type: string) => lines.filter((line) => line.type === type)
  expect(lines[0]).toMatchObject({ type: 'export', format: 1 })
  expect(of('project')).toHaveLength(count('projects'))
  expect(of('memory')).toHaveLength(count('memories'))
  expect(of('session')).toHaveLength(count('sessions'))
  expect(of('turn')).toHaveLength(count('turns'))
  expect(of('tool-event')).toHaveLength(count('tool_events'))
  expect(lines.at(-1)).toEqual({
    type: 'end',
    memories: count('memories'),
    sessions: count('sessions'),
  })
  const revised = of('memory').filter(({ revisions }) => (revisions as unknown[]).length > 0)
  expect(revised).not.toEqual([])
  expect(of('tool-event')[0]).toMatchObject({ input: expect.anything(), output: expect.anything() })
})

it('writes memories alone', async () => {
  await makeSampleHome(world)
  const types = new Set(parse((await cli('--memories')).stdout).map(({ type }) => type))
  expect([...types]).toEqual(['export', 'project', 'memory', 'end'])
})

it('contains no secrets', async () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`
  await runCli(world, ['remember', `The token of the bot is ${secret}`])
  const { stdout } = await cli()
  expect(stdout).toContain('The token of the bot is')
  expect(stdout).not.toContain(secret)
})

it('writes a file that only its owner can read, and says what is in it', async () => {
  await runCli(world, ['remember', 'Widgets are made of brass'])
  const file = world.path('widgets', 'out.jsonl')
  expect((await cli('out.jsonl')).stdout).toBe(`1 memory and 0 sessions written to ${file}\n`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(parse(readFileSync(file, 'utf8')).at(-1)?.type).toBe('end')
  const { stdout } = await cli('--memories', 'out.jsonl', '--json')
  expect(JSON.parse(stdout)).toEqual({ file, memories: 1, sessions: 0 })
})

it('leaves nothing behind if it cannot write', async () => {
  const { code, stderr } = await cli('nowhere/out.jsonl')
  expect(code).toBe(2)
  expect(stderr).toContain('cannot be written')
  mkdirSync(world.path('widgets', 'taken'))
  expect((await cli('taken')).code).toBe(2)
  expect(readdirSync(world.project).toSorted()).toEqual(['.git', 'taken'])
})

it('leaves neighbouring files alone, and restricts a world-readable file to its owner', async () => {
  writeFileSync(world.path('widgets', 'out.jsonl'), 'old', { mode: 0o644 })
  writeFileSync(world.path('widgets', 'out.jsonl.part'), 'mine')
  await cli('out.jsonl')
  expect(statSync(world.path('widgets', 'out.jsonl')).mode & 0o777).toBe(0o600)
  expect(readFileSync(world.path('widgets', 'out.jsonl.part'), 'utf8')).toBe('mine')
  expect(readdirSync(world.project).toSorted()).toEqual(['.git', 'out.jsonl', 'out.jsonl.part'])
})

it('removes the files of a killed export, and none that may still be written', async () => {
  const part = (name: string) => world.path('widgets', name)
  const leftover = '.out.jsonl.0b5e4f1c-2f7b-4f0e-9d0a-1c2b3d4e5f60.part'
  const running = '.all.tlb.1b5e4f1c-2f7b-4f0e-9d0a-1c2b3d4e5f60.part'
  const foreign = ['.movie.mkv.part', 'notes.0b5e4f1c-2f7b-4f0e-9d0a-1c2b3d4e5f60.part']
  const anHourAgo = Date.now() / 1_000 - 3_600
  for (const name of [leftover, running, ...foreign]) writeFileSync(part(name), 'half')
  for (const name of [leftover, ...foreign]) utimesSync(part(name), anHourAgo, anHourAgo)
  expect((await cli('out.jsonl')).code).toBe(0)
  const left = readdirSync(world.project).toSorted()
  expect(left).toEqual(['.git', running, 'out.jsonl', ...foreign].toSorted())
})

it.each(['present', 'missing'])('writes through a link to a %s file', async (target) => {
  mkdirSync(world.path('backups'))
  if (target === 'present') writeFileSync(world.path('backups', 'all.jsonl'), 'old')
  const link = world.path('widgets', 'out.jsonl')
  symlinkSync('../backups/all.jsonl', link)
  expect((await cli('out.jsonl')).code).toBe(0)
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(parse(readFileSync(world.path('backups', 'all.jsonl'), 'utf8')).at(-1)?.type).toBe('end')
})

it('writes into a pipe without replacing it', async () => {
  const pipe = world.path('pipe')
  execFileSync('mkfifo', [pipe])
  const [run, read] = await Promise.all([cli(pipe), readFile(pipe, 'utf8')])
  expect(run.stdout).toBe(`0 memories and 0 sessions written to ${pipe}\n`)
  expect(parse(read).at(-1)?.type).toBe('end')
  expect(statSync(pipe).isFIFO()).toBe(true)
})

it('writes to standard output when that is the file', async () => {
  const { stdout } = await cli('/dev/stdout')
  expect(parse(stdout).map(({ type }) => type)).toEqual(['export', 'end'])
})

it('of an empty home has a first and a last line', async () => {
  const lines = parse((await cli()).stdout)
  expect(lines.map(({ type }) => type)).toEqual(['export', 'end'])
  expect(existsSync(world.paths.database)).toBe(true)
})
