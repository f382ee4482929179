/** A small fixed question set: its scores must not fall when ranking changes. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { documentTypes, type SearchDocument } from '../src/core/model/search-document.ts'
import { type RecallRequest, recall } from '../src/core/recall/recall.ts'
import { openMemoryStore, type MemoryStore as Store } from './support/core/memory-store.ts'

const { documents, questions, foreign } = z
  .object({
    documents: z.array(
      z.object({
        id: z.string(),
        type: z.enum(documentTypes),
        kind: z.string().optional(),
        session: z.string().optional(),
        position: z.number().optional(),
        branch: z.string().optional(),
        title: z.string().optional(),
        body: z.string().optional(),
        answer: z.string().optional(),
        files: z.array(z.string()).optional(),
      }),
    ),
    questions: z.array(z.object({ text: z.string(), relevant: z.array(z.string()) })),
    foreign: z.array(z.string()),
  })
  .parse(JSON.parse(readFileSync(new URL('fixtures/recall/coding.json', import.meta.url), 'utf8')))

const clock = { now: () => new Date('2026-02-01T00:00:00Z') }
let store: Store

beforeAll(async () => {
  store = await openMemoryStore(clock)
  await store.search.put(
    documents.map(
      ({ id, type, kind, session, position, branch, ...fields }): SearchDocument => ({
        id,
        type,
        kind,
        sessionId: session,
        position,
        branch,
        scope: { scope: 'global', scopeId: '' },
        at: '2026-01-01T00:00:00.000Z',
        fields,
      }),
    ),
  )
})
afterAll(() => store.close())

const ask = (request: RecallRequest) => recall(request, { index: store.search, clock })

async function shareFound(within: number): Promise<number> {
  let found = 0
  for (const { text, relevant } of questions) {
    const { hits } = await ask({ text, limit: within })
    const right = relevant.flatMap((id) => [id, turnOf(id) ?? id])
    if (hits.some(({ id }) => right.includes(id))) found += 1
  }
  return Math.round((100 * found) / questions.length)
}

/** The turn that stands for a tool event. */
function turnOf(id: string): string | undefined {
  const { session, position } = documents.find((each) => each.id === id) ?? {}
  return documents.find(
    (each) => each.type === 'turn' && each.session === session && each.position === position,
  )?.id
}

test('the first hit is the right one for nearly every question', async () => {
  expect(await shareFound(1)).toBeGreaterThanOrEqual(97)
})

test('the first five hits contain the right one for every question', async () => {
  expect(await shareFound(5)).toBe(100)
})

test('what was never talked about is less relevant than what was', async () => {
  const best = async (text: string) => (await ask({ text, threshold: 0 })).hits[0]?.relevance ?? 0
  const own = await Promise.all(questions.map(({ text }) => best(text)))
  const others = await Promise.all(foreign.map(best))
  const median = own.toSorted((a, b) => a - b)[Math.floor(own.length / 2)] ?? 0
  expect(Math.max(...others)).toBeLessThan(median / 2)
})
