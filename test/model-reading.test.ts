/** How often models are asked, and about what: real adapters, a fake API on loopback. */
import { describe, expect, test } from 'vitest'
import { createRedactor } from '../src/adapters/redaction/redactor.ts'
import { createJudges } from '../src/compose/judges.ts'
import { configSchema } from '../src/contract/config.ts'
import type { ExtractionSettings } from '../src/core/extraction/triggers.ts'
import type { JsonObject } from '../src/core/model/json.ts'
import { type Extraction, openExtraction } from './support/core/extraction.ts'
import {
  answering,
  type ModelAnswer,
  type ModelServer,
  refusing,
  startModelServer,
} from './support/models/model-servers.ts'

interface Reading {
  readonly session: Extraction
  readonly server: ModelServer
  runJobs(): Promise<void>
  /** What the model was asked, one text for each call. */
  asked(): string[]
}

async function open(
  extraction: Partial<ExtractionSettings>,
  answer: ModelAnswer,
  budget: object = {},
): Promise<Reading> {
  const server = await startModelServer(answer)
  const session = await openExtraction({ mode: 'model', judges: ['anthropic'], ...extraction })
  // The pause after failures is measured on the machine's clock.
  session.clock.set(new Date().toISOString())
  const config = configSchema.parse({
    extraction: { mode: 'model', judges: ['anthropic'], ...extraction },
    models: { anthropic: { url: server.url, apiKeyVariable: '' } },
    budget,
  })
  const judges = createJudges({
    config: () => config,
    env: {},
    ledger: session.store.ledger,
    redactor: createRedactor(),
    patience: { delay: async () => undefined, random: () => 0 },
  })
  return {
    session,
    server,
    runJobs: () => session.runJobs({ judges }),
    asked: () => server.requests.map(({ body }) => promptIn(body)),
  }
}

const promptIn = ({ messages }: JsonObject) =>
  String((messages as { content: string }[])[0]?.content)

const finding = (...items: object[]) => answering('anthropic', { text: JSON.stringify({ items }) })
const item = { kind: 'fact', importance: 0.6, scope: 'project', basis: 'user' }

async function talk(
  { session }: Reading,
  turns: number,
  answer = 'It works like this. '.repeat(100),
): Promise<void> {
  for (let turn = 1; turn <= turns; turn++) {
    await session.exchange(
      `Question ${turn}: how does part ${turn} of the importer work? ${'It is long. '.repeat(100)}`,
      `Answer ${turn}. ${answer}`,
    )
  }
}

const mentioned = (asked: readonly string[]) =>
  Array.from({ length: 36 }, (_, at) => `Question ${at + 1}:`).filter((words) =>
    asked.some((text) => text.includes(words)),
  )

describe('36 turns that no model has read', () => {
  test('take a handful of calls at a compaction, and none is left out', async () => {
    const reading = await open({ afterTurn: false, idleSeconds: 0 }, finding())
    await talk(reading, 36)
    await reading.session.take('PreCompact', { trigger: 'auto' })
    await reading.runJobs()
    expect(reading.asked().length).toBeLessThanOrEqual(5)
    expect(mentioned(reading.asked())).toHaveLength(36)
  })

  test('take a handful too when every turn waits in the queue', async () => {
    const reading = await open({}, finding())
    await talk(reading, 36)
    await reading.session.take('PreCompact', { trigger: 'auto' })
    await reading.runJobs()
    expect(reading.asked().length).toBeLessThanOrEqual(5)
    expect(mentioned(reading.asked())).toHaveLength(36)
  })

  test('are not read again', async () => {
    const reading = await open({ afterTurn: false, idleSeconds: 0 }, finding())
    await talk(reading, 36)
    for (const _ of [1, 2]) {
      await reading.session.take('PreCompact', { trigger: 'auto' })
      await reading.runJobs()
    }
    expect(reading.asked()).toHaveLength(3)
  })

  test('yield memories that rest on the turns they came from', async () => {
    const content = 'Part 14 of the importer is written in Rust.'
    const found = finding({ ...item, content, exchanges: [2] })
    const reading = await open({ afterTurn: false, idleSeconds: 0 }, found)
    await talk(reading, 36)
    await reading.session.take('PreCompact', { trigger: 'auto' })
    await reading.runJobs()
    const [memory] = await reading.session.memories()
    const sources = await reading.session.store.memories.sources(String(memory?.id))
    const turns = reading.session.turns()
    // The second turn of the first batch said it first; later batches only confirm it.
    expect(sources).toContainEqual({ type: 'turn', ref: turns[1]?.id, host: 'claude-code' })
  })

  test('are read by local rules, turn by turn, when the model fails, and stay open for it', async () => {
    const reading = await open({ afterTurn: false, idleSeconds: 0 }, refusing(500, {}))
    await reading.session.exchange('From now on, never push to main without a review.')
    await talk(reading, 20)
    await reading.session.take('PreCompact', { trigger: 'auto' })
    await expect(reading.runJobs()).rejects.toMatchObject({
      code: 'model-unavailable',
      retryAfterMs: expect.any(Number),
    })
    expect(reading.asked()).toHaveLength(3)
    expect(await reading.session.contents()).toContainEqual(expect.stringContaining('never push'))
    expect(reading.session.rows('SELECT * FROM extractions')).toEqual([])
    expect(reading.session.rows('SELECT * FROM extraction_states')).toMatchObject([
      { turns_through: 0, deep_through: 0 },
    ])
  })
})

