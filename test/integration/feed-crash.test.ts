/**
 * Consumers of the change feed, killed at random: they go on where they were, and end with what one
 * that was never killed makes from the start of the feed.
 */
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { Database } from '../../src/adapters/sqlite/connection/database.ts'
import { openStore } from '../../src/adapters/sqlite/store.ts'
import { restartIndex } from '../../src/core/indexing/index-changes.ts'
import { feedStart } from '../../src/core/ports/change-feed.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { createSamples, sampleMemory } from '../conformance/samples.ts'
import { runsOf } from '../hermetic/long-run.ts'
import { makeTemporaryFolder } from '../support/homes/temporary-folder.ts'
import { runChildScript } from '../support/processes/child-script.ts'

const kills = runsOf(50)
const source = (path: string) => new URL(`../../src/${path}`, import.meta.url)

/** Indexes, embeds, records and delivers all there is, then says so and ends. */
const consume = `
  import { createHash } from 'node:crypto'
  import { appendFileSync } from 'node:fs'
  import { Database } from '${source('adapters/sqlite/connection/database.ts')}'
  import { createVectorIndex } from '${source('adapters/sqlite/search/vector-index.ts')}'
  import { openStore } from '${source('adapters/sqlite/store.ts')}'
  import { embedPending } from '${source('core/embedding/embed-pending.ts')}'
  import { catchUpIndex } from '${source('core/indexing/index-changes.ts')}'
  import { recordLifecycleEvents } from '${source('core/lifecycle/record-events.ts')}'
  const [file, delivered] = process.argv.slice(1)
  const clock = { now: () => new Date() }
  const hash = (text) => createHash('sha256').update(text).digest('hex')
  const store = await openStore({ file, backupFolder: '', keepBackups: 1, clock })
  const database = new Database(file, { mustExist: true })
  const vectors = createVectorIndex(database, { file, clock })
  const embedder = {
    model: 'test:one',
    dimensions: 8,
    embed: async (texts) =>
      texts.map((text) => Float32Array.from(createHash('md5').update(text).digest().subarray(0, 8))),
  }
  const events = ['session-started', 'turn-ended', 'memory-stored', 'memory-superseded']
  const subscriber = { name: 'chat', events, projects: [] }
  process.stdout.write('ready\\n')
  await catchUpIndex(store)
  await recordLifecycleEvents({
    hasInstructionPlaces: () => false,
    store,
    subscribers: () => [subscriber],
    hash,
    userHome: '/home/dev',
    answerDeadlineMs: () => 0,
  })
  for (;;) {
    const delivery = await store.lifecycle.nextDue('chat')
    if (!delivery) break
    appendFileSync(delivered, delivery.event.id + '\\n')
    await store.lifecycle.complete(delivery)
  }
  const signal = new AbortController().signal
  await embedPending({ embedder, vectors, hash, clock }, { batchSize: 4, signal })
  process.stdout.write('done\\n')
  process.exit(0)
`

async function write(store: Store, round: number): Promise<void> {
  const samples = createSamples(store)
  const started = { kind: 'session-start', source: 'startup' } as const
  const session = await samples.addSession({ hostSessionId: `s${round}` })
  await samples.addEvent(session.id, { event: { detail: started } })
  const turn = await samples.addTurn(session.id, { prompt: `question ${round}` })
  for (let tool = 0; tool < 3; tool++) await samples.addToolEvent(session.id, { turnId: turn.id })
  await store.transaction(async ({ capture, memories }) => {
    const endedAt = new Date().toISOString()
    await capture.updateTurn(turn.id, { answer: `answer ${round}`, outcome: 'ok', endedAt })
    const id = `memory-${round}`
    await memories.insert(sampleMemory(id, { content: `fact ${round}`, contentHash: hex(round) }))
    if (round % 3 === 1) await memories.update(id, { content: `fact ${round}, changed` }, endedAt)
    if (round % 4 === 2) {
      await memories.update(`memory-${round - 1}`, { supersededBy: id }, endedAt)
    }
    if (round % 5 === 4) await memories.forget(`memory-${round - 3}`, endedAt, { archive: true })
  })
}

const hex = (round: number) => round.toString(16).padStart(4, '0')

function derived(database: Database) {
  return {
    documents: database.all(
      `SELECT type, d.id, scope, scope_id, project_id, session_id, position, kind, d.at, valid_to,
         terms, t.files, text FROM search_documents AS d JOIN search_texts AS t USING (row)
       ORDER BY type, d.id`,
    ),
    indexed: Number(database.get('SELECT count(*) AS count FROM search_index_docsize')?.count),
    vectors: database.all(
      'SELECT type, id, model, content_hash, embedding FROM vectors ORDER BY type, id',
    ),
  }
}

test(`a consumer killed ${kills} times ends with what a rebuild makes`, async () => {
  const folder = makeTemporaryFolder()
  const file = join(folder, 'throughline.db')
  const clock = { now: () => new Date() }
  const store = await openStore({ file, backupFolder: folder, keepBackups: 1, clock })
  const database = new Database(file)
  onTestFinished(() => {
    database.close()
    store.close()
  })
  const log = join(folder, 'delivered')
  for (let round = 0; round < kills; round++) {
    await write(store, round)
    const consumer = runChildScript(consume, file, log)
    expect(await consumer.nextLine()).toBe('ready')
    await delay(randomInt(60))
    consumer.process.kill('SIGKILL')
    await consumer.ended()
  }
  await finish(file, log)
  const survived = derived(database)
  const delivered = idsIn(log)
  expect(survived.documents.length).toBeGreaterThan(kills * 4)
  expect(survived.vectors.length).toBeGreaterThan(kills * 2)

  await store.transaction(async (tx) => {
    await restartIndex(tx)
    for (const consumer of ['vectors', 'lifecycle']) await tx.changes.advance(consumer, feedStart)
  })
  for (const table of ['vectors', 'lifecycle_events', 'lifecycle_sequences']) {
    database.run(`DELETE FROM ${table}`)
  }
  const again = join(folder, 'delivered-again')
  await finish(file, again)
  expect(survived).toEqual(derived(database))
  expect(delivered).toEqual(idsIn(again))
  expect(delivered.length).toBeGreaterThan(kills * 3)
}, 600_000)

async function finish(file: string, log: string): Promise<void> {
  const consumer = runChildScript(consume, file, log)
  expect([await consumer.nextLine(), await consumer.nextLine()]).toEqual(['ready', 'done'])
  await consumer.ended()
}

/** Each once: what was sent just before a kill is sent again. */
function idsIn(log: string): string[] {
  return existsSync(log) ? [...new Set(readFileSync(log, 'utf8').trim().split('\n'))].sort() : []
}
