/** More of one project, so that its wiki has concepts, and what waits for a decision in review. */
import type { SampleMemory } from './sample-memories.ts'

const project = 'widgets' as const

export const shownMemories: readonly SampleMemory[] = [
  {
    kind: 'decision',
    content: 'Invoice numbers have no gaps: the number is taken in the transaction that stores it.',
    project,
    daysAgo: 24,
    tags: ['invoices', 'database'],
    files: ['src/invoice/number.ts'],
    importance: 0.8,
    uses: 4,
  },
  {
    kind: 'procedure',
    content: 'To correct an invoice: cancel it with a credit note, then issue a new one.',
    project,
    daysAgo: 38,
    tags: ['invoices', 'tax'],
    uses: 2,
  },
  {
    kind: 'workaround',
    content: 'Typst needs `--font-path assets/fonts` in CI, or invoices fall back to serif.',
    project,
    daysAgo: 11,
    tags: ['invoices', 'ci'],
    files: ['src/invoice/render.ts'],
    uses: 3,
  },
  {
    kind: 'fact',
    content: 'The checkout holds stock for 15 minutes, from the first payment attempt.',
    project,
    daysAgo: 19,
    tags: ['checkout', 'orders'],
    files: ['src/checkout/hold.ts'],
    uses: 5,
  },
  {
    kind: 'rule',
    content: 'Every step of the checkout works without JavaScript.',
    project,
    daysAgo: 55,
    tags: ['checkout'],
    importance: 0.85,
    uses: 6,
  },
  {
    kind: 'fix',
    content:
      'Double orders came from a second click while the payment was pending; the form now sends an idempotency key.',
    project,
    daysAgo: 3,
    tags: ['checkout', 'payments', 'orders'],
    files: ['src/checkout/submit.ts'],
    importance: 0.85,
    uses: 2,
    source: 'model',
  },
  {
    kind: 'fact',
    content: 'Refunds take up to five days at the payment provider; the order shows “refunding”.',
    project,
    daysAgo: 29,
    tags: ['payments', 'orders'],
    uses: 1,
  },
  {
    kind: 'decision',
    content: 'Card data never reaches our servers: the payment fields are the provider’s iframe.',
    project,
    daysAgo: 62,
    tags: ['payments', 'security'],
    importance: 0.9,
    uses: 4,
  },
  {
    kind: 'fact',
    content: 'Search uses the trigram index on `products.name`; synonyms are in data/synonyms.csv.',
    project,
    daysAgo: 33,
    tags: ['search', 'database'],
    files: ['src/search/query.ts'],
    uses: 3,
  },
  {
    kind: 'fix',
    content: 'Search missed umlauts: queries are normalised with NFKD before they are compared.',
    project,
    daysAgo: 4,
    tags: ['search'],
    files: ['src/search/query.ts'],
    source: 'model',
    uses: 1,
  },
  {
    kind: 'preference',
    content: 'Search results show at most 24 products a page, without endless scrolling.',
    project,
    daysAgo: 47,
    tags: ['search', 'design'],
    uses: 2,
  },
  {
    kind: 'rule',
    content: 'Test checkout changes with `npm run e2e checkout`, in addition to the unit tests.',
    project,
    daysAgo: 6,
    tags: ['testing', 'checkout'],
    importance: 0.8,
    uses: 3,
    source: 'heuristic',
  },
  {
    kind: 'fact',
    content: 'Prices are stored in cents, as integers, with the currency beside them.',
    project,
    daysAgo: 42,
    tags: ['money', 'database'],
    files: ['src/money.ts'],
    uses: 7,
  },
]

/** Heard once; nobody confirmed them yet. */
export const shownCandidates: readonly SampleMemory[] = [
  {
    kind: 'preference',
    content: 'Prefer `const` arrow functions for small helpers.',
    project,
    daysAgo: 1,
    session: '7f66b2a0-search-box',
    source: 'heuristic',
  },
  {
    kind: 'rule',
    content: 'Do not touch the invoice templates in December.',
    project,
    daysAgo: 2,
    session: '17c4d0ff-invoices',
    source: 'heuristic',
  },
]

/** What agents ask to remember for all projects, which is for the user to decide. */
export const shownProposals: readonly string[] = [
  'Write migrations that can run twice.',
  'Say which tests were run at the end of each answer.',
]
