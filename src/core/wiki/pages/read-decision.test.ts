import { expect, test } from 'vitest'
import { readDecision } from './read-decision.ts'

test.each([
  ['Carts are kept in cents, as floats were off by one.', ['Floats were off by one'], []],
  ['Carts are kept in memory, as planned.', [], []],
  ['Totals are computed once to avoid rounding twice.', ['To avoid rounding twice'], []],
  ['Prices come from the catalogue, not the cart itself.', [], ['The cart itself']],
  [
    'Preferred over `totalOf(cart)` as a method. Totals are a field.',
    [],
    ['`totalOf(cart)` as a method'],
  ],
  [
    'Carts expire by a timer, without a queue: redis and a cron job were tried and rejected.',
    [],
    ['Redis and a cron job were tried and rejected'],
  ],
  [
    'Carts expire after an hour; a whole day alone is too long.',
    [],
    ['A whole day alone is too long'],
  ],
  ['Carts have one owner: two people cannot share one.', [], []],
])('%s', (content, reasons, rejected) => {
  expect(readDecision(content)).toEqual({ reasons, rejected })
})
