import { expect, test } from 'vitest'
import { hashFeatures } from '../../../scripts/fit-learning/feature-hash.ts'
import { featureHash } from './weights.generated.ts'

test('the weights were fitted with the features as they are (scripts/fit-learning)', () => {
  expect(featureHash).toBe(hashFeatures())
})
