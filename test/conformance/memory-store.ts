/** What every memory store does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { MemoryOrder } from '../../src/contract/vocabulary.ts'
import type { Memory, ScopeAddress } from '../../src/core/model/memory.ts'
import type {
  ArchiveFilter,
  MemoryStore,
  MovedMemories,
} from '../../src/core/ports/memory-store.ts'
import type { IdSource } from '../../src/core/ports/runtime.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, createSamples, sampleMemory } from './samples.ts'

const everywhere: ScopeAddress = { scope: 'global', scopeId: '' }
const projectA: ScopeAddress = { scope: 'project', scopeId: 'a' }
const projectB: ScopeAddress = { scope: 'project', scopeId: 'b' }
const page = { limit: 10, offset: 0 }

export function describeMemoryStore(name: string, open: OpenStores): void {
  describe(`the memory store of ${name}`, () => {
    let store: MemoryStore
    let stores: Stores
    let ids: IdSource
    let samples: ReturnType<typeof createSamples>
    beforeEach(async () => {
      const opened = await open(createTestClock())
      onTestFinished(() => opened.close())
      stores = opened
      store = opened.memories
      ids = opened.ids
      samples = createSamples(opened)
    })
    const inTransaction = <T>(work: (tx: MemoryStore) => Promise<T>) =>
      stores.transaction(({ memories }) => work(memories))
    const sample = (changes: Partial<Memory> = {}) => sampleMemory(ids.next(), changes)
    const add = async (changes: Partial<Memory> = {}): Promise<Memory> => {
      const memory = sample(changes)
      await inTransaction((tx) => tx.insert(memory))
      return memory
    }
    const update = (id: string, change: Parameters<MemoryStore['update']>[1], second = 10) =>
      inTransaction((tx) => tx.update(id, change, at(second)))
    const forget = (id: string, archive = true, second = 20) =>
      inTransaction((tx) => tx.forget(id, at(second), { archive }))
    const idsOf = (memories: readonly { id: string }[]) => memories.map(({ id }) => id)

    describe('a memory', () => {
      test('comes back in every field as it was written', async () => {
        const successor = await add()
        const full = await add({
          key: 'Deploy — day 🚀',
          kind: 'decision',
          content: 'Wir deployen montags.\n理由: 週末 "quoted" \\ `code`',
          tags: ['ci-cd', 'zwei wörter'],
          keywords: ['Release', 'リリース'],
          importance: 0,
          source: 'model',
          trust: 'teammate',
          author: { id: 'p1', name: 'Ada Łovelace' },
          standing: 'candidate',
          confirmation: undefined,
          confirmedAt: undefined,
          host: 'codex',
          pinned: true,
          validFrom: '2019-01-01T00:00:00.000Z',
          validTo: at(5),
          supersededBy: successor.id,
          useCount: 3,
          lastUsedAt: at(4),
          files: ['src/a b.ts', 'C:\\x'],
          commit: 'abcdef0',
          version: 7,
          createdAt: at(1),
          updatedAt: at(2),
        })
        expect(await store.find(full.id)).toEqual(full)
        const bare = await add()
        expect(await store.find(bare.id)).toEqual(bare)
        expect(await store.find('unknown')).toBeUndefined()
      })

      test.each<[string, ScopeAddress]>([
        ['global', everywhere],
        ['project', projectA],
        ['session', { scope: 'session', scopeId: 'a' }],
        ['agent', { scope: 'agent', scopeId: 'a' }],
      ])('of %s scope is found there and nowhere else', async (_, address) => {
        const memory = await add({ ...address, key: 'k' })
        const others = [everywhere, projectA, projectB]
          .concat({ scope: 'session', scopeId: 'a' }, { scope: 'agent', scopeId: 'a' })
          .filter((other) => other.scope !== address.scope || other.scopeId !== address.scopeId)
        for (const other of others) {
          expect(await store.findByKey(other, 'k')).toBeUndefined()
          expect(await store.findByHash(other, memory.contentHash)).toBeUndefined()
          expect((await store.list({ addresses: [other] }, page)).total).toBe(0)
        }
        expect(await store.findByKey(address, 'k')).toEqual(memory)
        expect(await store.findByHash(address, memory.contentHash)).toEqual(memory)
        expect((await store.list({ addresses: others }, page)).total).toBe(0)
        expect((await store.list({ addresses: [address] }, page)).memories).toEqual([memory])
      })

      test('has a sign for a NUL and for half a surrogate pair, which databases refuse', async () => {
        const odd = 'a\u0000b\ud800c'
        const { id } = await add({ content: odd, tags: [odd], files: [odd] })
        await update(id, { pinned: true })
        const clean = 'a\u2400b\ufffdc'
        const expected = { content: clean, tags: [clean], files: [clean] }
        expect(await store.find(id)).toMatchObject(expected)
        const [former] = await store.revisions(id)
        expect(former?.memory).toMatchObject(expected)
      })

      test('has a key of its own within its address', async () => {
        await add({ key: 'k' })
        await expect(add({ key: 'k' })).rejects.toThrow()
        await add({ ...projectB, key: 'k' })
        await add()
        await add()
        expect((await store.list({ addresses: 'all' }, page)).total).toBe(4)
      })

      test('without a key has content of its own within its address', async () => {
        const { contentHash } = await add()
        await expect(add({ contentHash })).rejects.toThrow()
        await add({ ...projectB, contentHash })
        const keyed = await add({ contentHash, key: 'k' })
        await add({ contentHash, key: 'other' })
        const found = await store.findByHash(projectA, contentHash)
        expect(found?.key).toBeUndefined()
        await forget(found?.id ?? '')
        expect(await store.findByHash(projectA, contentHash)).toEqual(keyed)
      })

      test('of no scope that exists, or global with an id, is refused', async () => {
        await expect(add({ scope: 'global', scopeId: 'x' })).rejects.toThrow()
        await expect(add({ scope: 'project', scopeId: '' })).rejects.toThrow()
      })
    })

    describe('a transaction', () => {
      test('that fails wrote nothing', async () => {
        const { id } = await add({ content: 'first' })
        const work = async (tx: MemoryStore) => {
          await tx.update(id, { content: 'second' }, at(1))
          await tx.insert(sample())
          await tx.addSources(id, [{ type: 'turn', ref: 't' }])
          throw new Error('no luck')
        }
        await expect(inTransaction(work)).rejects.toThrow('no luck')
        expect(await store.find(id)).toMatchObject({ content: 'first', version: 1 })
        expect(await store.revisions(id)).toEqual([])
        expect(await store.sources(id)).toEqual([])
        expect((await store.list({ addresses: 'all' }, page)).total).toBe(1)
      })
    })

    describe('a change', () => {
      test('keeps what is not told, counts the version and keeps a revision', async () => {
        const host = 'codex'
        const former = await add({ content: 'old', tags: ['a'], key: 'k', commit: 'abcdef0', host })
        const changed = await update(former.id, { content: 'new', contentHash: 'ff', pinned: true })
        expect(changed).toEqual({
          ...former,
          content: 'new',
          contentHash: 'ff',
          pinned: true,
          version: 2,
          updatedAt: at(10),
        })
        expect(await store.find(former.id)).toEqual(changed)
        const last = await update(former.id, { key: null, commit: null, host: null }, 20)
        const cleared = { key: undefined, commit: undefined, host: undefined }
        expect(last).toMatchObject({ ...cleared, version: 3 })
        expect(await store.revisions(former.id)).toEqual([
          { validFrom: at(0), validTo: at(10), memory: former },
          { validFrom: at(10), validTo: at(20), memory: changed },
        ])
      })

      test('can change everything', async () => {
        const { id } = await add({
          standing: 'candidate',
          confirmation: undefined,
          confirmedAt: undefined,
        })
        const change = {
          key: 'k',
          kind: 'rule',
          content: 'x',
          contentHash: 'ab',
          tags: ['b'],
          keywords: ['c'],
          importance: 1,
          source: 'wiki',
          trust: 'agent',
          standing: 'memory',
          confirmation: 'repeated',
          host: 'codex',
          pinned: true,
          files: ['f'],
          commit: '1234567',
        } as const
        expect(await update(id, change)).toMatchObject({ ...change, confirmedAt: at(10) })
        expect(await store.find(id)).toMatchObject(change)
        expect(await store.revisions(id)).toMatchObject([{ memory: { standing: 'candidate' } }])
        expect(await store.findAsOf(id, at(5))).toMatchObject({ standing: 'candidate' })
      })

      test('of a memory that is not there is refused', async () => {
        await expect(update('unknown', { pinned: true })).rejects.toMatchObject({
          code: 'not-found',
        })
      })

      test('never ends a version before it began, whatever the clock says', async () => {
        const { id } = await add({ validFrom: at(5), createdAt: at(5), updatedAt: at(5) })
        await update(id, { content: 'new' }, 1)
        expect(await store.revisions(id)).toMatchObject([{ validFrom: at(5), validTo: at(5) }])
        expect(await store.findAsOf(id, at(5))).toMatchObject({ content: 'new' })
      })
    })

    describe('a superseded memory', () => {
      test('stays, closed, and frees its key and its content', async () => {
        const old = await add({ key: 'k' })
        const id = ids.next()
        await inTransaction(async (tx) => {
          await tx.update(old.id, { supersededBy: id }, at(10))
          await tx.insert(sample({ id, key: 'k', validFrom: at(10) }))
        })
        expect(await store.find(old.id)).toMatchObject({
          supersededBy: id,
          validTo: at(10),
          version: 2,
          key: 'k',
        })
        expect((await store.findByKey(projectA, 'k'))?.id).toBe(id)
        expect(await store.findByHash(projectA, old.contentHash)).toBeUndefined()
        await add({ contentHash: old.contentHash })
      })

      test('is listed only when asked for', async () => {
        const [old, next] = [await add(), await add()]
        await update(old.id, { supersededBy: next.id })
        const list = async (includeSuperseded: boolean) =>
          idsOf((await store.list({ addresses: [projectA], includeSuperseded }, page)).memories)
        expect(await list(false)).toEqual([next.id])
        expect(await list(true)).toEqual([old.id, next.id])
      })

      test('cannot point to a memory that is not there', async () => {
        const { id } = await add()
        await expect(update(id, { supersededBy: 'unknown' })).rejects.toThrow()
        expect(await store.find(id)).toMatchObject({ version: 1, validTo: undefined })
      })
    })

    describe('a reopened memory', () => {
      const supersede = async (old: Memory, second = 10) => {
        const next = await add({ validFrom: at(second), updatedAt: at(second) })
        await update(old.id, { supersededBy: next.id }, second)
        return next
      }
      const reopen = (id: string, second = 20) => inTransaction((tx) => tx.reopen(id, at(second)))

      test('is valid again, as a new version, with its history', async () => {
        const old = await add({ key: 'k' })
        const next = await supersede(old)
        const reopened = await reopen(old.id)
        expect(reopened).toEqual({ ...old, version: 3, updatedAt: at(20) })
        expect(await store.find(old.id)).toEqual(reopened)
        expect(await store.findByKey(projectA, 'k')).toEqual(reopened)
        expect(await store.revisions(old.id)).toMatchObject([
          { validFrom: at(0), validTo: at(10), memory: { version: 1 } },
          { validFrom: at(10), validTo: at(20), memory: { version: 2, supersededBy: next.id } },
        ])
      })

      test('was not valid in between', async () => {
        const old = await add()
        await supersede(old)
        await reopen(old.id)
        const wasValid = async (second: number) =>
          (await store.findAsOf(old.id, at(second))) !== undefined
        expect([await wasValid(5), await wasValid(15), await wasValid(20)]).toEqual([
          true,
          false,
          true,
        ])
        const between = await store.list({ addresses: [projectA], asOf: at(15) }, page)
        expect(idsOf(between.memories)).not.toContain(old.id)
      })

      test('is no longer said to be superseded', async () => {
        const old = await add()
        const { id } = await supersede(old)
        await inTransaction(async (tx) => {
          for (const relation of ['supersedes', 'relates'] as const) {
            await tx.addLink({ from: id, relation, to: old.id, createdAt: at(10) })
          }
        })
        await reopen(old.id)
        expect(await store.links(old.id)).toMatchObject([{ relation: 'relates' }])
      })

      test('is refused when its key or its content is taken', async () => {
        const [named, nameless] = [await add({ key: 'k' }), await add()]
        for (const old of [named, nameless]) await supersede(old)
        await add({ key: 'k' })
        await add({ contentHash: nameless.contentHash })
        for (const { id } of [named, nameless]) {
          await expect(reopen(id)).rejects.toMatchObject({ code: 'conflict' })
          expect(await store.find(id)).toMatchObject({ version: 2, validTo: at(10) })
        }
      })

      test('that was valid stays as it is; one that is not there is refused', async () => {
        const memory = await add()
        expect(await reopen(memory.id)).toEqual(memory)
        expect(await store.revisions(memory.id)).toEqual([])
        await expect(reopen('unknown')).rejects.toMatchObject({ code: 'not-found' })
      })
    })

    describe('as of a time', () => {
      test('a memory says what it said then', async () => {
        const { id } = await add({ content: 'one', tags: ['a'], kind: 'fact', validFrom: at(1) })
        await update(id, { content: 'two', tags: ['b'], kind: 'rule' }, 10)
        const next = await add({ content: 'three', validFrom: at(20), updatedAt: at(20) })
        await update(id, { supersededBy: next.id }, 20)
        const said = async (second: number) =>
          (await store.list({ addresses: [projectA], asOf: at(second) }, page)).memories.map(
            ({ content }) => content,
          )
        expect(await said(0)).toEqual([])
        expect(await said(1)).toEqual(['one'])
        expect(await said(9)).toEqual(['one'])
        expect(await said(10)).toEqual(['two'])
        expect(await said(19)).toEqual(['two'])
        expect(await said(20)).toEqual(['three'])
        expect(await said(99)).toEqual(['three'])
        expect(await store.findAsOf(id, at(0))).toBeUndefined()
        expect(await store.findAsOf(id, at(9))).toMatchObject({
          content: 'one',
          tags: ['a'],
          version: 1,
          pinned: false,
          validTo: undefined,
        })
        expect(await store.findAsOf(id, at(20))).toBeUndefined()
      })

      test('filters by text, whatever its case, signs taken literally', async () => {
        const { id } = await add({ content: 'Use 100% Wool' })
        await add({ content: 'Use cotton' })
        const found = async (text: string) =>
          idsOf((await store.list({ addresses: [projectA], text }, page)).memories)
        expect(await found('% wool')).toEqual([id])
        expect(await found('u%e')).toEqual([])
        expect(await found('USE')).toHaveLength(2)
      })

      test('sorts by age, use and importance, candidates last', async () => {
        const old = await add({ createdAt: at(1), updatedAt: at(9), importance: 0.2, useCount: 5 })
        const fresh = await add({ createdAt: at(5), updatedAt: at(5), importance: 0.9 })
        const candidate = await add({ createdAt: at(8), importance: 1, standing: 'candidate' })
        const sorted = async (order: MemoryOrder) =>
          idsOf((await store.list({ addresses: [projectA] }, { ...page, order })).memories)
        const [oldFirst, freshFirst] = [
          [old.id, fresh.id, candidate.id],
          [fresh.id, old.id, candidate.id],
        ]
        expect(await sorted('changed')).toEqual(oldFirst)
        expect(await sorted('used')).toEqual(oldFirst)
        expect(await sorted('created')).toEqual(freshFirst)
        expect(await sorted('importance')).toEqual(freshFirst)
      })

      test('filters and counts go by what was then', async () => {
        const { id } = await add({ tags: ['a'], kind: 'fact', pinned: true, key: 'k' })
        await update(id, { tags: ['b'], kind: 'rule', pinned: false, key: null }, 10)
        const total = async (filter: object, second: number) =>
          (await store.list({ addresses: [projectA], asOf: at(second), ...filter }, page)).total
        for (const filter of [{ tag: 'a' }, { kind: 'fact' }, { pinned: true }, { key: 'k' }]) {
          expect([await total(filter, 5), await total(filter, 10)]).toEqual([1, 0])
        }
        expect(await store.count({ addresses: [projectA], asOf: at(5) })).toEqual([
          { scope: 'project', kind: 'fact', count: 1 },
        ])
        expect(await total({ addresses: [projectB] }, 5)).toBe(0)
      })
    })

    describe('a list', () => {
      test('has those changed last first, then by id, in pages', async () => {
        const [first, second, third] = [
          await add({ updatedAt: at(2) }),
          await add({ updatedAt: at(1) }),
          await add({ updatedAt: at(2) }),
        ]
        const list = (limit: number, offset: number) =>
          store.list({ addresses: [projectA] }, { limit, offset })
        expect(idsOf((await list(10, 0)).memories)).toEqual([third.id, first.id, second.id])
        const middle = await list(1, 1)
        expect([idsOf(middle.memories), middle.total]).toEqual([[first.id], 3])
        expect(await list(10, 3)).toEqual({ memories: [], total: 3 })
      })

      test('can be narrowed', async () => {
        const odd = await add({
          ...everywhere,
          kind: 'rule',
          tags: ['ci-cd', 'x'],
          source: 'import',
          pinned: true,
          key: 'k',
        })
        await add({ tags: ['ci'] })
        for (const filter of [
          { kind: 'rule' },
          { tag: 'ci-cd' },
          { source: 'import' },
          { pinned: true },
          { key: 'k' },
          { scope: 'global' },
        ] as const) {
          const { memories, total } = await store.list({ addresses: 'all', ...filter }, page)
          expect([idsOf(memories), total]).toEqual([[odd.id], 1])
        }
        expect((await store.list({ addresses: 'all', pinned: false }, page)).total).toBe(1)
        expect((await store.list({ addresses: [] }, page)).total).toBe(0)
      })

      test('is counted by scope and kind', async () => {
        await add({ kind: 'rule' })
        await add({ kind: 'rule', ...projectB })
        await add({ kind: 'fact', ...everywhere })
        expect(await store.count({ addresses: 'all' })).toEqual([
          { scope: 'global', kind: 'fact', count: 1 },
          { scope: 'project', kind: 'rule', count: 2 },
        ])
        expect(await store.count({ addresses: [projectB] })).toEqual([
          { scope: 'project', kind: 'rule', count: 1 },
        ])
      })
    })

    test('several are found at once, those that are there', async () => {
      const [one, two] = [await add(), await add()]
      await add()
      const found = await store.findMany([two.id, 'unknown', one.id])
      expect(idsOf(found).sort()).toEqual([one.id, two.id].sort())
      expect(await store.findMany([])).toEqual([])
    })

    test('the ids of all are given one stretch after another, superseded ones too', async () => {
      const [one, two, three] = [await add(), await add({ validTo: at(5) }), await add()]
      expect(await store.idsAfter('', 2)).toEqual([one.id, two.id])
      expect(await store.idsAfter(two.id, 2)).toEqual([three.id])
      expect(await store.idsAfter(three.id, 2)).toEqual([])
    })

    test('those whose ids end alike are found, two at most', async () => {
      const ending = '2b8c1e4a77'
      const id = (start: number) => `019a000${start}-0000-7000-8000-5d${ending}`
      for (const start of [1, 2, 3]) await inTransaction((tx) => tx.insert(sampleMemory(id(start))))
      await add()
      expect(await store.findByEnding(ending)).toHaveLength(2)
      expect(await store.findByEnding('0123456789')).toEqual([])
    })

    describe('the foremost', () => {
      const foremost = async (limit: number) =>
        idsOf(await store.foremost([projectA, everywhere], limit)).sort()

      test('are rules, pinned ones, important ones and those changed last, so many of each', async () => {
        const rule = await add({ kind: 'rule', importance: 0 })
        const pinned = await add({ ...everywhere, pinned: true, importance: 0 })
        const important = await add({ importance: 1 })
        const changed = await add({ importance: 0, updatedAt: at(9) })
        await add({ importance: 0 })
        const other = await add({ importance: 0.9, updatedAt: at(8) })
        const standing = [rule.id, pinned.id].sort()
        expect(await foremost(2)).toEqual([...standing, important.id, changed.id, other.id].sort())
        expect(await foremost(100)).toHaveLength(6)
      })

      test('are valid, confirmed and of the addresses asked for', async () => {
        const { id } = await add()
        await add({ ...projectB, kind: 'rule' })
        await add({ standing: 'candidate', kind: 'rule', pinned: true, importance: 1 })
        await add({ kind: 'rule', validTo: at(1) })
        expect(await foremost(10)).toEqual([id])
        expect(await store.foremost([], 10)).toEqual([])
      })
    })

    test('the valid and confirmed ones of some addresses can be counted', async () => {
      await add()
      await add({ ...everywhere, kind: 'rule' })
      await add(projectB)
      await add({ standing: 'candidate' })
      await add({ validTo: at(1) })
      expect(await store.countValid([projectA, everywhere])).toBe(2)
      expect(await store.countValid([])).toBe(0)
    })

    test('those that name a file are valid, no candidates and of the addresses asked for', async () => {
      const named = { content: 'Never save twice in src/cart.ts.' }
      const [one, two, quoted] = [
        await add(named),
        await add({ files: ['src/cart.ts'] }),
        await add({ ...everywhere, files: ['a"cart.ts'] }),
      ]
      await add({ content: 'Never save twice in src/card.ts.' })
      await add({ ...named, ...projectB })
      await add({ ...named, ...everywhere, standing: 'candidate' })
      await add({ ...named, ...everywhere, validTo: at(1) })
      const ids = async (name: string) =>
        idsOf(await store.namingFile([projectA, everywhere], name)).sort()
      expect(await ids('cart.ts')).toEqual([one.id, two.id, quoted.id].sort())
      expect(await ids('a"cart.ts')).toEqual([quoted.id])
      expect(await ids('%.ts')).toEqual([])
      expect(await store.namingFile([], 'cart.ts')).toEqual([])
    })

    test('what was learned since a time is valid, rules first, then the newest, of one project or all', async () => {
      const heard = {
        standing: 'candidate',
        confirmation: undefined,
        confirmedAt: undefined,
      } as const
      const old = await add({ confirmedAt: at(1), createdAt: at(1) })
      const candidate = await add({ ...heard, createdAt: at(5) })
      const rule = await add({ kind: 'rule', confirmedAt: at(6) })
      const confirmed = await add({ createdAt: at(1), confirmedAt: at(7) })
      const other = await add({ ...everywhere, confirmedAt: at(6) })
      await add({ confirmedAt: at(8), validTo: at(9) })
      const since = async (second: number, projectId?: string, limit = 9) =>
        idsOf(await store.learnedSince(at(second), projectId, limit))
      expect(await since(5)).toEqual([rule.id, confirmed.id, other.id, candidate.id])
      expect(await since(0, 'a')).toEqual([rule.id, confirmed.id, old.id, candidate.id])
      expect(await since(5, undefined, 1)).toEqual([rule.id])
      const counted = { rules: 1, memories: 2, candidates: 1 }
      expect(await store.countLearnedSince(at(5))).toEqual(counted)
      expect(await store.countLearnedSince(at(6))).toEqual({ ...counted, candidates: 0 })
      expect(await store.countLearnedSince(at(5), 'a')).toEqual({ ...counted, memories: 1 })
    })

    test('counts what was stored since a time and learned from a session, however old', async () => {
      const [old, learned, heard, byHand] = [
        await add({ id: '00000000-0000-7000-8000-000000000001' }),
        await add({ createdAt: at(1) }),
        await add({ standing: 'candidate', confirmation: undefined, confirmedAt: undefined }),
        await add(),
      ]
      const turn = [{ type: 'turn', ref: 't1' }] as const
      for (const { id } of [old, learned, heard]) await store.addSources(id, turn)
      await store.addSources(byHand.id, [{ type: 'manual', ref: '' }])
      expect(await store.countTaughtSince('1990-01-01T00:00:00.000Z')).toEqual({
        memories: 1,
        candidates: 1,
      })
    })

    describe('sources, links and uses', () => {
      test('a memory cites each source once, until it is taken away', async () => {
        const { id } = await add()
        const sources = [
          { type: 'turn', ref: 't1' },
          { type: 'file', ref: 'src/a.ts' },
        ] as const
        await inTransaction(async (tx) => {
          await tx.addSources(id, sources)
          await tx.addSources(id, sources)
        })
        expect(await store.sources(id)).toEqual([sources[1], sources[0]])
        const turns = sources.filter(({ type }) => type === 'turn').map(({ ref }) => ref)
        const learned = await store.learnedFrom([...turns, 'unknown'])
        expect(learned.map(({ turnId, memory }) => [turnId, memory.id])).toEqual(
          turns.map((turn) => [turn, id]),
        )
        await inTransaction((tx) => tx.removeSources(id, [sources[0], { type: 'turn', ref: 'no' }]))
        expect(await store.sources(id)).toEqual([sources[1]])
      })

      test('a source is of the agent whose session it is, or in which it was said', async () => {
        const session = await samples.addSession({ host: 'codex' })
        const turn = await samples.addTurn(session.id)
        const tool = await samples.addToolEvent(session.id, { turnId: turn.id })
        const ofAgent = [
          { type: 'session', ref: session.id },
          { type: 'turn', ref: turn.id },
          { type: 'tool-event', ref: tool.id },
          { type: 'manual', ref: 'codex' },
        ] as const
        const ofNone = [
          { type: 'manual', ref: '' },
          { type: 'file', ref: 'codex' },
          { type: 'turn', ref: 'gone' },
        ] as const
        for (const source of ofAgent) {
          expect(await store.hostOf([source, { type: 'manual', ref: 'gemini' }])).toBe('codex')
        }
        expect(await store.hostOf(ofNone)).toBeUndefined()
        expect(await store.hostOf([...ofNone, ofAgent[1]])).toBe('codex')
        const { id } = await add()
        await inTransaction((tx) => tx.addSources(id, [...ofAgent, ...ofNone]))
        const told = await store.sources(id)
        expect(told).toHaveLength(ofAgent.length + ofNone.length)
        for (const source of ofAgent) expect(told).toContainEqual({ ...source, host: 'codex' })
        for (const source of ofNone) expect(told).toContainEqual(source)
      })

      test('a link is kept once and seen from both ends', async () => {
        const [one, other] = [await add(), await add()]
        const link = { from: one.id, relation: 'relates', to: other.id, createdAt: at(1) } as const
        const added = await inTransaction(async (tx) => [
          await tx.addLink(link),
          await tx.addLink({ ...link, createdAt: at(2) }),
        ])
        expect(added).toEqual([true, false])
        expect(await store.links(one.id)).toEqual([link])
        expect(await store.linksAt(one)).toEqual([link])
        expect(await store.linksAt({ scope: 'project', scopeId: 'elsewhere' })).toEqual([])
        expect(await store.links(other.id)).toEqual([link])
      })

      test('a use is counted without a new version', async () => {
        const [one, other] = [await add(), await add()]
        await inTransaction((tx) => tx.countUse([one.id, 'unknown'], at(3)))
        await inTransaction((tx) => tx.countUse([one.id], at(4)))
        expect(await store.find(one.id)).toEqual({ ...one, useCount: 2, lastUsedAt: at(4) })
        expect(await store.find(other.id)).toEqual(other)
      })

      test('its last use is set and cleared without counting one', async () => {
        const one = await add()
        await inTransaction((tx) => tx.setLastUse(one.id, at(3)))
        expect(await store.find(one.id)).toEqual({ ...one, lastUsedAt: at(3) })
        await inTransaction((tx) => tx.setLastUse(one.id, undefined))
        expect(await store.find(one.id)).toEqual(one)
      })
    })

    describe('a forgotten memory', () => {
      const build = async () => {
        const memory = await add({ key: 'k', content: 'one' })
        const other = await add()
        const former = await add()
        await inTransaction(async (tx) => {
          await tx.addSources(memory.id, [{ type: 'turn', ref: 't' }])
          await tx.addLink({
            from: memory.id,
            relation: 'relates',
            to: other.id,
            createdAt: at(1),
          })
        })
        await update(memory.id, { content: 'two' })
        await update(former.id, { supersededBy: memory.id }, 11)
        return { id: memory.id, other, former }
      }

      test('is gone with its sources, links and revisions, but for a tombstone', async () => {
        const { id, other, former } = await build()
        expect(await forget(id, false)).toBe(true)
        expect(await store.find(id)).toBeUndefined()
        expect(await store.findByKey(projectA, 'k')).toBeUndefined()
        expect(await store.sources(id)).toEqual([])
        expect(await store.links(other.id)).toEqual([])
        expect(await store.revisions(id)).toEqual([])
        expect(await store.findAsOf(id, at(5))).toBeUndefined()
        expect(await store.find(former.id)).toMatchObject({ supersededBy: undefined })
        expect((await store.find(former.id))?.validTo).toBe(at(11))
        expect(await store.findForgotten(id)).toEqual({
          id,
          ...projectA,
          forgottenAt: at(20),
          isArchived: false,
        })
        expect(await inTransaction((tx) => tx.restore(id))).toBeUndefined()
        expect(await forget(id)).toBe(false)
      })

      test('comes back whole from the archive', async () => {
        const { id, former } = await build()
        const before = {
          memory: await store.find(id),
          sources: await store.sources(id),
          links: await store.links(id),
          revisions: await store.revisions(id),
          asItWas: await store.findAsOf(id, at(5)),
          former: await store.find(former.id),
        }
        await forget(id)
        expect(await store.findForgotten(id)).toMatchObject({ isArchived: true })
        expect(await inTransaction((tx) => tx.restore(id))).toEqual(before.memory)
        expect({
          memory: await store.find(id),
          sources: await store.sources(id),
          links: await store.links(id),
          revisions: await store.revisions(id),
          asItWas: await store.findAsOf(id, at(5)),
          former: await store.find(former.id),
        }).toEqual(before)
        expect(await store.findForgotten(id)).toBeUndefined()
        expect(await inTransaction((tx) => tx.restore(id))).toBeUndefined()
      })

      test('takes others along, and brings them back', async () => {
        const [kept, one, two] = [await add(), await add(projectB), await add()]
        await inTransaction(async (tx) => {
          await tx.update(one.id, { supersededBy: kept.id }, at(1))
          await tx.update(two.id, { supersededBy: one.id }, at(1))
        })
        const all = [kept.id, one.id, two.id]
        const before = await Promise.all(all.map((id) => store.find(id)))
        const along = [one.id, two.id]
        await inTransaction((tx) => tx.forget(kept.id, at(20), { archive: true, along }))
        expect(await store.findMany(all)).toEqual([])
        const page = { limit: 5, offset: 0 }
        expect((await store.listArchived({ addresses: 'all' }, page)).total).toBe(1)
        expect(await store.findForgotten(two.id)).toMatchObject({ isArchived: false })
        await inTransaction((tx) => tx.restore(kept.id))
        expect(await Promise.all(all.map((id) => store.find(id)))).toEqual(before)
        expect(await store.findForgotten(two.id)).toBeUndefined()
      })

      test('comes back without what is gone meanwhile', async () => {
        const { id, other } = await build()
        await forget(id)
        await forget(other.id)
        await inTransaction((tx) => tx.restore(id))
        expect(await store.links(id)).toEqual([])
      })

      test('does not come back when its key is taken', async () => {
        const { id } = await build()
        await forget(id)
        await add({ key: 'k' })
        await expect(inTransaction((tx) => tx.restore(id))).rejects.toThrow()
        expect(await store.findForgotten(id)).toMatchObject({ isArchived: true })
      })

      test('is listed while the archive has it, the last first', async () => {
        const [one, two, three] = [await add(), await add(projectB), await add()]
        await inTransaction(async (tx) => {
          for (const { id } of [one, two]) await tx.forget(id, at(1), { archive: true })
        })
        await forget(three.id, true, 2)
        await forget((await add()).id, false, 3)
        const idsOf = async (filter: Partial<ArchiveFilter>, page = { limit: 9, offset: 0 }) => {
          const { archived, total } = await store.listArchived(
            { addresses: 'all', ...filter },
            page,
          )
          return { ids: archived.map(({ memory }) => memory.id), total }
        }
        expect(await idsOf({})).toEqual({ ids: [three.id, two.id, one.id], total: 3 })
        expect(await idsOf({}, { limit: 1, offset: 1 })).toEqual({ ids: [two.id], total: 3 })
        expect((await idsOf({ addresses: [projectA] })).ids).toEqual([three.id, one.id])
        expect((await idsOf({ addresses: [] })).ids).toEqual([])
        expect((await idsOf({ forgottenAt: at(1) })).ids).toEqual([two.id, one.id])
        expect((await idsOf({ ending: one.id.slice(-10) })).ids).toEqual([one.id])
        const page = { limit: 1, offset: 2 }
        const { archived } = await store.listArchived({ addresses: 'all' }, page)
        expect(archived).toEqual([{ memory: one, forgottenAt: at(1) }])
      })

      test('leaves the archive by itself or by age', async () => {
        const [one, two, three] = [await add(), await add(), await add()]
        for (const [index, { id }] of [one, two, three].entries()) await forget(id, true, index)
        await inTransaction(async (tx) => {
          expect(await tx.dropArchivedBefore(at(1))).toBe(1)
          expect(await tx.dropArchived(two.id)).toBe(true)
          expect(await tx.dropArchived(two.id)).toBe(false)
        })
        expect(await store.findForgotten(one.id)).toMatchObject({ isArchived: false })
        expect(await store.findForgotten(three.id)).toMatchObject({ isArchived: true })
      })
    })

    test('one that is moved is found there, and as it was where it was', async () => {
      const { id } = await add({ ...projectA })
      await update(id, projectB)
      expect(await store.find(id)).toMatchObject({ ...projectB, version: 2 })
      const then = async (address: ScopeAddress) =>
        idsOf((await store.list({ addresses: [address], asOf: at(5) }, page)).memories)
      expect([await then(projectA), await then(projectB)]).toEqual([[id], []])
      await forget(id)
      await inTransaction((tx) => tx.restore(id))
      expect([await then(projectA), await then(projectB)]).toEqual([[id], []])
    })

    describe('moving everything to another address', () => {
      const move = () => inTransaction((tx) => tx.moveAll(projectA, projectB, at(50)))

      test('takes former states and forgotten ones along', async () => {
        const { id } = await add({ content: 'one' })
        const gone = await add()
        await update(id, { content: 'two' })
        await forget(gone.id)
        await move()
        expect((await store.list({ addresses: [projectA] }, page)).total).toBe(0)
        expect(await store.find(id)).toMatchObject({ ...projectB, content: 'two', version: 2 })
        const then = await store.list({ addresses: [projectB], asOf: at(5) }, page)
        expect(then.memories).toMatchObject([{ ...projectB, content: 'one' }])
        expect(await inTransaction((tx) => tx.restore(gone.id))).toMatchObject(projectB)
      })

      test('gives way where the key or the content is taken', async () => {
        const staying = await add({ ...projectB, key: 'k' })
        const plain = await add({ ...projectB })
        const sameKey = await add({ key: 'k' })
        const sameKeyAndWords = await add({ key: 'l', contentHash: 'ab' })
        await add({ ...projectB, key: 'l', contentHash: 'ab' })
        const sameWords = await add({ contentHash: plain.contentHash })
        await move()
        expect(await store.findByKey(projectB, 'k')).toEqual(staying)
        expect(await store.find(sameKey.id)).toMatchObject({ key: undefined, validTo: undefined })
        expect(await store.find(sameKeyAndWords.id)).toMatchObject({ validTo: at(50) })
        expect(await store.find(sameWords.id)).toMatchObject({ supersededBy: plain.id })
        expect(idsOf(await store.supersededBy([plain.id, sameKey.id]))).toEqual([sameWords.id])
      })

      test('confirms the candidate that a memory gives way to', async () => {
        const heard = { standing: 'candidate', confirmation: undefined } as const
        const candidate = await add({ ...projectB, ...heard })
        const memory = await add({ contentHash: candidate.contentHash, confirmation: 'reviewed' })
        const other = await add({ ...projectB })
        const lesser = await add({ contentHash: other.contentHash, ...heard })
        await move()
        const confirmed = { standing: 'memory', confirmation: 'reviewed', confirmedAt: at(50) }
        expect(await store.find(candidate.id)).toMatchObject(confirmed)
        expect(await store.find(memory.id)).toMatchObject({ supersededBy: candidate.id })
        expect(await store.find(other.id)).toEqual(other)
        expect(await store.find(lesser.id)).toMatchObject({ supersededBy: other.id })
      })

      test('copes with several that lose their keys and say the same', async () => {
        for (const key of ['k', 'l']) {
          await add({ ...projectB, key })
          await add({ key, contentHash: 'ab' })
        }
        await add({ ...projectB, contentHash: 'ab' })
        await move()
        const { total } = await store.list({ addresses: [projectB] }, page)
        expect(total).toBe(3)
      })
    })

    describe('moving back what was moved', () => {
      const move = () => inTransaction((tx) => tx.moveAll(projectA, projectB, at(50)))
      const moveBack = (moved: MovedMemories) =>
        inTransaction((tx) => tx.moveBack(moved, projectB, projectA))
      const then = async (address: ScopeAddress, second: number) =>
        idsOf((await store.list({ addresses: [address], asOf: at(second) }, page)).memories)

      test('gives it its address with its former states, and leaves what is there by itself', async () => {
        const { id } = await add({ content: 'one' })
        const came = await add({ ...projectB })
        await update(id, { content: 'two' })
        await update(came.id, projectA)
        const before = [await store.find(id), await store.find(came.id)]
        const moved = await move()
        const since = await add({ ...projectB })
        await moveBack(moved)
        expect([await store.find(id), await store.find(came.id)]).toEqual(before)
        expect(await store.find(since.id)).toMatchObject(projectB)
        expect(await then(projectA, 5)).toEqual([id])
        expect(await then(projectB, 5)).toEqual(expect.arrayContaining([came.id]))
      })

      test('follows what was changed, forgotten or restored meanwhile, and not what was moved on', async () => {
        const [changed, forgotten, restored, movedOn] = [
          await add(),
          await add(),
          await add(),
          await add(),
        ]
        await forget(restored.id)
        const moved = await move()
        await update(changed.id, { content: 'anew' }, 60)
        await forget(forgotten.id)
        await inTransaction((tx) => tx.restore(restored.id))
        await update(movedOn.id, { scope: 'global', scopeId: '' }, 60)
        await moveBack(moved)
        expect(await store.find(changed.id)).toMatchObject({ ...projectA, content: 'anew' })
        expect(await then(projectA, 55)).toContain(changed.id)
        expect(await store.find(restored.id)).toMatchObject(projectA)
        expect(await store.findForgotten(forgotten.id)).toMatchObject(projectA)
        expect(await inTransaction((tx) => tx.restore(forgotten.id))).toMatchObject(projectA)
        expect(await store.find(movedOn.id)).toMatchObject({ scope: 'global' })
      })

      test('tells which gave way, and leaves them so', async () => {
        const plain = await add({ ...projectB })
        const { id } = await add({ contentHash: plain.contentHash })
        await add()
        const moved = await move()
        expect(moved.adjusted).toEqual([id])
        await moveBack(moved)
        expect(await store.find(id)).toMatchObject({ ...projectA, supersededBy: plain.id })
      })
    })
  })
}
