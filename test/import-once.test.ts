/** One event has one identity, whichever way it comes, and what is foreign stays as it is. */
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Local, openLocal } from '../src/compose/local.ts'
import { createWorld, makeClone, type World } from './support/homes/world.ts'

const fixtures = fileURLToPath(new URL('./fixtures/import', import.meta.url))
const session = '11111111-1111-4111-8111-111111111111'
const fixture = `.claude/projects/-home-dev-project/${session}.jsonl`

let world: World
let local: Local
beforeEach(async () => {
  world = createWorld()
  local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
  onTestFinished(async () => {
    local.close()
    await world.close()
  })
})

/** Only the one session, as Claude Code keeps it. */
function keepSession(change: (lines: string) => string = (lines) => lines): string {
  const file = join(world.userHome, fixture)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, change(readFileSync(`${fixtures}/claude-code/home/${fixture}`, 'utf8')))
  return file
}

async function bringIn(signal = new AbortController().signal) {
  return local.histories.import(await local.histories.find({}), { signal })
}

const counts = () =>
  world.rows(
    `SELECT (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM turns) AS turns,
       (SELECT count(*) FROM tool_events) AS tools`,
  )[0]
const whole = { sessions: 1, turns: 4, tools: 7 }

/** The first turn of the session, as its hooks reported it. */
async function capture(prompt = 'List the files'): Promise<void> {
  const turn = {
    session_id: session,
    cwd: '/home/dev/project',
    prompt_id: 'b18940ec-7f99-4519-b411-eea6893f613d',
  }
  const say = (event: string, rest: object) => {
    const payload = JSON.stringify({ ...turn, hook_event_name: event, ...rest })
    return local.spool.add({ host: 'claude-code', event, cwd: turn.cwd }, payload)
  }
  await say('UserPromptSubmit', { prompt })
  await say('PostToolUse', {
    tool_name: 'Bash',
    tool_use_id: 'toolu_mwixcj1k0',
    tool_input: { command: 'ls', description: 'List files' },
    tool_response: { stdout: 'README.md\nsrc' },
  })
  await say('Stop', { last_assistant_message: 'The project has a README and a src folder.' })
  await local.drain(AbortSignal.timeout(10_000))
}

test('what was imported is not captured again', async () => {
  keepSession()
  await bringIn()
  expect(counts()).toEqual(whole)
  await capture()
  expect(counts()).toEqual(whole)
})

test('what was captured is not imported again, and the rest is', async () => {
  await capture()
  keepSession()
  await bringIn()
  expect(counts()).toEqual(whole)
})

test('a prompt with a NUL that was captured is not imported again', async () => {
  await capture('List \u0000 the files')
  keepSession((lines) => lines.replaceAll('List the files', 'List \\u0000 the files'))
  await bringIn()
  expect(counts()).toEqual(whole)
})

test('a file that grew brings what is new, and a torn last line comes when it is whole', async () => {
  keepSession((lines) => lines.slice(0, lines.indexOf('README edited.')))
  const first = await bringIn()
  expect(first.skipped).toEqual({ 'torn last line': 1 })
  expect(Number(counts()?.turns)).toBeLessThan(whole.turns)
  keepSession()
  const second = await bringIn()
  expect(second.skipped).toEqual({})
  expect(counts()).toEqual(whole)
})

test('an import that is stopped at once continues next time', async () => {
  keepSession()
  const stopped = new AbortController()
  stopped.abort()
  expect(await bringIn(stopped.signal)).toMatchObject({ turns: 0 })
  expect(await bringIn()).toMatchObject({ turns: whole.turns, toolCalls: whole.tools })
})

