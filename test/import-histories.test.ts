/** Every history in the fixtures, imported into an empty store. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createHistorySources } from '../src/adapters/histories/sources.ts'
import { findHostProtocol } from '../src/adapters/hosts/hosts.ts'
import { createRedactor } from '../src/adapters/redaction/redactor.ts'
import { configSchema } from '../src/contract/config.ts'
import { ingestEvent } from '../src/core/capture/ingest.ts'
import { ingestBatch } from '../src/core/capture/ingest-batch.ts'
import type { ImportPorts } from '../src/core/import/find-importable.ts'
import { importHistories } from '../src/core/import/import-histories.ts'
import type { JsonObject } from '../src/core/model/json.ts'
import { sha256 } from './support/core/capture.ts'
import { createTestClock } from './support/core/clock.ts'
import { openMemoryStore } from './support/core/memory-store.ts'
import { makeTemporaryFolder } from './support/homes/temporary-folder.ts'

const homeOf = (name: string) =>
  fileURLToPath(new URL(`./fixtures/import/${name}/home`, import.meta.url))

const projectOf = (name: string) =>
  fileURLToPath(new URL(`./fixtures/import/${name}/project`, import.meta.url))

async function openImport() {
  const clock = createTestClock()
  const store = await openMemoryStore(clock)
  onTestFinished(() => store.close())
  const ports: ImportPorts = {
    store,
    redactor: createRedactor(),
    hash: sha256,
    ids: store.ids,
    clock,
    extraction: () => configSchema.parse({}).learning,
    // The fixtures lie in a repository.
    repositoryOf: async () => undefined,
    placeOf: async () => ({ kind: 'enabled' }),
    version: '1.0.0',
  }
  const count = (table: string, where = 'TRUE') =>
    Number(store.rows(`SELECT count(*) AS n FROM ${table} WHERE ${where}`)[0]?.n)
  return {
    store,
    count,
    async import(source: string, home: string) {
      const sources = createHistorySources().filter(({ name }) => name === source)
      const place = {
        userHome: isAbsolute(home) ? home : homeOf(home),
        env: {},
        folders: [projectOf(home)],
      }
      const found = await Promise.all(
        sources.map(async (each) => ({ source: each, items: await each.discover(place) })),
      )
      return importHistories(found, ports, { signal: new AbortController().signal })
    },
    /** As a hook would send it. */
    async capture(host: string, name: string, arrivedAt: string, payload: JsonObject) {
      const event = findHostProtocol(host)?.parse(name, payload)
      if (!event) throw new Error(`${host} has no ${name}`)
      const contentKey = sha256(JSON.stringify([name, payload]))
      const arrival = { arrivedAt, event, contentKey, projectId: undefined, root: undefined }
      await store.transaction((tx) =>
        ingestBatch(tx, (ingesting) =>
          ingestEvent(ingesting, { ...arrival, branch: undefined, caller: {} }, ports),
        ),
      )
    },
    counts: () => ({
      sessions: count('sessions'),
      turns: count('turns'),
      tools: count('tool_events'),
      failures: count('tool_events', "outcome = 'failed'"),
    }),
  }
}

const histories: readonly [string, string, Record<string, number>][] = [
  ['claude-code', 'claude-code', { sessions: 10, turns: 15, tools: 16, failures: 2 }],
  ['claude-code', 'claude-code-1.0.60', { sessions: 3, turns: 3, tools: 4, failures: 1 }],
  ['codex', 'codex', { sessions: 5, turns: 7, tools: 7, failures: 1 }],
  ['codex', 'codex-0.42.0', { sessions: 1, turns: 2, tools: 2, failures: 1 }],
  ['gemini', 'gemini', { sessions: 5, turns: 12, tools: 8, failures: 2 }],
  ['gemini', 'gemini-0.10.0', { sessions: 2, turns: 2, tools: 2, failures: 1 }],
  ['opencode', 'opencode', { sessions: 4, turns: 6, tools: 9, failures: 2 }],
  ['opencode', 'by-schema/opencode-json', { sessions: 1, turns: 2, tools: 1, failures: 0 }],
  ['copilot', 'copilot', { sessions: 3, turns: 6, tools: 9, failures: 2 }],
  ['qwen', 'qwen', { sessions: 4, turns: 8, tools: 6, failures: 2 }],
  ['cursor', 'by-schema/cursor', { sessions: 1, turns: 1, tools: 2, failures: 1 }],
  ['kiro', 'by-schema/kiro', { sessions: 2, turns: 2, tools: 2, failures: 1 }],
  ['cline', 'by-schema/cline', { sessions: 1, turns: 1, tools: 1, failures: 0 }],
  ['goose', 'by-schema/goose', { sessions: 1, turns: 1, tools: 1, failures: 0 }],
  ['continue', 'continue', { sessions: 2, turns: 3, tools: 3, failures: 2 }],
  ['amp', 'by-schema/amp', { sessions: 1, turns: 1, tools: 1, failures: 0 }],
  ['specstory', 'by-schema/specstory', { sessions: 2, turns: 3, tools: 5, failures: 2 }],
  ['aider', 'by-schema/aider', { sessions: 2, turns: 2, tools: 1, failures: 0 }],
]

