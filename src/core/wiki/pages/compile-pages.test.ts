import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { at, sampleMemory } from '../../../../test/conformance/samples.ts'
import { type Memory, shortId } from '../../model/memory.ts'
import { generatedHashes } from '../format/generated-lines.ts'
import { parsePage } from '../format/parse-page.ts'
import { renderPage } from '../format/render-page.ts'
import type { Page } from '../model.ts'
import { compilePages } from './compile-pages.ts'
import { createWikiCompiler, pagesTouchedBy } from './wiki-compiler.ts'
import type { WikiInput } from './wiki-plan.ts'

const id = (n: number) => `01990000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const memory = (n: number, content: string, changes: Partial<Memory> = {}) =>
  sampleMemory(id(n), { content, validFrom: at(n), ...changes })

const dayOf = (time: string) => time.slice(0, 10)
const input = (changes: Partial<WikiInput> = {}): WikiInput => ({
  name: 'acme/shop',
  place: 'local',
  memories: [],
  replaced: [],
  links: [],
  sessions: [],
  dayOf,
  ...changes,
})

const buckets = [
  memory(1, '`tokenBucket` refills once a second.'),
  memory(2, 'Never share a `tokenBucket` between tenants.', { kind: 'rule' }),
  memory(3, '`tokenBucket` lost tokens on leap seconds; it now uses a monotonic clock.', {
    kind: 'fix',
  }),
]
const textOf = (pages: readonly Page[], path: string) => {
  const page = pages.find((each) => each.path === path)
  return page ? renderPage(page) : undefined
}

describe('compiled pages', () => {
  test('a concept lists its statements by kind, one a block', () => {
    const { pages } = compilePages(input({ memories: buckets }))
    expect(textOf(pages, 'concepts/tokenbucket.md')).toBe(`---
title: tokenBucket
type: concept
updated: "2026-01-01"
sources: 3
---

# tokenBucket

## Rules

