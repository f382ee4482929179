/** A bundle has everything in a store, once, and merging loses nothing. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSamples, sampleMemory } from '../../../test/conformance/samples.ts'
import { runsOf } from '../../../test/hermetic/long-run.ts'
import { sha256 } from '../../../test/support/core/capture.ts'
import { createTestClock } from '../../../test/support/core/clock.ts'
import { type MemoryStore, openMemoryStore } from '../../../test/support/core/memory-store.ts'
import { bundleTables } from '../../adapters/sqlite/bundle/bundle-tables.ts'
import { openBundleSnapshot } from '../../adapters/sqlite/bundle/read-bundle.ts'
import { type BundleLine, bundleLine } from '../../contract/bundle.ts'
import { catchUpIndex } from '../indexing/index-changes.ts'
import { hashContent } from '../memory/new-memory.ts'
import { canonicalJson } from '../model/json.ts'
import { recall } from '../recall/recall.ts'
import { importBundle } from './import-bundle.ts'

const words = ['deploy', 'cache', 'token', 'index', 'retry', 'widget']
const phrase = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
const step = fc.record({
  project: fc.constantFrom('', 'a', 'b'),
  key: fc.option(fc.constantFrom('k', 'l'), { nil: undefined }),
  said: phrase,
  next: fc.constantFrom('nothing', 'edit', 'pin', 'forget', 'erase', 'use', 'supersede', 'link'),
  later: phrase,
  worked: fc.boolean(),
})
const steps = fc.array(step, { maxLength: 14 })
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const clock = createTestClock()
const now = () => clock.now().toISOString()

async function build(given: readonly Step[], name: string): Promise<MemoryStore> {
  const store = await openMemoryStore(clock)
  const samples = createSamples(store)
  const projects = new Map<string, string>()
  for (const identity of ['a', 'b']) {
    const project = await store.projects.insert({ identity, name: identity, root: undefined })
    projects.set(identity, project.id)
  }
  let before: string | undefined
  for (const [number, { project, key, said, next, later, worked }] of given.entries()) {
    clock.advance(1_000)
    const projectId = projects.get(project)
    if (worked) {
      const hostSessionId = `${name}${number}`
      const session = await samples.addSession({ hostSessionId, projectId, startedAt: now() })
      const turn = await samples.addTurn(session.id, { prompt: later.join(' '), startedAt: now() })
      const detail = { input: { command: said.join(' ') }, toolUseId: `t${number}` }
      await samples.addToolEvent(session.id, { turnId: turn.id, detail })
      await samples.addEvent(session.id, { turnId: turn.id, event: { fields: { said } } })
    }
    const id = store.ids.next()
    await store
      .transaction(async ({ memories: tx }) => {
        const scope = projectId === undefined ? 'global' : 'project'
        const text = statement(said)
        const place = { scope, scopeId: projectId ?? '' } as const
        await tx.insert(
          sampleMemory(id, {
            ...{ ...place, ...text, key, validFrom: now(), createdAt: now(), updatedAt: now() },
          }),
        )
        await tx.addSources(id, [{ type: 'manual', ref: '' }])
        clock.advance(1_000)
        if (next === 'edit') await tx.update(id, statement(later), now())
        if (next === 'pin') await tx.update(id, { pinned: true, tags: later }, now())
        if (next === 'use') await tx.countUse([id], now())
        if (next === 'forget') await tx.forget(id, now(), { archive: true })
        if (next === 'erase') await tx.forget(id, now(), { archive: false })
        if (before === undefined || !(await tx.find(before)) || !(await tx.find(id))) return
        if (next === 'supersede') await tx.update(before, { supersededBy: id }, now())
        if (next === 'link') {
          await tx.addLink({ from: id, to: before, relation: 'relates', createdAt: now() })
        }
      })
      .then(() => {
        before = id
      })
      // What is said or named already is refused, and then nothing of the step happens.
      .catch(() => undefined)
  }
  return store
}

function statement(given: readonly string[]) {
  const content = given.join(' ')
  return { content, contentHash: hashContent(content, sha256) }
}

/** As it is read from a file. */
async function* linesOf({ file }: MemoryStore): AsyncGenerator<BundleLine> {
  const snapshot = openBundleSnapshot(file)
  try {
    for (const line of snapshot.lines({ contents: 'everything' })) {
      yield bundleLine.parse(JSON.parse(JSON.stringify(line)))
    }
  } finally {
    snapshot.close()
  }
}

