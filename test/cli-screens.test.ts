/** Screens and refusals at 80 and at 40 columns. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLocal } from '../src/compose/local.ts'
import { shortId } from '../src/core/model/memory.ts'
import { displayWidth } from '../src/entry/cli/present/fit-text.ts'
import { sessionPayloads } from './support/homes/claude-payloads.ts'
import { writeSpoolFile } from './support/homes/spool-files.ts'
import { createWorld, type World } from './support/homes/world.ts'
import { runCli } from './support/processes/cli.ts'

let world: World
let ids: Record<'memory' | 'session' | 'turn' | 'toolEvent' | 'job', string>

const cli = (args: readonly string[], columns?: number) =>
  runCli(world, args, { ...(columns !== undefined && { columns }) })
const read = async (...args: string[]) => JSON.parse((await cli([...args, '--json'])).stdout)

beforeAll(async () => {
  world = createWorld()
  const { start, prompt, toolUse, stop } = sessionPayloads('s1', world.project)
  const events = [
    ['SessionStart', start()],
    [
      'UserPromptSubmit',
      prompt(1, `${'Why does the nightly build fail? '.repeat(8)}日本語のテスト`),
    ],
    ['PostToolUse', toolUse(1, `part-7/${'very-long-folder-name/'.repeat(6)}index.ts`)],
    ['Stop', stop(1, `A bracket was missing 🎉. ${'And the cache was stale. '.repeat(8)}`)],
  ] as const
  for (const [event, payload] of events) writeSpoolFile(world.paths.spool, { event }, payload)
  const session = await read('sessions', 's1')
  const memory = await read(
    'remember',
    `メモリ ${'テストは必ず実行する。'.repeat(12)}`,
    '--key',
    'テスト',
  )
  await cli([
    'remember',
    `The port is 4173 👩‍👩‍👧‍👦 ${'and so on '.repeat(20)}`,
    '--kind',
    'rule',
    '--pin',
  ])
  await cli(['remember', `See https://example.com/${'a/'.repeat(60)}`, '--scope', 'global'])
  for (const unit of ['seconds', 'minutes']) {
    await cli(['remember', `The build agents of the nightly job time out after 30 ${unit}`])
  }
  const gone = await read('remember', `Soon gone ${'x'.repeat(200)}`)
  await cli(['forget', gone.memory.id])
  const job = await parkJob()
  const turn = session.timeline[0]
  ids = {
    memory: memory.memory.id,
    session: session.id,
    turn: turn.id,
    toolEvent: turn.toolEvents[0].id,
    job,
  }
})

afterAll(() => world.close())

async function parkJob(): Promise<string> {
  const { root } = world.paths
  const { store, close } = await openLocal({ root, userHome: world.userHome, env: world.env })
  await store.jobs.enqueue({ kind: 'embed', subject: 'x' })
  const job = await store.jobs.claim(['embed'], 10_000)
  if (job) await store.jobs.fail(job, `the model does not answer: ${'no '.repeat(60)}`, undefined)
  close()
  return job?.id ?? ''
}

const screens: readonly (() => readonly string[])[] = [
  () => ['--help'],
  () => ['list'],
  () => ['list', '--all'],
  () => ['list', '--forgotten'],
  () => ['recall', 'nightly', 'build', '--explain'],
  () => ['recall', 'port', '--all'],
  () => ['show', shortId(ids.memory), '--sources', '--history'],
  () => ['show', shortId(ids.session)],
  () => ['show', shortId(ids.turn)],
  () => ['show', shortId(ids.toolEvent)],
  () => ['timeline', shortId(ids.turn)],
  () => ['context', '--explain'],
  () => ['context', 'stats'],
  () => ['sessions'],
  () => ['sessions', shortId(ids.session)],
  () => ['projects'],
  () => ['projects', 'show', 'widgets'],
  () => ['learned'],
  () => ['review', '--list'],
  () => ['consolidate', 'list'],
  () => ['consolidate', '--dry-run'],
  () => ['cost'],
  () => ['config'],
  () => ['jobs'],
  () => ['subscribers'],
  () => ['subscribers', 'log'],
  () => ['sync', 'status'],
  () => ['embeddings', 'status'],
  () => ['guidance'],
  () => ['prune', '--dry-run'],
  () => ['wiki', 'status'],
  () => ['promote', '--dry-run'],
  () => ['status'],
  () => ['doctor'],
  () => ['clear', '--all', '--dry-run'],
  () => ['forget', shortId(ids.memory), '--dry-run'],
  () => ['import', '--dry-run'],
  () => ['upgrade', '--list'],
  () => ['uninstall', '--dry-run'],
  () => ['disconnect', '--dry-run'],
  () => ['wiki', 'query', 'port'],
  () => ['completion', '--help'],
  () => ['team', '--help'],
  () => ['team', 'keys', '--help'],
  () => ['server', '--help'],
  () => ['server', 'quota', '--help'],
]

/** Nobody is signed in, and no database is named. */
const refusals: readonly (readonly string[])[] = [
  ['team'],
  ['team', 'invite', 'grace@example.com'],
  ['team', 'keys'],
  ['team', 'audit'],
  ['server'],
  ['server', 'organisations'],
  ['server', 'quota'],
  ['share', '--yes'],
  ['unshare', '--yes'],
  ['sync', 'now'],
  ['login', 'ftp://example.com'],
  ['import', `${'very-long-folder-name/'.repeat(6)}bundle.tlb`],
  ['show', `no-such-memory-${'x'.repeat(40)}`],
  ['projects', 'show', `no such project ${'x'.repeat(80)}`],
]

