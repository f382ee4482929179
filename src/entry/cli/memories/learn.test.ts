import { mkdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeClaudeHistory } from '../../../../test/support/homes/claude-history.ts'
import { sessionPayloads } from '../../../../test/support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../../../../test/support/homes/spool-files.ts'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import {
  answering,
  type ModelAnswer,
  refusing,
  startModelServer,
} from '../../../../test/support/models/model-servers.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

const learn = (...args: string[]) =>
  runCli(world, ['learn', ...args], { cwd: world.project, env: { ANTHROPIC_API_KEY: 'k' } })
const contents = () =>
  world.rows('SELECT content FROM memories ORDER BY id').map(({ content }) => content)

function capture(session: string, prompt: string, folder = world.project): void {
  const { start, prompt: ask, stop, end } = sessionPayloads(session, folder)
  const events = [
    ['SessionStart', start()],
    ['UserPromptSubmit', ask(1, prompt)],
    ['Stop', stop(1, 'Understood.')],
    ['SessionEnd', end()],
  ] as const
  for (const [event, payload] of events) writeSpoolFile(world.paths.spool, { event }, payload)
}

const said = (name: string) => `We keep the ${name} in Rust, because Python is too slow for it.`
const item = (name: string) => ({
  kind: 'decision',
  content: `The ${name} stays in Rust: Python is too slow for it.`,
  quotes: [{ turn: 1, text: `We keep the ${name} in Rust` }],
})
const finding = (name: string) =>
  answering('anthropic', { text: JSON.stringify({ summary: {}, items: [item(name)] }) })

async function withReader(...answers: ModelAnswer[]) {
  const server = await startModelServer(...answers)
  world.writeConfig({
    learning: { reader: 'anthropic', rules: false },
    models: { anthropic: { url: server.url } },
  })
  return server
}

describe('with a reader', () => {
  it('reads what is unread, oldest first, once, and says what it learned', async () => {
    capture('s1', said('importer'))
    capture('s2', said('exporter'))
    capture('s3', 'List the files.')
    const server = await withReader(finding('importer'), finding('exporter'))
    const offer = await learn()
    expect(offer.stdout).toMatch(/^2 sessions are unread: about \d+k tokens, \$0\.01 with claude/)
    expect(offer.stdout).toMatch(
      /today’s budget covers\s+all of them\.\nA session takes a few seconds.*\nNothing read yet/,
    )
    expect(contents()).toEqual([])
    const run = await learn('--yes')
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(/^\[1\/2\] 1 of 2 sessions, 1 memory, \d+ s left$/m)
    expect(run.stdout).toContain('2 memories learned from 2 sessions')
    expect(run.stdout).toMatch(/^Next:\n {2}throughline review .+\n {2}throughline context /m)
    expect(contents()).toEqual([item('importer').content, item('exporter').content])
    expect((await learn('--yes')).stdout).toBe(
      'No session is unread here. throughline learn --all looks everywhere.\n',
    )
    expect(server.requests).toHaveLength(2)
  })

  it('shows the most important in full, and names the command that lists all of an import', async () => {
    const statements = [
      'The importer is written in Rust, because Python is too slow for it.',
      'Invoices are numbered by year, as the auditors asked.',
      'Staging listens on port 5433 and not on the usual one.',
      'Photos are stored as WebP, since half of the traffic is pictures.',
      'Releases happen on Thursdays, because support is short on Fridays.',
      'Timestamps in logs are UTC, in the API they have an offset.',
      'The search index is rebuilt at night, when nobody waits for it.',
    ]
    const [early, late] = [statements.slice(0, 4), statements.slice(4)]
    writeClaudeHistory(world, '2026-01-05T10:00:00Z', ...early)
    writeClaudeHistory(world, '2026-01-06T10:00:00Z', ...late)
    const env = { THROUGHLINE_AUTOSTART: 'off' }
    await runCli(world, ['import', '--yes'], { cwd: world.project, env })
    const replyTo = (said: readonly string[]) => {
      const items = said.map((content, at) => ({
        ...{ kind: 'decision', content, importance: (statements.indexOf(content) + 1) / 10 },
        quotes: [{ turn: at + 1, text: content }],
      }))
      return answering('anthropic', { text: JSON.stringify({ summary: {}, items }) })
    }
    await withReader(replyTo(early), replyTo(late))
    const { stdout } = await learn('--yes')
    const [least = '', best = ''] = [statements[0], statements.at(-1)]
    expect(stdout).toContain(`The most important:\n  ${best}\n    decision, widgets\n`)
    expect(stdout).toContain('7 memories learned from 2 sessions')
    expect(stdout).not.toContain(least)
    const [, since = ''] = /^throughline learned --since (\S+) {2}lists all/m.exec(stdout) ?? []
    const listed = await runCli(world, ['learned', '--since', since], { cwd: world.project })
    expect(listed.stdout).toContain(least)
  })

  it('goes on after a session that the model refuses to read', async () => {
    capture('s1', said('importer'))
    capture('s2', said('exporter'))
    const refusal = answering('anthropic', { text: 'I cannot.', ends: 'refusal' })
    await withReader(refusal, finding('exporter'))
    const { stdout } = await learn('--yes')
    expect(stdout).toMatch(
      /^Not read: session [0-9a-f]{10} of 20\d\d-\d\d-\d\d, because .* would not answer: I cannot\./m,
    )
    expect(stdout).toContain('1 memory learned from 1 session')
    expect(contents()).toEqual([item('exporter').content])
  })

  it('stops when the model cannot be used, and goes on from there', async () => {
    capture('s1', said('importer'))
    await withReader(refusing(401, {}))
    const { stdout } = await learn('--yes')
    expect(stdout).toContain('throughline learn goes on from here')
    expect(stdout).toContain('Nothing learned from 0 sessions, 1 left.')
    await withReader(finding('importer'))
    await learn('--yes')
    expect(contents()).toEqual([item('importer').content])
  })

  it('reads all projects only if told so', async () => {
    const other = world.path('other')
    mkdirSync(other)
    capture('s1', said('importer'), other)
    capture('s2', 'Hello, what is in this folder? Just list it.')
    await withReader(finding('importer'))
    await learn('--yes')
    expect(contents()).toEqual([])
    await learn('--all', '--yes')
    expect(contents()).toEqual([item('importer').content])
  })
})

