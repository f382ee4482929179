import { expect, test } from 'vitest'
import { describeExplanation, type HitExplanation } from './explain.ts'

const nothing: HitExplanation = {
  match: 0,
  terms: [],
  nearby: [],
  boosts: [],
  priors: [],
  literal: false,
}

test('says in words what speaks for a hit and what against', () => {
  const line = describeExplanation({
    ...nothing,
    terms: ['spool', 'json.ts'],
    nearby: ['hook'],
    boosts: ['dated'],
    priors: [
      { name: 'branch', amount: 0.4 },
      { name: 'faded', amount: -0.1 },
    ],
  })
  expect(line).toBe(
    'has spool, json.ts; nearby: hook; from the time asked about; same branch (+0.40); not used for long (−0.10)',
  )
})

test('says when the text itself was found, or nothing was asked', () => {
  expect(describeExplanation({ ...nothing, literal: true })).toBe(
    'contains the text as it is written',
  )
  expect(describeExplanation(nothing)).toBe('newest')
})
