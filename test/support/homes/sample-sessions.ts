/** Three weeks of a developer's sessions in three projects. */

interface SampleTool {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly output: string
  readonly failed?: true
}

export interface SampleTurn {
  readonly prompt: string
  readonly tools: readonly SampleTool[]
  /** Absent while the turn is open. */
  readonly answer?: string
}

export interface SampleSession {
  readonly id: string
  readonly project: 'widgets' | 'atlas-api' | 'field-notes'
  readonly hoursAgo: number
  readonly turns: readonly SampleTurn[]
  /** Still open. */
  readonly isOpen?: true
}

const read = (file: string): SampleTool => ({
  name: 'Read',
  input: { file_path: file },
  output: `1\t// ${file}`,
})
const edit = (file: string, before: string, after: string): SampleTool => ({
  name: 'Edit',
  input: { file_path: file, old_string: before, new_string: after },
  output: `The file ${file} has been updated.`,
})
const bash = (command: string, output: string): SampleTool => ({
  name: 'Bash',
  input: { command, description: 'Run it' },
  output,
})
const failing = (command: string, output: string): SampleTool => ({
  ...bash(command, output),
  failed: true,
})
const grep = (pattern: string): SampleTool => ({
  name: 'Grep',
  input: { pattern, path: 'src' },
  output: 'src/checkout/total.ts:14\nsrc/cart/lines.ts:8',
})

