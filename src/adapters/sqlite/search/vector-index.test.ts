import { expect, onTestFinished, test } from 'vitest'
import { describeVectorIndex, documentOf } from '../../../../test/conformance/vector-index.ts'
import { openVectors } from '../../../../test/support/models/vectors.ts'
import { toBytes } from './vector-index.ts'

describeVectorIndex('SQLite', openVectors)

const at = '2026-01-02T03:04:05.000Z'
const model = { model: 'test:small', dimensions: 4 }

async function openWithVectors(...documents: [type: 'memory' | 'turn' | 'session', id: string][]) {
  const opened = await openVectors()
  onTestFinished(() => opened.close())
  await opened.search.put(documents.map(([type, id]) => documentOf(id, { type })))
  await opened.vectors.useModel(model)
  const vector = { ...model, contentHash: 'ab', values: Float32Array.from([1, 2, 3, 4]) }
  const pending = await opened.vectors.pending(100)
  await opened.vectors.settle(pending.map((document) => ({ ...document, vector })))
  const left = () => opened.database.all('SELECT type, id FROM vectors ORDER BY type, id')
  return { ...opened, left }
}

test.each([true, false])('a vector goes with its memory (archived: %s)', async (archive) => {
  const { database, transaction, left } = await openWithVectors(['memory', 'm'], ['turn', 'm'])
  database.run(
    `INSERT INTO memories (id, scope, scope_id, kind, content, content_hash, importance, source,
       trust, valid_from, version_from, created_at, updated_at)
     VALUES ('m', 'global', '', 'fact', 'x', x'00', 0.5, 'manual', 'user', ?1, ?1, ?1, ?1)`,
    at,
  )
  await transaction(({ memories }) => memories.forget('m', at, { archive }))
  expect(left()).toEqual([{ type: 'turn', id: 'm' }])
})

test('vectors of a session and its turns go with it', async () => {
  const { database, left } = await openWithVectors(['session', 's'], ['turn', 't'], ['turn', 'u'])
  database.run(
    `INSERT INTO sessions (id, host, host_session_id, status, started_at, last_event_at)
     VALUES ('s', 'claude-code', 'h', 'active', ?1, ?1)`,
    at,
  )
  database.run(
    `INSERT INTO turns (id, session_id, number, origin, outcome, started_at)
     VALUES ('t', 's', 1, 'user', 'ok', ?)`,
    at,
  )
  database.run("DELETE FROM sessions WHERE id = 's'")
  expect(left()).toEqual([{ type: 'turn', id: 'u' }])
})

test('damage is told', async () => {
  const { database, vectors } = await openWithVectors(['memory', 'm'])
  expect(await vectors.check()).toEqual([])
  database.run("UPDATE vectors SET embedding = x'0102'")
  expect(await vectors.check()).toEqual(['1 vectors have the wrong length'])
})

test('a vector takes a byte a dimension and keeps its direction', () => {
  const bytes = toBytes(Float32Array.from([0.5, -0.25, 0, 0.1]))
  expect([...new Int8Array(bytes.buffer)]).toEqual([127, -63, 0, 25])
  expect([...toBytes(new Float32Array(3))]).toEqual([0, 0, 0])
})