describe.each(histories)('the history of %s in %s', (source, home, expected) => {
  test('is imported once, however often', async () => {
    const store = await openImport()
    const first = await store.import(source, home)
    expect(store.counts()).toEqual(expected)
    expect(first).toMatchObject({ turns: expected.turns, toolCalls: expected.tools, failed: [] })
    const again = await store.import(source, home)
    expect(again).toMatchObject({ turns: 0, toolCalls: 0, failed: [] })
    expect(store.counts()).toEqual(expected)
  })
})

describe('a turn of Cursor, whose hooks name turns otherwise than its history', () => {
  const common = {
    conversation_id: '0b9d3f6e-52a1-4c11-9f6d-0d5c7a6b1e01',
    generation_id: 'g1',
    workspace_roots: ['/home/dev/project'],
  }
  const prompt = { ...common, prompt: 'List the files' }
  const answer = { ...common, text: 'We decided to use pnpm because of the lockfile.' }

  test('is not doubled if it was captured before', async () => {
    const store = await openImport()
    await store.capture('cursor', 'beforeSubmitPrompt', '2026-11-16T03:33:21.000Z', prompt)
    await store.capture('cursor', 'afterAgentResponse', '2026-11-16T03:33:41.000Z', answer)
    await store.import('cursor', 'by-schema/cursor')
    expect(store.counts()).toEqual({ sessions: 1, turns: 1, tools: 2, failures: 1 })
    expect(store.count('tool_events', 'turn_id IS NOT NULL')).toBe(2)
  })

  test('is not doubled if it is captured later', async () => {
    const store = await openImport()
    await store.import('cursor', 'by-schema/cursor')
    await store.capture('cursor', 'beforeSubmitPrompt', '2026-11-16T03:33:21.000Z', prompt)
    await store.capture('cursor', 'afterAgentResponse', '2026-11-16T03:33:41.000Z', answer)
    expect(store.counts()).toEqual({ sessions: 1, turns: 1, tools: 2, failures: 1 })
  })
})

describe('a session that SpecStory exported', () => {
  const common = { session_id: '3d1c7a52-8f0b-4b36-9a4e-5c2f7d9e1a01', cwd: '/home/dev/project' }
  const prompt = { ...common, prompt: 'List the files' }
  const exported = { sessions: 2, turns: 3, tools: 5, failures: 2 }

  test('is left alone if its agent brought it before', async () => {
    const store = await openImport()
    await store.capture('claude-code', 'UserPromptSubmit', '2026-11-16T03:33:20.400Z', prompt)
    await store.import('specstory', 'by-schema/specstory')
    expect(store.count('turns', "prompt = 'List the files'")).toBe(1)
    expect(store.count('tool_events')).toBe(2)
  })

  test('is not doubled if a hook brings it again', async () => {
    const store = await openImport()
    await store.import('specstory', 'by-schema/specstory')
    await store.capture('claude-code', 'UserPromptSubmit', '2026-11-16T03:33:20.400Z', prompt)
    expect(store.counts()).toEqual(exported)
  })

  test("is not doubled by its agent's own history, which adds what came later", async () => {
    const store = await openImport()
    await store.import('specstory', 'by-schema/specstory')
    const home = makeTemporaryFolder()
    const folder = join(home, '.claude/projects/-home-dev-project')
    mkdirSync(folder, { recursive: true })
    const prompts = [
      ['List the files', '2026-11-16T03:33:20.400Z'],
      ['Thanks', '2026-11-16T03:40:00.900Z'],
      ['Go on', '2026-11-16T04:00:00.000Z'],
    ]
    const lines = prompts.map(([content, timestamp], at) =>
      JSON.stringify({
        type: 'user',
        uuid: `u${at}`,
        sessionId: common.session_id,
        cwd: common.cwd,
        timestamp,
        message: { role: 'user', content },
      }),
    )
    writeFileSync(join(folder, `${common.session_id}.jsonl`), `${lines.join('\n')}\n`)
    await store.import('claude-code', home)
    expect(store.counts()).toEqual({ ...exported, turns: 4 })
  })
})
