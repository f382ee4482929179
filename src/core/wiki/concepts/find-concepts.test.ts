import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { finish } from '../../jobs/yield-to-event-loop.ts'
import type { Concept } from './choose-pages.ts'
import { type ConceptIndex, createConceptIndex } from './concept-index.ts'
import { findConcepts, gatherConcepts } from './find-concepts.ts'
import { termKey } from './terms.ts'

const find = (...given: Parameters<typeof findConcepts>) => finish(findConcepts(...given))
const gather = (index: ConceptIndex) => finish(gatherConcepts(index))

type Texts = Readonly<Record<string, string>>

function indexOf(texts: Texts) {
  const index = createConceptIndex()
  for (const [id, content] of Object.entries(texts)) index.put(id, { content, files: [], tags: [] })
  return index
}
const namesOf = (texts: Texts) =>
  [...find(indexOf(texts)).byKey.values()].map(({ name }) => name).sort()

const about = (subject: string, count: number): Texts =>
  Object.fromEntries(
    ['fails on Mondays', 'needs a licence', 'is slow in winter', 'logs twice', 'runs at night']
      .slice(0, count)
      .map((said, n) => [`${subject} ${n}`, `${subject} ${said}.`]),
  )

describe('concepts', () => {
  test('are what at least three memories share, as the project writes it', () => {
    expect(namesOf({ ...about('`tokenBucket`', 3), ...about('Grafana', 2) })).toEqual([
      'tokenBucket',
    ])
  })

  test('have the most frequent spelling as name and the others as aliases', () => {
    const texts = { ...about('`rate_limiter`', 3), ...about('`RateLimiter`', 2) }
    const [concept] = find(indexOf(texts)).byKey.values()
    expect(concept).toMatchObject({ name: 'rate_limiter', aliases: ['RateLimiter'] })
  })

  test('of nearly the same memories are one, with the stronger term as name and the other as alias', () => {
    const texts = about('The kraken in `kraken-engine.ts`', 4)
    const [concept, ...others] = find(indexOf(texts)).byKey.values()
    expect(others).toEqual([])
    expect(concept?.name).toBe('kraken')
    expect(concept?.aliases).toContain('kraken-engine.ts')
  })

  test('give a memory the strongest as its home', () => {
    const texts = { ...about('Grafana', 5), both: 'Grafana reads `tokenBucket`.' }
    const { ofMemory } = find(indexOf({ ...texts, ...about('`tokenBucket`', 3) }))
    expect(ofMemory.get('both')?.[0]).toBe('token bucket')
    expect(ofMemory.get('both')).toHaveLength(2)
  })

  test('give a memory what it is about as its home, not what it mentions in passing', () => {
    const texts = { ...about('`tokenBucket`', 3), ...about('Grafana', 5) }
    const passing = '`tokenBucket` refills once a second, which nobody ever saw in Grafana.'
    const { ofMemory } = find(indexOf({ ...texts, passing }))
    expect(ofMemory.get('passing')).toEqual(['token bucket', 'grafana'])
  })

  test('are what memories are about: what they only mention has no page', () => {
    const heads = ['Invoices are sent at night', 'Refunds need two people', 'Prices have no cents']
    const passing = Object.fromEntries(
      heads.map((head) => [head, `${head}, as somebody found out, and then \`flushLedger\` runs.`]),
    )
    expect(namesOf(passing)).toEqual([])
    expect(namesOf({ ...passing, ...about('`flushLedger`', 2) })).toEqual(['flushLedger'])
  })

  test('of the files that a memory lists are its home, not the words in their names', () => {
    const index = indexOf({ ...about('`shadowLedger`', 5), ...about('The ledger', 5) })
    for (const n of [1, 2, 3]) {
      const files = ['.ci/sync-ledger.yml']
      index.put(`ci ${n}`, { content: `A fork gets error ${n} on push.`, files, tags: [] })
    }
    const { byKey, ofMemory } = find(index)
    expect(byKey.get(ofMemory.get('ci 1')?.[0] ?? '')?.name).toBe('sync-ledger.yml')
  })

  test('are folders that memories name, not only those in which their files are', () => {
    const index = createConceptIndex()
    for (const n of [1, 2, 3]) {
      const content = n === 1 ? 'The old plan in llm-docs/plan.md is wrong.' : `Step ${n} is done.`
      index.put(`plan ${n}`, { content, files: [`llm-docs/step-${n}.md`], tags: [] })
    }
    expect(find(index).byKey.size).toBe(0)
    index.put('plan 4', { content: 'Steps go to llm-docs/steps.md.', files: [], tags: [] })
    expect([...find(index).byKey.values()].map(({ name }) => name)).toEqual(['llm-docs'])
  })

  test('give a tagged memory the concept of its first tag as its home', () => {
    const index = indexOf({ ...about('Grafana', 5), ...about('`tokenBucket`', 3) })
    index.put('told', { content: 'Grafana is down.', files: [], tags: ['tokenBucket', 'Grafana'] })
    expect(find(index).ofMemory.get('told')).toEqual(['token bucket', 'grafana'])
  })

  test('are never named after a word that merely recurs', () => {
    const words = { ...about('Because of walrus it', 3), ...about('A walrus', 1) }
    expect(namesOf(words)).toEqual([])
    expect(namesOf(about('We feed the walrus, which', 3))).toEqual(['walrus'])
  })

  test('need three memories of their own', () => {
    const both = Object.fromEntries(
      [1, 2].map((n) => [`both ${n}`, `Grafana reads \`tokenBucket\` in panel ${n}.`]),
    )
    const texts = { ...about('Grafana', 3), ...both, own: '`tokenBucket` leaks.' }
    const { byKey, ofMemory } = find(indexOf(texts))
    const homes = [...ofMemory.values()].map(([home]) => home)
    for (const key of byKey.keys()) {
      expect(homes.filter((home) => home === key).length).toBeGreaterThanOrEqual(3)
    }
    expect(byKey.size).toBe(1)
  })

  test('leave out the folder that is named like the project', () => {
    const index = indexOf(about('The linter in cmd/online/shop/ and', 3))
    const names = (own: string) =>
      [...find(index, new Set([own])).byKey.values()].map(({ name }) => name)
    expect(names('market')).toHaveLength(1)
    expect(names('shop')).toEqual([])
  })

  test('leave out the name of the project', () => {
    const index = indexOf(about('Grafana', 4))
    expect(find(index, new Set(['grafana'])).byKey.size).toBe(0)
  })

  test('leave out the name of the project in any spelling', () => {
    const index = indexOf({ ...about('`tnyOffice`', 2), ...about('The tny_office app', 2) })
    expect(find(index).byKey.size).toBe(1)
    expect(find(index, new Set([termKey('tnyoffice', 'word')])).byKey.size).toBe(0)
  })
})

