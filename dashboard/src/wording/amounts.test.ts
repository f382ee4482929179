import { expect, test } from 'vitest'
import { bytes } from './amounts.ts'

test.each([
  [0, '0 B'],
  [1_023, '1023 B'],
  [1_024, '1.0 KB'],
  [10_200, '10 KB'],
  [1_048_200, '1.0 MB'],
  [1_048_576, '1.0 MB'],
  [5_368_709_120, '5.0 GB'],
  [2 ** 60, '1048576 TB'],
])('%d bytes are expected as "%s"', (value, expected) => {
  expect(bytes(value)).toBe(expected)
})
