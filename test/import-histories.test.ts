/** Every history in the fixtures, imported into an empty store. */
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createHistorySources } from '../src/adapters/histories/sources.ts'
import { createRedactor } from '../src/adapters/redaction/redactor.ts'
import { configSchema } from '../src/contract/config.ts'
import { importHistories } from '../src/core/import/import-histories.ts'
import type { ImportPorts } from '../src/core/import/import-ports.ts'
import { sha256 } from './support/core/capture.ts'
import { createTestClock } from './support/core/clock.ts'
import { openMemoryStore } from './support/core/memory-store.ts'

const homeOf = (name: string) =>
  fileURLToPath(new URL(`./fixtures/import/${name}/home`, import.meta.url))

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
    extraction: () => configSchema.parse({}).extraction,
    placeOf: async () => ({ kind: 'enabled' }),
    silenceHours: () => 0,
  }
  const count = (table: string, where = 'TRUE') =>
    Number(store.rows(`SELECT count(*) AS n FROM ${table} WHERE ${where}`)[0]?.n)
  return {
    store,
    count,
    async import(source: string, home: string) {
      const sources = createHistorySources().filter(({ name }) => name === source)
      const place = { userHome: homeOf(home), env: {} }
      const found = await Promise.all(
        sources.map(async (each) => ({ source: each, items: await each.discover(place) })),
      )
      return importHistories(found, ports, { signal: new AbortController().signal })
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
