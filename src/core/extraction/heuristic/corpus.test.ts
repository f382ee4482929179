/** Invented exchanges, many written to trap a judge. They catch regressions; real sessions measure. */
import { expect, test } from 'vitest'
import { readCorpus, toWindow } from '../../../../test/corpus/extraction/read-corpus.ts'
import { judgeWindow } from './judge.ts'

const corpus = [...readCorpus('development'), ...readCorpus('held-out')]
const empty = corpus.filter((entry) => entry.expect.length === 0)
const found = empty.map((entry) => judgeWindow(toWindow(entry)))

test('at most 4 % of the exchanges without a statement make a memory', () => {
  const told = found.filter((items) => items.some(({ standing }) => standing === 'memory'))
  expect(told.length / empty.length).toBeLessThanOrEqual(0.04)
})

test('at most 0.2 of them make a candidate', () => {
  const kept = found.filter((items) => items.length > 0)
  expect(kept.length / empty.length).toBeLessThanOrEqual(0.2)
})