describe('a model that reads whole sessions', () => {
  const bySession = { modelReads: 'session' } as const
  const decided = 'We keep the importer in Rust, because the JSON files are too large for Python.'
  const found = finding({ ...item, kind: 'decision', content: decided, exchanges: [2] })

  async function finish({ session }: Reading): Promise<void> {
    await session.take('SessionEnd', { reason: 'other' })
  }

  test('is asked once, when the session ends', async () => {
    const reading = await open(bySession, found)
    await talk(reading, 12)
    await reading.session.take('PreCompact', { trigger: 'auto' })
    await reading.runJobs()
    expect(reading.asked()).toEqual([])
    await finish(reading)
    await reading.runJobs()
    expect(reading.asked()).toHaveLength(1)
  })

  test('gets the digest and every word of the user, not what the agent said', async () => {
    const reading = await open(bySession, found)
    await reading.session.exchange('How is the importer written?', 'In Rust. A unique remark.')
    await reading.session.exchange(decided, 'Understood.')
    await finish(reading)
    await reading.runJobs()
    const [asked = ''] = reading.asked()
    expect(asked).toMatch(/^<session>\n<digest>\n1\. How is the importer written\?/)
    expect(asked).toContain(`<exchange number="2">\n<user>\n${decided}\n</user>\n</exchange>`)
    expect(asked).not.toContain('<agent>')
    const { system } = reading.server.requests[0]?.body ?? {}
    expect(system).toContain('You get the whole session')
  })

  test('makes memories that rest on what the user said', async () => {
    const reading = await open(bySession, found)
    await reading.session.exchange('How is the importer written?', 'In Rust.')
    await reading.session.exchange(decided, 'Understood.')
    await finish(reading)
    await reading.runJobs()
    const memories = await reading.session.memories()
    const memory = memories.find(({ content }) => content === decided)
    expect(memory).toMatchObject({ standing: 'memory', trust: 'user' })
    expect(await reading.session.store.memories.sources(String(memory?.id))).toMatchObject([
      { type: 'turn', ref: reading.session.turns()[1]?.id },
    ])
  })

  test('reads a session that went on once more, and one that did not never again', async () => {
    const reading = await open(bySession, found)
    await reading.session.exchange(decided, 'Understood.')
    for (const _ of [1, 2]) {
      await finish(reading)
      await reading.runJobs()
    }
    expect(reading.asked()).toHaveLength(1)
    await reading.session.exchange('Please also rename the importer to loader.', 'Done.')
    await finish(reading)
    await reading.runJobs()
    expect(reading.asked()).toHaveLength(2)
  })

  test('is not asked about a session in which hardly anything was said', async () => {
    const reading = await open(bySession, found)
    await reading.session.exchange('List the files', 'a.ts, b.ts')
    await finish(reading)
    await reading.runJobs()
    expect(reading.asked()).toEqual([])
  })

  test('gets a long session within its limit, with something of every turn', async () => {
    const reading = await open(bySession, found)
    await talk(reading, 36, '')
    await finish(reading)
    await reading.runJobs()
    const [asked = ''] = reading.asked()
    expect(asked.length).toBeLessThan(27_000)
    expect(mentioned([asked])).toHaveLength(36)
  })

  test('is not asked past the day’s budget, and the job is done', async () => {
    const reading = await open(bySession, found, { dailyUsd: 0.000_1 })
    await reading.session.exchange(decided, 'Understood.')
    await finish(reading)
    await reading.runJobs()
    expect(reading.asked()).toEqual([])
  })

  test('is asked again about a session when it failed', async () => {
    const reading = await open(bySession, refusing(500, {}))
    await reading.session.exchange(decided, 'Understood.')
    await finish(reading)
    await expect(reading.runJobs()).rejects.toMatchObject({ code: 'model-unavailable' })
    expect(reading.asked()).toHaveLength(3)
  })
})
