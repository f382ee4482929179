/** Which agent a memory was learned in, on every surface that tells. */
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Local, openLocal } from '../src/compose/local.ts'
import { writeSpoolFile } from './support/homes/spool-files.ts'
import { createWorld, type World } from './support/homes/world.ts'
import { runCli } from './support/processes/cli.ts'

const statement = 'Always run the tests with make check, never with npm test.'

let world: World

const cli = async (...args: string[]) => (await runCli(world, args)).stdout
const read = async (...args: string[]) => JSON.parse(await cli(...args, '--json'))
const found = async (...args: string[]): Promise<string[]> =>
  (await read('recall', 'make check tests', '--type', 'memory', ...args)).hits.map(
    ({ id }: { id: string }) => id,
  )

/** One turn of Codex, in the words of its hooks. */
function workInCodex(prompt: string): void {
  const common = {
    session_id: 'c1',
    turn_id: 'c1-1',
    transcript_path: null,
    cwd: world.project,
    model: 'gpt-5.5',
    permission_mode: 'default',
  }
  const events = {
    UserPromptSubmit: { prompt },
    Stop: { stop_hook_active: false, last_assistant_message: 'Understood.' },
  }
  for (const [event, more] of Object.entries(events)) {
    const payload = { ...common, hook_event_name: event, ...more }
    writeSpoolFile(world.paths.spool, { host: 'codex', event }, payload)
  }
}

async function learnInCodex(): Promise<string> {
  workInCodex(statement)
  const { found: learned } = await read('learn', '--session', 'c1')
  expect(learned).toHaveLength(1)
  return learned[0].memory.id
}

beforeEach(() => {
  world = createWorld()
  onTestFinished(() => world.close())
})

test('what was learned in Codex is recalled as of Codex, and as of no other agent', async () => {
  const id = await learnInCodex()
  expect(await found()).toEqual([id])
  expect(await found('--host', 'codex')).toEqual([id])
  expect(await found('--host', 'claude-code')).toEqual([])
})

test('a rebuilt index says the same', async () => {
  const id = await learnInCodex()
  await cli('rebuild')
  expect(await found('--host', 'codex')).toEqual([id])
  expect(await found('--host', 'claude-code')).toEqual([])
})

test('what a person stored is of no agent', async () => {
  await cli('remember', statement)
  expect(await found()).toHaveLength(1)
  expect(await found('--host', 'codex')).toEqual([])
  const [id = ''] = await found()
  expect(await read('show', id)).not.toHaveProperty('host')
  expect(await cli('show', id, '--sources')).toMatch(/^ {2}stored by hand$/m)
})

test('show names the agent of the memory and of each source', async () => {
  const id = await learnInCodex()
  const shown = await cli('show', id, '--sources')
  expect(shown).toMatch(/^said by +you in Codex$/m)
  expect(shown).toMatch(/^ {2}turn [0-9a-f]{10} in Codex {2}/m)
  expect(await read('show', id)).toMatchObject({
    host: 'codex',
    sources: expect.arrayContaining([expect.objectContaining({ type: 'turn', host: 'codex' })]),
  })
})

test('an agent that says otherwise under the same key takes it over', async () => {
  const { memory } = await inLocal(({ operations }) =>
    operations.storeMemory({
      content: statement,
      key: 'tests',
      folder: world.project,
      source: 'manual',
      trust: 'agent',
      sources: [{ type: 'manual', ref: 'codex' }],
    }),
  )
  expect(memory.host).toBe('codex')
  await cli('remember', statement, '--key', 'tests')
  expect(await read('show', memory.id)).toMatchObject({ host: 'codex' })
  await cli('remember', 'The tests run with make verify.', '--key', 'tests')
  expect(await read('show', memory.id)).not.toHaveProperty('host')
})

test('every agent gets it', async () => {
  const id = await learnInCodex()
  for (const host of ['claude-code', 'codex', 'gemini']) {
    const { text } = await read('context', '--host', host)
    expect(text, host).toContain(id.slice(-6))
    expect(text, host).toContain('make check')
  }
})

async function inLocal<T>(work: (local: Local) => Promise<T>): Promise<T> {
  const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
  try {
    return await work(local)
  } finally {
    local.close()
  }
}