describe.each([80, 40])('at %i columns', (columns) => {
  test.each(screens.map((screen) => [screen.toString().slice(6), screen] as const))(
    '%s fits',
    async (_name, screen) => {
      const { code, stdout, stderr } = await cli(screen(), columns)
      expect(stderr).toBe('')
      expect(code).toBe(0)
      expectToFit(stdout, columns)
    },
  )

  test.each(refusals.map((args) => [args.join(' ').slice(0, 40), args] as const))(
    '%s fits, refused with a hint',
    async (_name, args) => {
      const { code, stdout, stderr } = await cli(args, columns)
      expect([1, 2]).toContain(code)
      expect(stdout).toBe('')
      expect(stderr).toMatch(/^throughline: .+\n(.*\n)*? {2}\S/)
      expectToFit(stderr, columns)
    },
  )

  test('review by key fits', async () => {
    const { code, stdout, stderr } = await runCli(world, ['review'], {
      ...{ columns, isTerminal: true, keys: 'zsq' },
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('Press one of the keys above.')
    expectToFit(stdout, columns)
  })
})

function expectToFit(text: string, columns: number): void {
  const lines = text.split('\n')
  const tooWide = lines.filter((line) => displayWidth(line) > columns && !/https?:\/\//.test(line))
  expect(tooWide).toEqual([])
}

test('ids are short, and no screen cuts them', async () => {
  for (const [args, id] of [
    [['list'], ids.memory],
    [['sessions'], ids.session],
    [['jobs'], ids.job],
    [['timeline', ids.turn], ids.turn],
  ] as const) {
    for (const columns of [80, 40, undefined]) {
      const { stdout } = await cli(args, columns)
      expect(stdout).toContain(shortId(id))
      expect(stdout).not.toContain(id)
    }
  }
})

describe('colour', () => {
  const start = String.fromCharCode(27)
  const codes = new RegExp(`${start}\\[\\d+m`, 'g')
  /** Seconds may pass between two runs. */
  const timeless = (text: string) => text.replace(/just now|\d+ s ago/g, 'now')

  test.each(['', 'status', 'doctor', 'projects', 'projects show widgets', 'learned'])(
    'is all that differs in “throughline %s”; none in a pipe, none with NO_COLOR',
    async (line) => {
      const args = line.split(' ').filter(Boolean)
      const inPipe = await runCli(world, args, { columns: 80, env: { NO_COLOR: '' } })
      expect(inPipe.stdout).not.toContain(start)
      const painted = await runCli(world, args, { columns: 80, env: { FORCE_COLOR: '1' } })
      expect(painted.stdout).toMatch(codes)
      expect(timeless(painted.stdout.replace(codes, ''))).toBe(timeless(inPipe.stdout))
      const refused = await runCli(world, args, { columns: 80, isTerminal: true })
      expect(refused.stdout).not.toContain(start)
    },
  )
})
