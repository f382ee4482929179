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
    ['Redis and a cron job'],
  ],
  [
    'Carts expire after an hour; a whole day alone is too long.',
    [],
    ['A whole day alone is too long'],
  ],
  ['Carts have one owner: two people cannot share one.', [], []],
  // Each option that was rejected by itself: the heading says that it was.
  [
    'Totals are typed. Chosen over casting at each use and over a check in every view.',
    [],
    ['Casting at each use', 'A check in every view'],
  ],
  [
    'Totals are kept in the cart, not in a file of its own nor on demand.',
    [],
    ['In a file of its own', 'On demand'],
  ],
  [
    'The input is a short list; not the full history, which is too large.',
    [],
    ['The full history, which is too large'],
  ],
  [
    'Carts are tested through the shop. Rejected: a variable of the package, or a copy of the shop.',
    [],
    ['A variable of the package, or a copy of the shop'],
  ],
  [
    'Carts are priced by rules; a scale of five steps was rejected as unwarranted complexity.',
    [],
    ['A scale of five steps: unwarranted complexity'],
  ],
  [
    'Carts are priced by rules; a price list was dropped: nobody keeps it up to date.',
    [],
    ['A price list: nobody keeps it up to date'],
  ],
  ['Carts are sent in one request, so no row is lost.', ['No row is lost'], []],
  ['Carts may be empty in the demo, so always set an owner.', [], []],
  ['Carts have no owner at first, so views must ask for one.', [], []],
])('%s', (content, reasons, rejected) => {
  expect(readDecision(content)).toEqual({ reasons, rejected })
})
