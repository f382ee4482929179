/** A world whose user has the hooks for all projects, and `claude` where everybody finds it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../../../src/core/model/json.ts'
import { waitFor } from '../../support/homes/world.ts'
import { type AskOptions, askClaude } from '../drivers/ask-claude.ts'
import type { Asked } from '../drivers/client.ts'
import { type ClientStart, countClient } from '../drivers/count-starts.ts'
import { apiVariables } from '../drivers/run-claude.ts'
import { type FakeMessagesApi, startFakeMessagesApi } from '../fake-models/messages-api.ts'
import type { Scenario } from '../fake-models/scripted-model.ts'
import { type CaptureWorld, createCaptureWorld } from './capture-world.ts'
import { selectRows } from './captured-rows.ts'

export interface MemoryLoop {
  readonly world: CaptureWorld
  readonly api: FakeMessagesApi
  /** Every start of the client so far, by any process. */
  starts(): ClientStart[]
  ask(prompt: string, options?: AskOptions): Promise<Asked>
  rows(sql: string): Record<string, unknown>[]
  /** Resolves once everything is taken in and nothing is left to do. */
  settled(): Promise<void>
  daemonPid(): number
  close(): Promise<void>
}

export interface MemoryLoopOptions {
  readonly settings: Readonly<Record<string, string>>
  readonly scenarios?: readonly Scenario[]
  readonly beforeReply?: (question: JsonObject) => Promise<unknown>
}

const patienceMs = 60_000

export async function openMemoryLoop(
  binary: string,
  { settings, scenarios = [], beforeReply }: MemoryLoopOptions,
): Promise<MemoryLoop> {
  // Closes what is open when a later step fails.
  await using opened = new AsyncDisposableStack()
  const client = opened.adopt(await countClient(binary), (counted) => counted.remove())
  const api = opened.use(await startFakeMessagesApi(scenarios, beforeReply))
  const path = { PATH: `${client.folder}:/usr/local/bin:/usr/bin:/bin` }
  const variables = { ...apiVariables(api), ...path }
  const world = opened.adopt(await createCaptureWorld(variables), (created) => created.close())
  const { repository, database, throughlineHome } = world
  await world.throughline(repository, 'setup', '--host', 'claude-code', '--no-mcp', '--yes')
  // The judge gets nothing of the shell's environment, only what the client's user has set for it.
  const clientSettings = join(world.userHome, '.claude', 'settings.json')
  const given = JSON.parse(readFileSync(clientSettings, 'utf8'))
  writeFileSync(clientSettings, JSON.stringify({ ...given, env: apiVariables(api) }))
  for (const [key, value] of Object.entries(settings)) {
    await world.throughline(repository, 'config', 'set', key, value)
  }
  const all = opened.move()
  const rows = (sql: string) => selectRows(database, sql)
  return {
    world,
    api,
    starts: client.starts,
    ask: (prompt, options) =>
      askClaude({ binary: client.binary, api, world, env: path }, prompt, options),
    rows,
    async settled() {
      await waitFor('an empty spool', () => world.pendingEvents().length === 0, patienceMs)
      await waitFor('the end of all jobs', () => rows(jobsToDo).length === 0, patienceMs)
    },
    daemonPid() {
      const file = readFileSync(`${throughlineHome}/run/daemon.json`, 'utf8')
      return (JSON.parse(file) as { pid: number }).pid
    },
    close: () => all.disposeAsync(),
  }
}

/** Those for when a session was silent wait longer than a test. */
const jobsToDo = `SELECT kind, subject, status, error FROM jobs
  WHERE status IN ('pending', 'running') AND subject NOT LIKE 'idle:%'`