describe('without a reader', () => {
  it('says how the agent at hand reads', async () => {
    capture('s1', said('importer'))
    const { stdout } = await learn()
    expect(stdout).toMatch(/^1 session is unread .* no model is switched on/s)
    expect(stdout).toContain('session_learn')
    expect(stdout).toContain('throughline setup --learn agent')
  })

  it('reads one session by local rules', async () => {
    capture('s1', 'From now on, always run the tests with vitest.')
    expect(await learn('--session', 's1')).toMatchObject({ code: 0, stderr: '' })
    expect(contents()).toHaveLength(1)
  })
})

it('needs a session to read again', async () => {
  expect((await learn('--again')).stderr).toContain('--again needs --session')
})

it.each(['a folder not seen before', 'a folder of no project'])(
  'reads no session of another project from %s',
  async (where) => {
    capture('s1', 'From now on, always run the tests with vitest.')
    const folder = where === 'a folder of no project' ? world.userHome : world.path('gadgets')
    mkdirSync(folder, { recursive: true })
    expect(await runCli(world, ['learn'], { cwd: folder })).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'throughline: no session was captured here yet\n  throughline learn --all reads the sessions of all projects\n',
    })
  },
)

it('is refused where Throughline is off, unless a session is named', async () => {
  capture('s1', 'From now on, always run the tests with vitest.')
  const folder = world.path('private')
  mkdirSync(folder)
  world.writeConfig({ disabledProjects: [folder] })
  const from = (...args: string[]) => runCli(world, ['learn', ...args], { cwd: folder })
  const run = await from()
  expect(run).toMatchObject({ code: 1, stdout: '' })
  expect(run.stderr).toMatch(
    /switched off here; nothing was read\n {2}see `throughline config list`/,
  )
  expect(contents()).toEqual([])
  expect(await from('--session', 's1')).toMatchObject({ code: 0, stderr: '' })
})
