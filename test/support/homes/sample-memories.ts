/** Memories of a developer's agents: every kind, some changed, some contradicting each other. */
import type { MemoryKind } from '../../../src/contract/vocabulary.ts'
import type { SampleSession } from './sample-sessions.ts'

export interface SampleMemory {
  readonly kind: MemoryKind
  readonly content: string
  /** Absent for global memories. */
  readonly project?: SampleSession['project']
  readonly daysAgo: number
  readonly tags?: readonly string[]
  readonly files?: readonly string[]
  readonly importance?: number
  readonly key?: string
  readonly pinned?: true
  readonly uses?: number
  /** The session it was learned in. */
  readonly session?: string
  readonly source?: 'manual' | 'heuristic' | 'model'
  /** Earlier texts, oldest first. */
  readonly before?: readonly string[]
}

const [widgets, atlas, field] = ['widgets', 'atlas-api', 'field-notes'] as const

export const sampleMemories: readonly SampleMemory[] = [
  {
    kind: 'rule',
    content: 'Run `npm test` before every commit; the pre-commit hook does not.',
    project: widgets,
    daysAgo: 20,
    tags: ['testing', 'git'],
    importance: 0.9,
    pinned: true,
    uses: 14,
    session: 'b1f0c6de-cart-totals',
    source: 'heuristic',
  },
  {
    kind: 'rule',
    content: 'Never use floats for money. `src/money.ts` has `multiply`, `add` and `round`.',
    project: widgets,
    daysAgo: 20,
    tags: ['money'],
    files: ['src/money.ts', 'src/checkout/total.ts'],
    importance: 0.95,
    pinned: true,
    uses: 11,
    session: 'b1f0c6de-cart-totals',
    source: 'heuristic',
    before: ['Use the money helpers instead of floats.'],
  },
  {
    kind: 'fix',
    content:
      'Checkout totals were off by a cent because prices were multiplied as floats. They are kept in cents and rounded once, at the end.',
    project: widgets,
    daysAgo: 20,
    tags: ['checkout', 'money'],
    files: ['src/checkout/total.ts'],
    importance: 0.8,
    uses: 5,
    session: 'b1f0c6de-cart-totals',
    source: 'model',
  },
  {
    kind: 'decision',
    content:
      'Invoices are rendered on the server with Typst, because browsers print page breaks differently.',
    project: widgets,
    daysAgo: 34,
    tags: ['invoices'],
    files: ['src/invoice/render.ts'],
    uses: 3,
  },
  {
    kind: 'fact',
    content:
      'The VAT id is printed below the customer’s name when there is one. Invoices before 2026-10 have none.',
    project: widgets,
    daysAgo: 2,
    tags: ['invoices', 'tax'],
    files: ['src/invoice/render.ts'],
    session: '17c4d0ff-invoices',
    source: 'model',
  },
  {
    kind: 'fix',
    content: 'The search box lost focus in Safari because its input was keyed by the query.',
    project: widgets,
    daysAgo: 0,
    tags: ['search', 'safari'],
    files: ['src/search/search-box.tsx'],
    session: '7f66b2a0-search-box',
    source: 'model',
  },
  {
    kind: 'procedure',
    content:
      'To release: `npm version minor`, push the tag, wait for the pipeline, then announce it in #releases.',
    project: widgets,
    daysAgo: 45,
    tags: ['release'],
    key: 'release',
    importance: 0.7,
    uses: 4,
    before: ['To release: push a tag.', 'To release: `npm version minor`, then push the tag.'],
  },
  {
    kind: 'reference',
    content:
      'Designs of the shop are in Figma under “Widgets 2026”; the tokens there match `src/theme/tokens.css`.',
    project: widgets,
    daysAgo: 60,
    tags: ['design'],
  },
  {
    kind: 'workaround',
    content:
      'The payment sandbox answers 502 on Monday mornings; run those tests with `PAYMENTS=fake`.',
    project: widgets,
    daysAgo: 15,
    tags: ['payments', 'testing'],
    uses: 2,
  },
  {
    kind: 'fact',
    content: 'Orders are cancelled by deleting their rows; the audit log keeps a copy.',
    project: widgets,
    daysAgo: 9,
    tags: ['orders'],
    source: 'model',
  },
  {
    kind: 'correction',
    content: 'Orders are cancelled with status `void`, not by deleting their rows.',
    project: widgets,
    daysAgo: 28,
    tags: ['orders', 'database'],
    importance: 0.85,
    uses: 6,
    source: 'heuristic',
  },
  {
    kind: 'fact',
    content:
      'Product images are served by the CDN under `/img/{sku}@2x.avif`; the originals are in the bucket `widgets-media`.',
    project: widgets,
    daysAgo: 51,
    tags: ['images'],
  },
  {
    kind: 'preference',
    content: 'Small commits: one change each, with a test.',
    project: widgets,
    daysAgo: 40,
    tags: ['git'],
    uses: 3,
    source: 'heuristic',
  },
  {
    kind: 'decision',
    content: 'We keep carts for 30 days after the last visit, then they go.',
    project: widgets,
    daysAgo: 70,
    tags: ['cart'],
  },
  {
    kind: 'reference',
    content: 'The tax rules we follow: docs/tax/eu-vat.md, checked by the accountant each January.',
    project: widgets,
    daysAgo: 90,
    tags: ['tax'],
    files: ['docs/tax/eu-vat.md'],
  },
  {
    kind: 'fact',
    content: 'Node 22 in production, 24 in development; both run in CI.',
    project: widgets,
    daysAgo: 12,
    tags: ['ci'],
  },

  {
    kind: 'decision',
    content:
      'Lists are paged by cursor (rank, id), never by OFFSET: the last page of /places took 91 ms, now 0.5 ms.',
    project: atlas,
    daysAgo: 13,
    tags: ['api', 'performance'],
    files: ['internal/places/list.go'],
    importance: 0.85,
    uses: 7,
    session: '90be44aa-pagination',
    source: 'model',
    before: ['Lists are paged by cursor, never by OFFSET.'],
  },
  {
    kind: 'rule',
    content: 'Every endpoint gets an entry in docs/api.md in the same commit.',
    project: atlas,
    daysAgo: 13,
    tags: ['docs'],
    files: ['docs/api.md'],
    importance: 0.8,
    uses: 9,
    session: '90be44aa-pagination',
    source: 'heuristic',
  },
  {
    kind: 'fact',
    content:
      'Rate limit: 20 requests a second per API key, bursts of 60. Keys with the role `importer` are exempt.',
    project: atlas,
    daysAgo: 5,
    tags: ['api', 'limits'],
    files: ['internal/http/limit.go'],
    uses: 2,
    session: 'e87a0b65-rate-limit',
    source: 'model',
  },
  {
    kind: 'decision',
    content:
      'When Redis is down the rate limit lets requests through and logs once a minute; an outage of ours must not be theirs.',
    project: atlas,
    daysAgo: 5,
    tags: ['redis', 'limits'],
    files: ['internal/http/limit.go'],
    session: 'e87a0b65-rate-limit',
    source: 'model',
  },
  {
    kind: 'fix',
    content:
      'Migrations that alter `places` run into the lock timeout under load. Add the column first, backfill in batches of 5,000 after.',
    project: atlas,
    daysAgo: 1,
    tags: ['database', 'migrations'],
    files: ['migrations/0042_addresses.sql'],
    importance: 0.9,
    uses: 1,
    session: 'c2d95e31-migration',
    source: 'model',
  },
  {
    kind: 'procedure',
    content:
      'Migrations: write the SQL in `migrations/`, run `make migrate`, then `make schema` to update the dump.',
    project: atlas,
    daysAgo: 65,
    tags: ['database', 'migrations'],
    key: 'migrations',
    uses: 8,
  },
  {
    kind: 'workaround',
    content:
      '`go test` hangs with Docker Desktop’s file sharing; use `make test` which runs in the container.',
    project: atlas,
    daysAgo: 33,
    tags: ['testing', 'docker'],
    uses: 2,
  },
  {
    kind: 'reference',
    content:
      'On-call runbook: wiki → Atlas → Incidents. The dashboard is grafana.internal/d/atlas.',
    project: atlas,
    daysAgo: 80,
    tags: ['operations'],
    importance: 0.7,
  },
  {
    kind: 'correction',
    content: 'Coordinates are (longitude, latitude), in this order, everywhere in the API.',
    project: atlas,
    daysAgo: 44,
    tags: ['api', 'geo'],
    importance: 0.9,
    pinned: true,
    uses: 12,
    source: 'heuristic',
  },
  {
    kind: 'fact',
    content:
      'Place ids are ULIDs; the old numeric ids are kept in `legacy_id` until the end of the year.',
    project: atlas,
    daysAgo: 57,
    tags: ['database'],
  },
  {
    kind: 'preference',
    content: 'Table-driven tests, one file per handler.',
    project: atlas,
    daysAgo: 61,
    tags: ['testing', 'go'],
    uses: 4,
    source: 'heuristic',
  },
  {
    kind: 'fact',
    content:
      'Staging is refreshed from production every Sunday at 03:00 UTC, names and mails replaced.',
    project: atlas,
    daysAgo: 22,
    tags: ['operations'],
  },
  {
    kind: 'fact',
    content: 'Staging is not refreshed from production any more; `make seed` fills it.',
    project: atlas,
    daysAgo: 6,
    tags: ['operations'],
    source: 'model',
  },
  {
    kind: 'decision',
    content: 'No ORM. Queries are SQL in `internal/*/queries.sql`, compiled by sqlc.',
    project: atlas,
    daysAgo: 100,
    tags: ['database', 'go'],
    importance: 0.8,
    uses: 10,
  },

  {
    kind: 'decision',
    content:
      'Photos are uploaded in chunks of 512 KB and continue where they stopped; the server keeps parts for a day.',
    project: field,
    daysAgo: 17,
    tags: ['upload'],
    files: ['app/upload/queue.ts'],
    uses: 3,
    session: '3ac21d77-flaky-upload',
    source: 'model',
  },
  {
    kind: 'rule',
    content: 'Colours come from `useColours()`; a literal colour in a screen fails review.',
    project: field,
    daysAgo: 8,
    tags: ['design', 'theme'],
    files: ['app/theme/use-colours.ts'],
    importance: 0.8,
    uses: 4,
    session: '5d3e9f12-dark-mode',
    source: 'heuristic',
  },
  {
    kind: 'fix',
    content: 'The list jumped when a photo loaded: images need their size before they are fetched.',
    project: field,
    daysAgo: 31,
    tags: ['list', 'performance'],
    files: ['app/notes/list.tsx'],
  },
  {
    kind: 'workaround',
    content:
      'Android 12 kills the upload in the background after 10 minutes; `keepAwake` in upload/queue.ts works around it.',
    project: field,
    daysAgo: 26,
    tags: ['android', 'upload'],
    files: ['app/upload/queue.ts'],
    uses: 1,
  },
  {
    kind: 'procedure',
    content: 'To try on a phone: `npm run device`, scan the code, both in the same network.',
    project: field,
    daysAgo: 48,
    tags: ['development'],
    uses: 5,
  },
  {
    kind: 'fact',
    content:
      'Notes are stored in SQLite on the device and synced by `app/sync`; the server never edits one.',
    project: field,
    daysAgo: 75,
    tags: ['sync', 'database'],
    files: ['app/sync/run-sync.ts'],
    importance: 0.8,
    uses: 6,
  },
  {
    kind: 'reference',
    content: 'Botanists’ wish list: docs/wishes.md, sorted by how often it was asked.',
    project: field,
    daysAgo: 66,
    tags: ['planning'],
  },

  {
    kind: 'preference',
    content:
      'Answer briefly: the change first, then why. No summaries of what I can see in the diff.',
    daysAgo: 85,
    tags: ['style'],
    importance: 0.9,
    pinned: true,
    uses: 22,
    source: 'heuristic',
  },
  {
    kind: 'preference',
    content: 'British spelling in user-facing text.',
    daysAgo: 77,
    tags: ['style', 'writing'],
    uses: 8,
  },
  {
    kind: 'rule',
    content: 'Ask before adding a dependency; say what it weighs and who keeps it.',
    daysAgo: 58,
    tags: ['dependencies'],
    importance: 0.85,
    uses: 7,
    source: 'heuristic',
  },
  {
    kind: 'correction',
    content: 'My editor is Helix; do not suggest VS Code settings.',
    daysAgo: 93,
    tags: ['tools'],
    uses: 2,
  },
  {
    kind: 'preference',
    content: 'Commit messages: `type(scope): summary`, imperative, no full stop.',
    daysAgo: 88,
    tags: ['git'],
    importance: 0.7,
    uses: 17,
    source: 'heuristic',
  },
]

/** Pairs by how their contents begin: the first contradicts the second. */
export const sampleContradictions: readonly (readonly [string, string])[] = [
  ['Staging is not refreshed', 'Staging is refreshed from production'],
  ['Orders are cancelled by deleting', 'Orders are cancelled with status'],
]

/** Later statements that close an earlier memory. */
export const sampleSuccessors: readonly {
  content: string
  kind: MemoryKind
  project: SampleSession['project']
  replaces: string
}[] = [
  {
    content: 'We keep carts for 90 days after the last visit; marketing asked for it.',
    kind: 'decision',
    project: widgets,
    replaces: 'We keep carts for 30 days',
  },
]
