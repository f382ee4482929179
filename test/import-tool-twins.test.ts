/** Hooks of some agents name no tool call, their histories do: one call stays one. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Local, openLocal } from '../src/compose/local.ts'
import { createWorld, type World } from './support/homes/world.ts'

const fixtures = fileURLToPath(new URL('./fixtures/import', import.meta.url))
const cwd = '/home/dev/project'
const input = { command: 'ls', description: 'List files' }

const agents = [
  {
    host: 'copilot',
    session: 'eecdf3d6-c556-4c4b-ba08-949dcd1274aa',
    file: '.copilot/session-state/eecdf3d6-c556-4c4b-ba08-949dcd1274aa/events.jsonl',
    recorded: 1,
    event: 'postToolUse',
    call: { toolName: 'bash', toolArgs: input },
    answer: { toolResult: { resultType: 'success', textResultForLlm: 'README.md' } },
  },
  {
    host: 'gemini',
    session: 'd2fd95c2-5095-4770-928e-9ef75b148a3c',
    file: '.gemini/tmp/project/chats/session-2026-11-16T07-16-d2fd95c2.jsonl',
    recorded: 5,
    event: 'AfterTool',
    call: { tool_name: 'run_shell_command', tool_input: input },
    answer: { tool_response: { llmContent: 'README.md', returnDisplay: 'README.md' } },
  },
]

describe.each(agents)('$host', ({ host, session, file, recorded, event, call, answer }) => {
  let world: World
  let local: Local
  beforeEach(async () => {
    world = createWorld()
    local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
    onTestFinished(async () => {
      local.close()
      await world.close()
    })
    cpSync(`${fixtures}/${host}/home`, world.userHome, { recursive: true })
  })

  const ofSession = 'FROM tool_events JOIN sessions ON sessions.id = session_id'
  const calls = () =>
    Number(
      world.rows(`SELECT count(*) AS n ${ofSession} WHERE host_session_id = '${session}'`)[0]?.n,
    )

  async function importAll(): Promise<void> {
    const found = await local.histories.find({})
    await local.histories.import(found, { signal: new AbortController().signal })
  }

  /** The session's own call, as its hook reports it now; the history is moved to that time. */
  async function capture(): Promise<void> {
    const payload = { sessionId: session, session_id: session, cwd, ...call, ...answer }
    await local.spool.add({ host, event, cwd }, JSON.stringify(payload))
    await local.drain(AbortSignal.timeout(10_000))
  }

  function recordNow(): void {
    const path = join(world.userHome, file)
    const now = new Date().toISOString()
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, now))
  }

  test('a captured call is not imported again', async () => {
    recordNow()
    await capture()
    await importAll()
    expect(calls()).toBe(recorded)
  })

  test('an imported call is not captured again', async () => {
    recordNow()
    await importAll()
    await capture()
    expect(calls()).toBe(recorded)
  })

  test('the same call at another time is another call', async () => {
    await importAll()
    await capture()
    expect(calls()).toBe(recorded + 1)
  })
})