export const sampleSessions: readonly SampleSession[] = [
  {
    id: 'b1f0c6de-cart-totals',
    project: 'widgets',
    hoursAgo: 498,
    turns: [
      {
        prompt: 'The checkout total is off by a cent for some carts. Find out why.',
        tools: [
          read('src/checkout/total.ts'),
          grep('toFixed'),
          failing('npm test', '1 failed, 41 passed\nexpected 11.90 to be 11.89'),
          edit('src/checkout/total.ts', 'price * 1.19', 'Math.round(price * 119) / 100'),
          bash('npm test', '42 passed'),
        ],
        answer:
          'Prices were multiplied as floats. Totals are now kept in cents and rounded once, at the end.',
      },
      {
        prompt:
          'Always use the money helpers for this, never floats. And run npm test before you commit.',
        tools: [
          edit('src/cart/lines.ts', 'line.price * line.count', 'multiply(line.price, line.count)'),
          bash('npm test', '42 passed'),
          bash('git commit -am "fix(checkout): round totals once"', '2 files changed'),
        ],
        answer: 'Both places use multiply() from src/money.ts now; committed after a green run.',
      },
    ],
  },
  {
    id: '3ac21d77-flaky-upload',
    project: 'field-notes',
    hoursAgo: 402,
    turns: [
      {
        prompt: 'Photo uploads fail now and then on slow connections. Can we make them resumable?',
        tools: [
          read('app/upload/queue.ts'),
          bash('npx vitest run upload', '12 passed'),
          edit('app/upload/queue.ts', 'await post(file)', 'await postInChunks(file, 512 * 1024)'),
        ],
        answer:
          'Uploads go in chunks of 512 KB and continue where they stopped. The server keeps parts for a day.',
      },
    ],
  },
  {
    id: '90be44aa-pagination',
    project: 'atlas-api',
    hoursAgo: 310,
    turns: [
      {
        prompt: 'GET /places is slow for the last pages. Look into it.',
        tools: [
          bash('go test ./internal/places -bench=.', 'BenchmarkListOffset-8   12   91ms/op'),
          read('internal/places/list.go'),
          edit('internal/places/list.go', 'OFFSET $2', 'WHERE (rank, id) > ($2, $3)'),
          bash('go test ./internal/places -bench=.', 'BenchmarkListCursor-8   2210   0.5ms/op'),
        ],
        answer: 'It paged by OFFSET. Cursor pagination by (rank, id) takes 0.5 ms for any page.',
      },
      {
        prompt: 'Good. Document it in the API guide.',
        tools: [edit('docs/api.md', '?page=', '?after=')],
        answer: 'docs/api.md explains the cursor; the old parameter answers 400 with a hint.',
      },
    ],
  },
  {
    id: '5d3e9f12-dark-mode',
    project: 'field-notes',
    hoursAgo: 205,
    turns: [
      {
        prompt: 'Add a dark mode that follows the system.',
        tools: [
          read('app/theme/colours.ts'),
          edit('app/theme/colours.ts', 'export const colours', 'export const light'),
          failing('npm run lint', 'app/theme/use-colours.ts: missing return type'),
          edit(
            'app/theme/use-colours.ts',
            'function useColours()',
            'function useColours(): Colours',
          ),
          bash('npm run lint', 'no problems'),
        ],
        answer: 'useColours() follows the system; every screen reads colours from it.',
      },
    ],
  },
  {
    id: 'e87a0b65-rate-limit',
    project: 'atlas-api',
    hoursAgo: 122,
    turns: [
      {
        prompt: 'We get hammered by one client. Add a rate limit, but do not break the importers.',
        tools: [
          grep('X-Api-Key'),
          edit('internal/http/limit.go', '', 'func limit(next http.Handler) http.Handler {'),
          bash('go test ./...', 'ok  \tatlas/internal/http\t0.41s'),
        ],
        answer:
          'A token bucket per API key: 20 requests a second, bursts of 60. Keys with the role importer are exempt.',
      },
      {
        prompt: 'What happens when Redis is down?',
        tools: [
          read('internal/http/limit.go'),
          failing('go test ./internal/http -run Down', 'panic: nil client'),
        ],
        answer: 'It panicked. It now lets requests through and logs once a minute.',
      },
    ],
  },
  {
    id: '17c4d0ff-invoices',
    project: 'widgets',
    hoursAgo: 51,
    turns: [
      {
        prompt: 'Invoices need the VAT id of the customer. The tax office asked for it.',
        tools: [
          read('src/invoice/render.ts'),
          edit('src/invoice/render.ts', 'customer.name', 'customer.name, customer.vatId'),
          bash('npm test', '47 passed'),
        ],
        answer:
          'The VAT id is printed below the name when there is one; older invoices stay as they are.',
      },
    ],
  },
  {
    id: 'c2d95e31-migration',
    project: 'atlas-api',
    hoursAgo: 26,
    turns: [
      {
        prompt: 'Split the addresses table: one row per address, places refer to it.',
        tools: [
          bash('psql -c "\\\\d addresses"', 'Table "public.addresses"'),
          edit('migrations/0042_addresses.sql', '', 'CREATE TABLE addresses'),
          failing('make migrate', 'ERROR: lock timeout on table "places"'),
          edit('migrations/0042_addresses.sql', 'ALTER TABLE places', 'SET lock_timeout = 0'),
          bash('make migrate', 'migrated to 42'),
        ],
        answer:
          'Done in two steps, since altering places under load runs into the lock timeout: first the column, then the backfill in batches of 5,000.',
      },
    ],
  },
  {
    id: '7f66b2a0-search-box',
    project: 'widgets',
    hoursAgo: 2,
    turns: [
      {
        prompt: 'The search box loses focus on every keystroke in Safari.',
        tools: [
          read('src/search/search-box.tsx'),
          grep('key={query}'),
          edit('src/search/search-box.tsx', 'key={query}', ''),
          bash('npm test', '51 passed'),
        ],
        answer: 'The input was keyed by the query, so it was made anew each time. The key is gone.',
      },
      {
        prompt: 'Add a test that would have caught it.',
        tools: [
          edit('src/search/search-box.test.tsx', '', "it('keeps the focus while one types'"),
          bash('npm test', '52 passed'),
        ],
        answer: 'A test types three letters and checks the focus after each.',
      },
    ],
  },
  {
    id: '04aa8c19-webhooks',
    project: 'atlas-api',
    hoursAgo: 0.2,
    isOpen: true,
    turns: [
      {
        prompt:
          'Webhooks are delivered twice when the receiver is slow. Make the delivery idempotent.',
        tools: [
          grep('deliverWebhook'),
          read('internal/webhooks/deliver.go'),
          failing('go test ./internal/webhooks', '--- FAIL: TestDeliverOnce (2.01s)'),
        ],
      },
    ],
  },
  {
    id: 'd1e2f3a4-offline-sync',
    project: 'field-notes',
    hoursAgo: 0.1,
    isOpen: true,
    turns: [
      {
        prompt: 'Sync should not stop at the first note that fails.',
        tools: [
          read('app/sync/run-sync.ts'),
          edit('app/sync/run-sync.ts', 'throw error', 'failed.push(note)'),
        ],
        answer: 'Failed notes are collected and reported at the end; the others continue.',
      },
      {
        prompt: 'And retry those with a growing pause.',
        tools: [bash('npx vitest run sync', '9 passed')],
      },
    ],
  },
]