test('other tools’ files are not changed, and nothing is written next to them', async () => {
  for (const agent of ['claude-code', 'codex', 'gemini', 'opencode', 'copilot', 'qwen']) {
    cpSync(`${fixtures}/${agent}/home`, world.userHome, { recursive: true })
  }
  const look = () =>
    readdirSync(world.userHome, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted()
      .map((file) => [file, readFileSync(file, 'base64')])
  const before = look()
  expect(before.length).toBeGreaterThan(50)
  await bringIn()
  expect(look()).toEqual(before)
})

test('a deleted session does not come back', async () => {
  const file = keepSession()
  await bringIn()
  const [found] = world.rows('SELECT id FROM sessions')
  const choice = { dryRun: false, confirm: true, backups: false, memories: 'keep' } as const
  await local.operations.deleteHistory({ ...choice, session: String(found?.id) })
  appendFileSync(file, '{"type":"mode","mode":"default"}\n')
  await bringIn()
  expect(counts()).toMatchObject({ sessions: 0, turns: 0, tools: 0 })
})

test('secrets are removed on the way', async () => {
  const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'
  keepSession((lines) => lines.replaceAll('List the files', `List the files with ${secret}`))
  await bringIn()
  const [turn] = world.rows('SELECT prompt FROM turns ORDER BY number')
  expect(turn?.prompt).toMatch(/^List the files with \[redacted/)
})

test('a project that is switched off stays out', async () => {
  world.writeConfig({ disabledProjects: ['/home/dev/project'] })
  keepSession()
  expect(await bringIn()).toMatchObject({ turns: 0, disabled: expect.any(Number) })
  expect(counts()).toMatchObject({ sessions: 0 })
})

test('one project can be imported alone, and the others later', async () => {
  keepSession((lines) => lines.replaceAll('/home/dev/project', world.project))
  const { signal } = new AbortController()
  const other = makeClone(world.path('other'), 'https://github.com/acme/other.git')
  const elsewhere = { signal, project: other }
  await local.histories.import(await local.histories.find({}), elsewhere)
  expect(counts()).toMatchObject({ sessions: 0 })
  const here = { signal, project: world.project }
  await local.histories.import(await local.histories.find({}), here)
  expect(counts()).toEqual(whole)
  expect(await bringIn()).toMatchObject({ turns: 0, known: expect.any(Number) })
})

test('only one import runs at a time', async () => {
  keepSession()
  const both = await Promise.allSettled([bringIn(), bringIn()])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(counts()).toEqual(whole)
})

test('what Qwen Code’s hooks reported is not imported again, nor the context they added', async () => {
  const id = '573f2991-40e9-447a-a671-fccbd0617838'
  const turn = { session_id: id, cwd: '/home/dev/project', prompt_id: `${id}########0` }
  const say = (event: string, rest: object) => {
    const payload = JSON.stringify({ ...turn, hook_event_name: event, ...rest })
    return local.spool.add({ host: 'qwen', event, cwd: turn.cwd }, payload)
  }
  const prompt = 'run the failing command'
  await say('UserPromptSubmit', { prompt, submitted_prompt: prompt })
  for (const [tool_name, tool_call_id] of [
    ['run_shell_command', 'call_mwkyem370'],
    ['read_file', 'call_mwkyengi0'],
  ]) {
    const tool_use_id = `toolu_${tool_call_id}`
    await say('PostToolUseFailure', { tool_name, tool_call_id, tool_use_id, error: 'failed' })
    await say('UserPromptSubmit', { prompt: '' })
  }
  await say('Stop', { last_assistant_message: 'The file does not exist.' })
  await local.drain(AbortSignal.timeout(10_000))
  const captured = { sessions: 1, turns: 1, tools: 2 }
  expect(counts()).toEqual(captured)

  const chats = join(world.userHome, '.qwen/projects/-home-dev-project/chats')
  mkdirSync(chats, { recursive: true })
  const recorded = readFileSync(
    new URL('./fixtures/hosts/qwen/transcript-hook-context.jsonl', import.meta.url),
    'utf8',
  )
  // As if the session had been a moment ago.
  const now = `"timestamp":"${new Date().toISOString()}"`
  writeFileSync(join(chats, `${id}.jsonl`), recorded.replaceAll(/"timestamp":"[^"]*"/g, now))
  await bringIn()
  expect(counts()).toEqual(captured)
  expect(world.rows('SELECT prompt FROM turns')).toEqual([{ prompt }])
})