- Never share a \`tokenBucket\` between tenants. *(rule, 2026-01-01)* ^0000000002

## Facts

- \`tokenBucket\` refills once a second. *(fact, 2026-01-01)* ^0000000001

## Fixes

- \`tokenBucket\` lost tokens on leap seconds; it now uses a monotonic clock. *(fix, 2026-01-01)* ^0000000003
`)
  })

  test('a decision has its own page with its status, and concepts list it', () => {
    const old = memory(4, 'Limit by `tokenBucket` per user.', {
      ...{ kind: 'decision', validTo: at(60), supersededBy: id(5) },
    })
    const decision = memory(5, 'Limit by `tokenBucket` per tenant.', { kind: 'decision' })
    const { pages } = compilePages(input({ memories: [...buckets, decision], replaced: [old] }))
    expect(textOf(pages, 'concepts/tokenbucket.md')).toContain(
      '## Decisions\n\n- 2026-01-01 [[decisions/limit-by-tokenbucket-per-tenant|Limit by tokenBucket per tenant]]',
    )
    const holds = textOf(pages, 'decisions/limit-by-tokenbucket-per-tenant.md')
    expect(holds).toContain('*(decision, 2026-01-01)* ^0000000005')
    expect(holds).toContain(
      '## Replaces\n\n- 2026-01-01 [[decisions/limit-by-tokenbucket-per-user|Limit by tokenBucket per user]] (replaced)',
    )
    const gone = textOf(pages, 'decisions/limit-by-tokenbucket-per-user.md')
    expect(gone).toContain(
      '- Replaced on 2026-01-01 by [[decisions/limit-by-tokenbucket-per-tenant',
    )
    expect(parsePage(gone ?? '', 'by-shape').blocks).toEqual([])
  })

  test('a decision that gives no reason is a statement of its concept; the index lists it, too', () => {
    const said = 'Limits are counted by `tokenBucket` per tenant.'
    const { pages } = compilePages(
      input({ memories: [...buckets, memory(5, said, { kind: 'decision' })] }),
    )
    expect(textOf(pages, 'concepts/tokenbucket.md')).toContain(
      `## Decisions\n\n- ${said} *(decision, 2026-01-01)* ^0000000005`,
    )
    expect(textOf(pages, 'index.md')).toContain(
      '## Decisions\n\n- [[concepts/tokenbucket#^0000000005|Limits are counted by tokenBucket per tenant]] · 2026-01-01',
    )
    expect(pages.map(({ path }) => path)).toEqual(['concepts/tokenbucket.md', 'index.md'])
  })

  test('disputed statements name each other', () => {
    const links = [{ from: id(1), relation: 'contradicts', to: id(3), createdAt: at(1) }] as const
    const { pages } = compilePages(input({ memories: buckets, links }))
    expect(textOf(pages, 'concepts/tokenbucket.md')).toContain(
      'once a second. *(fact, 2026-01-01, disputed with [[concepts/tokenbucket#^0000000003]])* ^0000000001',
    )
  })

  test('a memory without a concept is on the page for everything else', () => {
    const { pages } = compilePages(input({ memories: [memory(9, 'Releases are on Mondays.')] }))
    expect(pages.map(({ path }) => path)).toEqual(['concepts/everything-else.md', 'index.md'])
  })

  test('a day has its sessions and what was learned; in a repository there are none', () => {
    const sessions = [
      {
        id: 's1',
        host: 'claude-code',
        startedAt: at(5),
        title: 'Limit requests',
        results: ['Added a limiter', 'Tests pass'],
        learned: [{ id: id(1) }, { id: id(5), asked: 'Which limit do we use?' }],
      },
    ]
    const local = compilePages(input({ memories: buckets, sessions })).pages
    const day = textOf(local, 'daily/2026-01-01.md')
    expect(day).toContain(`- **Limit requests** (Claude Code)
  - Added a limiter
  - Tests pass
  - Learned: [[concepts/tokenbucket#^0000000001|tokenBucket refills once a second]]
`)
    expect(textOf(local, 'index.md')).toContain(
      '[[daily/2026-01-01|2026-01-01]] · 3 memories: Limit requests',
    )
    const shared = compilePages(input({ memories: buckets, sessions, place: 'repository' })).pages
    expect(shared.map(({ path }) => path)).toEqual(['concepts/tokenbucket.md', 'index.md'])
    expect(textOf(shared, 'concepts/tokenbucket.md')).not.toMatch(/updated:|sources:/)
  })

  test('two concepts that share memories lead to each other, and to those memories', () => {
    const memories = [
      ...buckets,
      ...[11, 12, 13].map((n) => memory(n, `Grafana draws \`tokenBucket\` in panel ${n}.`)),
      ...[21, 22, 23, 24].map((n) => memory(n, `Grafana needs plugin ${n}.`)),
    ]
    const { pages } = compilePages(input({ memories }))
    expect(textOf(pages, 'concepts/grafana.md')).toContain(
      '## See also\n\n- [[concepts/tokenbucket|tokenBucket]]\n- [[concepts/tokenbucket#^',
    )
    expect(textOf(pages, 'concepts/tokenbucket.md')).toContain('- [[concepts/grafana|Grafana]]')
    expect(pages.map(({ path }) => path).sort()).toEqual([
      'concepts/grafana.md',
      'concepts/tokenbucket.md',
      'index.md',
    ])
  })

  test('a decision says why, what was rejected, and in which session it was made', () => {
    const said =
      'Limits are counted per tenant instead of per single user, because users share keys; a limit per key was rejected.'
    const decision = memory(5, said, { kind: 'decision' })
    const session = { id: 's1', host: 'codex', startedAt: at(5), title: 'Limit requests' }
    const learned = [{ id: id(5), asked: 'Which limit do we use?' }]
    const sessions = [{ ...session, results: [], learned }]
    const { pages } = compilePages(input({ memories: [decision], sessions }))
    const [path = ''] = pages.map((page) => page.path).filter((each) => /^decisions/.test(each))
    expect(
      textOf(pages, path),
    ).toContain(`# Limits are counted per tenant instead of per single user, because users share keys

## Decision

- ${said} *(decision, 2026-01-01)* ^0000000005

## Why

- Users share keys

## Rejected

- Per single user
- A limit per key

## Session

- 2026-01-01 [[daily/2026-01-01|Limit requests]]
- Asked for: “Which limit do we use?”
`)
  })

  test('a decision quotes what was asked for only if that is about it', () => {
    const said = 'Limits are counted per tenant, because users share keys.'
    const decision = memory(5, said, { kind: 'decision' })
    const pageFor = (asked: string) => {
      const session = { id: 's1', host: 'codex', startedAt: at(5), title: 'Work', results: [] }
      const sessions = [{ ...session, learned: [{ id: id(5), asked }] }]
      const { pages } = compilePages(input({ memories: [decision], sessions }))
      return textOf(pages, 'decisions/limits-are-counted-per-tenant-because-users-share-keys.md')
    }
    expect(pageFor('Could we count them for each tenant?')).toContain('Asked for')
    expect(pageFor('I just did an update, check it again?')).not.toContain('Asked for')
  })

  test('the index lists every page', () => {
    const { pages } = compilePages(input({ memories: buckets }))
    expect(textOf(pages, 'index.md')).toContain(
      '- [[concepts/tokenbucket|tokenBucket]] · 3 memories',
    )
  })
})

