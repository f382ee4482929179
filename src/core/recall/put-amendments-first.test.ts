import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { sampleMemory } from '../../../test/conformance/samples.ts'
import { type MemoryStore, openMemoryStore } from '../../../test/support/core/memory-store.ts'
import type { Memory } from '../model/memory.ts'
import type { SearchDocument } from '../model/search-document.ts'
import { type RecallRequest, recall } from './recall.ts'

const clock = { now: () => new Date('2026-03-01T12:00:00Z') }
const scope = { scope: 'project', scopeId: 'p' } as const
let store: MemoryStore

beforeEach(async () => {
  store = await openMemoryStore(clock)
  onTestFinished(() => store.close())
})

async function ask(text: string, more: Partial<RecallRequest> = {}) {
  const { hits } = await recall({ text, ...more }, { index: store.search, clock })
  return hits.map(({ id, amends, amendedBy }) => [id, amends.join(), amendedBy])
}

describe('sessions', () => {
  function turn(sessionId: string, day: number, body: string, answer: string): SearchDocument {
    const at = `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`
    const place = { sessionId, position: 1, at, scope }
    return { type: 'turn', id: `${sessionId}.1`, ...place, fields: { body, answer } }
  }
  const noise = Array.from({ length: 40 }, (_, at) =>
    turn(`n${at}`, 1, `Please rename helper number ${at}.`, `Renamed helper ${at}.`),
  )
  const first = turn(
    'first',
    3,
    'Thumbnails for the gallery come out blurry on tablets. Which width do we render thumbnails at?',
    'Decided: thumbnails are rendered 320 pixels wide as JPEG, and the gallery lazily loads them.',
  )
  const question = 'gallery thumbnails are blurry on tablets, which width is rendered'

  test('a later session that amends a decision comes first and says so, the earlier after it', async () => {
    const later = turn(
      'later',
      20,
      'An amendment to the thumbnail decision: tablets got denser screens.',
      'Then thumbnails are rendered 640 pixels wide; the gallery still loads JPEG lazily.',
    )
    await store.search.put([...noise, first, later])
    const sessions = await ask(question, { by: 'session' })
    expect(sessions.slice(0, 2)).toEqual([
      ['later', 'first', undefined],
      ['first', '', 'later'],
    ])
    const turns = await ask(question)
    expect(turns.slice(0, 2)).toEqual([
      ['later.1', 'first.1', undefined],
      ['first.1', '', 'later.1'],
    ])
  })

  test.each([
    [
      'goes on about the subject without changing what was settled',
      'Thumbnails of the gallery on tablets: add a test for the width.',
      'Added a test that renders a thumbnail.',
    ],
    [
      'changes what was settled about something else',
      'An amendment to the release decision: tablets are supported from May on.',
      'Noted: the release train leaves on Tuesdays, the changelog is written by whoever merges last.',
    ],
  ])('a later session that %s leaves the order alone', async (_, body, answer) => {
    await store.search.put([...noise, first, turn('later', 20, body, answer)])
    const [hit] = await ask(question, { by: 'session' })
    expect(hit).toEqual(['first', '', undefined])
  })

  test('an earlier session amends nothing', async () => {
    const before = turn(
      'before',
      1,
      'An amendment to the thumbnail decision: the gallery renders thumbnails for tablets.',
      'Then thumbnails are rendered 200 pixels wide; the gallery loads JPEG lazily.',
    )
    await store.search.put([...noise, first, before])
    expect((await ask(question, { by: 'session' })).map(([, amends]) => amends)).toEqual(['', ''])
  })
})

describe('memories', () => {
  async function remember(id: string, content: string, day: number, more: Partial<Memory> = {}) {
    const at = `2026-01-${day}T00:00:00.000Z`
    const memory = { content, contentHash: `${day}`, createdAt: at, updatedAt: at, ...more }
    await store.transaction(({ memories }) => memories.insert(sampleMemory(id, memory)))
  }
  const earlier = 'The staging deploy runs on Fridays, pinned by the release crew'
  const later = 'The staging deploy runs on Thursdays, pinned by the release crew'

  test('of two that cannot both be true, the later comes first', async () => {
    await remember('earlier', earlier, 10, { importance: 0.9 })
    await remember('later', later, 20, { importance: 0.5 })
    expect(await ask('staging deploy')).toEqual([
      ['later', 'earlier', undefined],
      ['earlier', '', 'later'],
    ])
  })

  test('one that names what it reverses comes before it', async () => {
    const enabled = 'Telemetry is enabled by default, and a notice says so once'
    const optIn =
      'Telemetry stays off until someone opts in; this reverses the earlier enabled-by-default.'
    await remember('earlier', enabled, 10, { importance: 0.9 })
    await remember('later', optIn, 20, { importance: 0.5 })
    await remember('other', 'Telemetry keeps no paths', 15, { importance: 0.5 })
    const found = await ask('is telemetry enabled')
    expect(found.slice(0, 2)).toEqual([
      ['later', 'earlier', undefined],
      ['earlier', '', 'later'],
    ])
  })

  test.each<[string, Partial<Memory>]>([
    ['nobody confirmed', { standing: 'candidate' }],
    ['came from a tool', { trust: 'tool' }],
  ])('one that %s amends nothing', async (_, more) => {
    await remember('earlier', earlier, 10, { importance: 0.9 })
    await remember('later', later, 20, { importance: 0.5, ...more })
    expect(await ask('staging deploy')).toEqual([
      ['earlier', '', undefined],
      ['later', '', undefined],
    ])
  })

  test('of two that can both be true, neither amends the other', async () => {
    await remember('earlier', earlier, 10, { importance: 0.9 })
    await remember('later', 'The staging deploy needs two approvals', 20, { importance: 0.5 })
    const marks = (await ask('staging deploy')).map(([, amends, amendedBy]) => [amends, amendedBy])
    expect(marks).toEqual([
      ['', undefined],
      ['', undefined],
    ])
  })
})
