import { expect, test } from 'vitest'
import { parseQuery, planQuery } from './plan-query.ts'
import { defaultWeights } from './ranking/weights.ts'

const now = new Date('2026-01-01T00:00:00Z')

function plan(text: string, frequencies: Record<string, number>, total = 1_000, changes = {}) {
  const byTerm = new Map(Object.entries(frequencies))
  return planQuery(parseQuery(text, now), { total, byTerm }, { ...defaultWeights, ...changes })
}

test('stop words are not searched, and each term is searched once', () => {
  expect(parseQuery('Why did the hook of the hooks fail?', now).terms).toEqual(['hook', 'fail'])
})

test('rarer terms weigh more', () => {
  const { weighted } = plan('spool daemon', { spool: 2, daemon: 300 })
  expect(weighted.map(({ term }) => term)).toEqual(['spool', 'daemon'])
  expect(weighted[0]?.weight).toBeGreaterThan(2 * (weighted[1]?.weight ?? 0))
})

test('terms that no document has still belong to the question', () => {
  const known = plan('spool', { spool: 2 })
  const half = plan('spool abc', { spool: 2 })
  expect(half.weighted.map(({ term }) => term)).toEqual(['spool'])
  expect(half.mass).toBeGreaterThan(1.5 * known.mass)
})

test('a term that no document has is searched as a prefix', () => {
  const { lookup, weighted } = plan('src/core/js', { src: 5, core: 5 })
  expect(lookup).toContain('src/core/js*')
  expect(weighted[0]).toMatchObject({ term: 'src/core/js', isPrefix: true })
})

test('the most frequent terms are left out where they would cost too much', () => {
  const frequencies = { spool: 10, lock: 20, daemon: 900 }
  const few = plan('spool lock daemon', frequencies, 1_000, { lookupPostings: 100 })
  expect(few.lookup).toEqual(['spool', 'lock'])
  expect(few.widerLookup).toEqual(['spool', 'lock', 'daemon'])
  expect(plan('daemon', frequencies, 1_000, { lookupPostings: 100 }).lookup).toEqual(['daemon'])
})

test('near-synonyms are searched separately', () => {
  const { lookup, relatedLookup } = plan('delete folder', { delet: 1, folder: 1, directori: 4 })
  expect([...lookup].sort()).toEqual(['delet', 'folder'])
  expect(relatedLookup).toEqual(['directori'])
})

test('a long question is cut to its rarest terms and brings its own synonyms', () => {
  const words = Array.from({ length: 60 }, (_, at) => `word${at}`)
  const frequencies = Object.fromEntries(words.map((word, at) => [word, at + 1]))
  const { weighted, relatedLookup } = plan(`${words.join(' ')} folder`, {
    ...frequencies,
    directori: 1,
  })
  expect(weighted).toHaveLength(defaultWeights.mostTerms)
  expect(weighted[0]?.term).toBe('word0')
  expect(relatedLookup).toEqual([])
})

test.each([
  ['When did it break?', true],
  ['which day was it', true],
  ['what happens when it breaks', false],
  ['how old was it when it broke', false],
])('%s asks for a time: %s', (text, expected) => {
  expect(parseQuery(text, now).asksWhen).toBe(expected)
})
