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
  // What is quoted, in brackets or in code is one word.
  [
    'Commit on main with conventional messages, e.g. `refactor: round carts`, after the tests pass.',
    'Commit on main with conventional messages, e.g. refactor: round carts',
  ],
  [
    'Carts whose name is "Draft: no owner" are left alone. So are archived ones.',
    'Carts whose name is "Draft: no owner" are left alone',
  ],
  [
    'In the cart view the sums are hidden (page and export; they stay in the data for later on).',
    'In the cart view the sums are hidden',
  ],
  // A list is cut where everybody sees it; «only» belongs to its condition.
  [
    'Rounding of a cart: its first row counts as the base for its price, tax and all of the other columns that it has.',
    'Rounding of a cart: its first row counts as the base for its price, tax and all of the…',
  ],
  [
    'Rounding in the cart service is switched on by default and off only when the customer explicitly says so.',
    'Rounding in the cart service is switched on by default and off only when the customer…',
  ],
  [
    'The list of carts keeps a state of its own for the customer and does not read the state of the shop window.',
    'The list of carts keeps a state of its own for the customer',
  ],
  // The condition alone says nothing.
  [
    'Once a customer has changed the cart, what was carried over is compared with the new sum of all of its rows.',
    'Once a customer has changed the cart, what was carried over is compared with the new…',
  ],
])('%s', (content, title) => {
  expect(firstWords(content)).toBe(title)
})