const words = [
  ...[
    '`tokenBucket`',
    'Grafana',
    'kraken',
    'src/a/engine-room.ts',
    'shadow ledger',
    'ZFS',
    'quorum',
  ],
  ...['`uv sync`', 'xylophone', 'zeppelin', 'Postgres', 'walrus', 'flux_capacitor', 'yak-shaving'],
]
const text = fc
  .uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
  .map((some) => some.join(' and '))
const texts = fc.array(text, { minLength: 3, maxLength: 40 }).map((all) => [...all.entries()])
const describeAll = (concepts: readonly Concept[]) =>
  new Map(concepts.map((concept) => [JSON.stringify(concept), concept]))

describe('properties', () => {
  test('the order in which memories came does not matter', () => {
    fc.assert(
      fc.property(texts, fc.nat(), (all, seed) => {
        const build = (entries: typeof all) => {
          const { byKey, ofMemory } = find(
            indexOf(Object.fromEntries(entries.map(([n, said]) => [`m${n}`, said]))),
          )
          const sorted = <Value>(map: ReadonlyMap<string, Value>) =>
            [...map].sort(([a], [b]) => (a < b ? -1 : 1))
          return JSON.stringify([sorted(byKey), sorted(ofMemory)])
        }
        const shuffled = all.toSorted(
          ([a], [b]) => ((a * 7919 + seed) % 31) - ((b * 7919 + seed) % 31),
        )
        expect(build(shuffled)).toBe(build(all))
      }),
    )
  })

  test('an index that was updated equals one that was built', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const index = createConceptIndex()
        const put = ([n, content]: readonly [number, string]) =>
          index.put(`m${n}`, { content, files: [], tags: [] })
        before.forEach(put)
        find(index)
        for (const [n] of before) if (n >= after.length) index.remove(`m${n}`)
        after.forEach(put)
        const fresh = indexOf(Object.fromEntries(after.map(([n, said]) => [`m${n}`, said])))
        const all = (concepts: readonly Concept[]) => [...describeAll(concepts).keys()].sort()
        expect(all(gather(index))).toEqual(all(gather(fresh)))
      }),
    )
  })

  test('one memory more or less changes only concepts that share a term with it', () => {
    fc.assert(
      fc.property(texts, text, (all, added) => {
        const index = indexOf(Object.fromEntries(all.map(([n, said]) => [`m${n}`, said])))
        const before = describeAll(gather(index))
        index.put('added', { content: added, files: [], tags: [] })
        const after = describeAll(gather(index))
        const own = new Set(index.termsOf('added'))
        const near = [...before.values(), ...after.values()].filter(({ terms }) =>
          terms.some((term) => own.has(term)),
        )
        // A concept that splits leaves parts without the term.
        const shared = new Set(near.flatMap(({ terms }) => terms))
        const changed = [
          ...[...before].filter(([key]) => !after.has(key)),
          ...[...after].filter(([key]) => !before.has(key)),
        ]
        for (const [, { terms }] of changed) {
          expect(terms.every((term) => shared.has(term))).toBe(true)
        }
      }),
    )
  })
})

test('a change among 10,000 memories takes a small part of what all of them take', () => {
  const index = createConceptIndex()
  const startedAt = performance.now()
  const content = (n: number) =>
    `\`part${n % 700}Reader\` reads ${words[n % words.length]} of subsystem${n % 90} for case${n}`
  for (let n = 0; n < 10_000; n += 1)
    index.put(`m${n}`, { content: content(n), files: [], tags: [] })
  find(index)
  const wholeMs = performance.now() - startedAt
  const times = [1, 2, 3, 4, 5].map((n) => {
    const started = performance.now()
    index.put(`m${n}`, { content: content(n + 13), files: [], tags: [] })
    find(index)
    return performance.now() - started
  })
  expect(Math.min(...times)).toBeLessThan(wholeMs / 4)
})
