import { expect, test } from 'vitest'
import { firstWords } from './first-words.ts'

test.each([
  ['Queries are in `internal/*/queries.sql`.', 'Queries are in internal/*/queries.sql'],
  ['**Always** use *tabs*', 'Always use tabs'],
  ['See [[concepts/cart]] first', 'See concepts/cart first'],
  ['[cart.ts](src/shop/cart.ts) never rounds.', 'cart.ts never rounds'],
  // A title says what the statement is about: what explains it comes later.
  [
    'Memory for large carts: dispose of temporary lists, keep lists in the history; very long lists and archived ones are out of scope for now',
    'Memory for large carts: dispose of temporary lists, keep lists in the history',
  ],
  [
    'Nice-to-have for the cart module: nested lists with a width, height, rotation and transparency for each of their rows and columns.',
    'Nice-to-have for the cart module',
  ],
  [
    'loadCart in orders.ts takes (customerId, cartId, linePaths): it loads from linePaths when these are not empty.',
    'loadCart in orders.ts takes (customerId, cartId, linePaths)',
  ],
  [
    'Add and remove buttons live in the main panel of the checkout page (panel.ts), placed high because it overflows.',
    'Add and remove buttons live in the main panel of the checkout page, placed high',
  ],
  // The condition alone says nothing.
  [
    'Once a customer has changed the cart, what was carried over is compared with the new sum of all of its rows.',
    'Once a customer has changed the cart, what was carried over is compared with the new…',
  ],
])('%s', (content, title) => {
  expect(firstWords(content)).toBe(title)
})
