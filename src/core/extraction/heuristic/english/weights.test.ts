import { expect, test } from 'vitest'
import { english } from './index.ts'

const { account, findingEvidence, findingWeights } = english

test.each([
  ['accounts', account.evidence, account.weights],
  ['findings', findingEvidence, findingWeights],
])('the evidence for %s has its weights', (_, evidence, weights) => {
  const names = evidence.map(({ name }) => name)
  expect(names.filter((name) => weights[name] === undefined)).toEqual([])
})