const bring = (from: MemoryStore, to: MemoryStore) =>
  importBundle(linesOf(from), { store: to, hash: sha256 })

const tables = [
  ...['projects', 'project_commits', 'tool_event_payloads', 'memories', 'memory_sources'],
  ...['memory_revisions', 'memory_archive', 'memory_tombstones'],
  ...bundleTables.map(({ name }) => name),
]

function contents(store: MemoryStore): Record<string, string[]> {
  return Object.fromEntries(
    tables.map((table) => [
      table,
      store
        .rows(`SELECT * FROM ${table}`)
        .map(({ snapshot, ...row }) => {
          const cells = Object.entries(row).map(([name, cell]) => [
            name,
            cell instanceof Uint8Array ? Buffer.from(cell).toString('hex') : cell,
          ])
          const text = typeof snapshot === 'string' ? JSON.parse(snapshot) : null
          return canonicalJson({ ...Object.fromEntries(cells), snapshot: text })
        })
        .toSorted(),
    ]),
  )
}

async function askAll(store: MemoryStore) {
  await catchUpIndex(store)
  return Promise.all(
    [...words, 'deploy cache', ''].map((text) => recall({ text }, { index: store.search, clock })),
  )
}

async function withStores<T>(
  stores: readonly MemoryStore[],
  work: (...stores: MemoryStore[]) => Promise<T>,
): Promise<T> {
  try {
    return await work(...stores)
  } finally {
    for (const store of stores) store.close()
  }
}

const runs = { numRuns: runsOf(40) }

test('a copy equals its original, recalls the same, and a second import adds nothing', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const original = await build(given, 's')
      await withStores([original, await openMemoryStore(clock)], async (from, to) => {
        await bring(from, to)
        expect(contents(to)).toEqual(contents(from))
        expect(await askAll(to)).toEqual(await askAll(from))
        const changes = to.rows('SELECT count(*) AS n FROM changes')
        await bring(from, to)
        expect(contents(to)).toEqual(contents(from))
        expect(to.rows('SELECT count(*) AS n FROM changes')).toEqual(changes)
      })
    }),
    runs,
  )
}, 120_000)

/** What any version of any memory ever said, and what was forgotten. */
function everythingSaid(store: MemoryStore): Set<string> {
  const texts = store.rows(
    `SELECT id || ' ' || content AS said FROM memories
     UNION SELECT memory_id || ' ' || (snapshot ->> '$.content') FROM memory_revisions
     UNION SELECT 'forgotten ' || id FROM memory_tombstones
     UNION SELECT 'session ' || host_session_id FROM sessions`,
  )
  return new Set(texts.map(({ said }) => String(said)))
}

test('merging two stores keeps what both said, and each way gives the same memories', async () => {
  await fc.assert(
    fc.asyncProperty(steps, steps, async (given, others) => {
      const stores = [await build(given, 's'), await build(others, 't')]
      await withStores(stores, async (one, other) => {
        const [ours, theirs] = [everythingSaid(one), everythingSaid(other)]
        const both = new Set([...ours, ...theirs])
        await bring(one, other)
        await bring(other, one)
        expect(everythingSaid(one)).toEqual(both)
        expect(everythingSaid(other)).toEqual(both)
        const valid =
          'SELECT id, content, key, version FROM memories WHERE valid_to IS NULL ORDER BY id'
        expect(one.rows(valid)).toEqual(other.rows(valid))
        const before = contents(other)
        await bring(one, other)
        expect(contents(other)).toEqual(before)
      })
    }),
    runs,
  )
}, 120_000)

