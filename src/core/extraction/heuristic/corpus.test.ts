/** What the judge must reach on the part of the corpus it was built on. */
import { expect, test } from 'vitest'
import { evaluate } from '../../../../test/corpus/extraction/evaluate.ts'
import { readCorpus } from '../../../../test/corpus/extraction/read-corpus.ts'
import { createHeuristicJudge } from './judge.ts'

const { overall, byKind, silence } = await evaluate(
  createHeuristicJudge(),
  readCorpus('development'),
)

test('at least 0.85 of what it finds is right', () => {
  expect(overall.precision).toBeGreaterThanOrEqual(0.85)
})

test.each([...byKind])('at least 0.75 of what it takes for a %s is right', (_, { precision }) => {
  expect(precision).toBeGreaterThanOrEqual(0.75)
})

test('it finds at least 0.6 of what there is', () => {
  expect(overall.recall).toBeGreaterThanOrEqual(0.6)
})

test('it is silent in at least 0.95 of the entries that hold nothing', () => {
  expect(silence).toBeGreaterThanOrEqual(0.95)
})