const subjects = ['`tokenBucket`', 'Grafana', '`uv sync`', 'kraken', 'ZFS', 'walrus', '']
const kinds = ['fact', 'decision', 'rule', 'fix'] as const
const arbitrary = fc
  .array(
    fc.record({
      about: fc.uniqueArray(fc.constantFrom(...subjects), { minLength: 1, maxLength: 3 }),
      kind: fc.constantFrom(...kinds),
      reason: fc.constantFrom('', ' because it is fast enough'),
      tags: fc.uniqueArray(fc.constantFrom('tokenBucket', 'Grafana', 'walrus'), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((all) =>
    all.map(({ about, kind, tags, reason }, n) =>
      memory(n, `${about.join(' with ')} n${n}${reason}`, { kind, tags }),
    ),
  )

describe('properties', () => {
  test('every memory is a statement on exactly one page, and every link leads somewhere', () => {
    fc.assert(
      fc.property(arbitrary, (memories) => {
        const { pages } = compilePages(input({ memories }))
        const parsed = pages.map((page) => ({
          path: page.path,
          ...parsePage(renderPage(page), new Set(generatedHashes(page))),
        }))
        const anchors = parsed.flatMap(({ blocks }) => blocks.map(({ anchor }) => anchor))
        expect(anchors.sort()).toEqual(memories.map((each) => shortId(each.id)).sort())
        const places = new Set(
          parsed.flatMap(({ path, blocks }) => [
            path,
            ...blocks.map(({ anchor }) => `${path}#${anchor}`),
          ]),
        )
        for (const { target, anchor } of parsed.flatMap(({ links }) => links)) {
          expect(places).toContain(`${target}.md${anchor === undefined ? '' : `#${anchor}`}`)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('pages that a change does not touch stay the same', () => {
    fc.assert(
      fc.property(arbitrary, fc.nat(), fc.constantFrom(...subjects), (memories, pick, subject) => {
        const at = pick % memories.length
        const changed = memories.map((each, n) =>
          n === at ? { ...each, content: `${subject} changed` } : each,
        )
        const before = compilePages(input({ memories }))
        const after = compilePages(input({ memories: changed }))
        const touched = pagesTouchedBy(new Set([id(at)]), before.plan, after.plan)
        const known = new Map(before.pages.map((page) => [page.path, renderPage(page)]))
        for (const page of after.pages) {
          if (renderPage(page) !== known.get(page.path)) expect(touched).toContain(page.path)
        }
        const some = compilePages(input({ memories: changed }), touched)
        expect(some.pages).toEqual(after.pages.filter(({ path }) => touched.has(path)))
      }),
      { numRuns: 150 },
    )
  })

  test('a compiler that remembers gives the pages of one that does not', async () => {
    const link = fc.tuple(fc.nat(29), fc.nat(29)).map(([from, to]) => ({
      ...{ from: id(from), to: id(to), relation: 'contradicts' as const, createdAt: at(1) },
    }))
    const states = fc.array(fc.tuple(arbitrary, fc.array(link, { maxLength: 3 })), {
      ...{ minLength: 2, maxLength: 4 },
    })
    await fc.assert(
      fc.asyncProperty(states, async (all) => {
        const compiler = createWikiCompiler()
        for (const [memories, links] of all) {
          const state = input({ memories, links })
          expect(await compiler.compile(state)).toEqual(compilePages(state).pages)
          // The second leaves the first words as they are, and with them the names of decisions.
          for (const ending of [' is settled for good.', ' is settled for good. Again.']) {
            const reworded = memories.map((each) => ({
              ...{ ...each, content: `${each.content}${ending}` },
            }))
            const next = input({ memories: reworded, links })
            expect(await compiler.compile(next)).toEqual(compilePages(next).pages)
          }
        }
      }),
      { numRuns: 100 },
    )
  })

  test('a compiler forgets a build that failed halfway', async () => {
    const compiler = createWikiCompiler()
    await compiler.compile(input({ memories: buckets }))
    const walrus = [31, 32, 33].map((n) => memory(n, `The walrus has tusk ${n}.`))
    const failing = input({
      memories: [...buckets, ...walrus],
      dayOf: () => {
        throw new RangeError('no such day')
      },
    })
    await expect(compiler.compile(failing)).rejects.toThrow('no such day')
    const next = input({ memories: [...buckets, memory(34, 'Grafana shows the walrus.')] })
    expect(await compiler.compile(next)).toEqual(compilePages(next).pages)
  })

  test('the order of the memories does not matter', () => {
    fc.assert(
      fc.property(arbitrary, (memories) => {
        const text = (all: readonly Memory[]) =>
          compilePages(input({ memories: all })).pages.map((page) => renderPage(page))
        expect(text(memories.toReversed())).toEqual(text(memories))
      }),
      { numRuns: 60 },
    )
  })
})