test('an import that stopped anywhere and is repeated ends as if it had run through', async () => {
  await fc.assert(
    fc.asyncProperty(steps, steps, fc.double({ min: 0, max: 1 }), async (given, others, part) => {
      const empty = () => openMemoryStore(clock)
      const stores = [
        await build(given, 's'),
        await build(others, 't'),
        await empty(),
        await empty(),
      ]
      await withStores(stores, async (original, base, once, twice) => {
        for (const store of [once, twice]) await bring(base, store)
        await bring(original, once)
        const lines = await allLines(original)
        const reached = lines.slice(0, Math.floor(part * lines.length))
        await importBundle(each(reached), { store: twice, hash: sha256 })
        await bring(original, twice)
        expect(contents(twice)).toEqual(contents(once))
      })
    }),
    runs,
  )
}, 120_000)

async function* each(lines: readonly BundleLine[]): AsyncGenerator<BundleLine> {
  yield* lines
}

/** Neither has seen yet what the other makes of its lines. */
async function exchange(one: MemoryStore, other: MemoryStore): Promise<void> {
  const [ours, theirs] = [await allLines(one), await allLines(other)]
  await importBundle(each(theirs), { store: one, hash: sha256 })
  await importBundle(each(ours), { store: other, hash: sha256 })
}

async function allLines(store: MemoryStore): Promise<BundleLine[]> {
  const lines: BundleLine[] = []
  for await (const line of linesOf(store)) lines.push(line)
  return lines
}

const validTexts = ({ rows }: MemoryStore) =>
  rows(
    `SELECT DISTINCT coalesce(identity, '') || ' ' || content AS said FROM memories
     LEFT JOIN projects ON projects.id = scope_id WHERE valid_to IS NULL`,
  ).map(({ said }) => String(said))

test('two stores that exchange their contents at the same time agree in the end', async () => {
  await fc.assert(
    fc.asyncProperty(steps, steps, async (given, others) => {
      const stores = [await build(given, 's'), await build(others, 't')]
      await withStores(stores, async (one, other) => {
        const both = new Set([...everythingSaid(one), ...everythingSaid(other)])
        const valid = new Set([...validTexts(one), ...validTexts(other)])
        await exchange(one, other)
        await exchange(one, other)
        // They agree on what is still true, not on having closed it.
        expect(new Set(validTexts(one))).toEqual(valid)
        expect(everythingSaid(one)).toEqual(both)
        expect(everythingSaid(other)).toEqual(both)
        const current =
          'SELECT id, content, key, version FROM memories WHERE valid_to IS NULL ORDER BY id'
        expect(one.rows(current)).toEqual(other.rows(current))
      })
    }),
    { numRuns: runsOf(15) },
  )
}, 120_000)

test('two machines that both edit one memory arrive at one text and keep the other', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(phrase, { maxLength: 3 }),
      fc.array(phrase, { maxLength: 3 }),
      async (mine, yours) => {
        const base = await build([], 's')
        const copy = await openMemoryStore(clock)
        await withStores([base, copy], async (one, other) => {
          const id = one.ids.next()
          await one.transaction(({ memories: tx }) =>
            tx.insert(sampleMemory(id, { scope: 'global', scopeId: '', ...statement(['first']) })),
          )
          await bring(one, other)
          for (const [store, edits] of [
            [one, mine],
            [other, yours],
          ] as const) {
            for (const edit of edits) {
              clock.advance(1_000)
              await store.transaction(({ memories: tx }) => tx.update(id, statement(edit), now()))
            }
          }
          const said = new Set([...everythingSaid(one), ...everythingSaid(other)])
          await bring(one, other)
          await bring(other, one)
          expect(contents(one).memories).toEqual(contents(other).memories)
          expect(everythingSaid(one)).toEqual(said)
          expect(everythingSaid(other)).toEqual(said)
        })
      },
    ),
    runs,
  )
}, 120_000)
