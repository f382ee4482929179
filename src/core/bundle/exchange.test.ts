/** Two stores that came to the same statement or key by themselves, and exchange it at once. */
import { expect, onTestFinished, test } from 'vitest'
import { sampleMemory } from '../../../test/conformance/samples.ts'
import { sha256 } from '../../../test/support/core/capture.ts'
import { createTestClock } from '../../../test/support/core/clock.ts'
import { type MemoryStore, openMemoryStore } from '../../../test/support/core/memory-store.ts'
import { openBundleSnapshot } from '../../adapters/sqlite/bundle/read-bundle.ts'
import { type BundleLine, bundleLine } from '../../contract/bundle.ts'
import { hashContent } from '../memory/new-memory.ts'
import { importBundle } from './import-bundle.ts'

const clock = createTestClock()

async function storeWith(content: string, key?: string): Promise<MemoryStore> {
  const store = await openMemoryStore(clock)
  onTestFinished(() => store.close())
  clock.advance(1_000)
  const [id, at] = [store.ids.next(), clock.now().toISOString()]
  const times = { validFrom: at, createdAt: at, updatedAt: at }
  const said = { scope: 'global', scopeId: '', content, key } as const
  const contentHash = hashContent(content, sha256)
  await store.transaction(({ memories }) =>
    memories.insert(sampleMemory(id, { ...said, ...times, contentHash })),
  )
  return store
}

function linesOf({ file }: MemoryStore): BundleLine[] {
  const snapshot = openBundleSnapshot(file)
  try {
    return Array.from(snapshot.lines({ contents: 'memories' }), (line) =>
      bundleLine.parse(JSON.parse(JSON.stringify(line))),
    )
  } finally {
    snapshot.close()
  }
}

async function exchange(one: MemoryStore, other: MemoryStore): Promise<void> {
  const [ours, theirs] = [linesOf(one), linesOf(other)]
  const bring = async (lines: BundleLine[], store: MemoryStore) =>
    importBundle(
      (async function* () {
        yield* lines
      })(),
      { store, hash: sha256 },
    )
  await bring(theirs, one)
  await bring(ours, other)
}

const valid = ({ rows }: MemoryStore) =>
  rows('SELECT id, content, key, version FROM memories WHERE valid_to IS NULL ORDER BY id')

test('the older of two memories that say the same stays valid in both', async () => {
  const [one, other] = [await storeWith('We deploy'), await storeWith('We deploy')]
  const [older] = valid(one)
  for (let round = 0; round < 3; round++) await exchange(one, other)
  expect(valid(one)).toEqual([older])
  expect(valid(other)).toEqual([older])
})

test('the older of two memories with one key keeps it in both', async () => {
  const [one, other] = [await storeWith('Mondays', 'day'), await storeWith('Fridays', 'day')]
  for (let round = 0; round < 3; round++) await exchange(one, other)
  expect(valid(one)).toMatchObject([
    { content: 'Mondays', key: 'day' },
    { content: 'Fridays', key: '' },
  ])
  expect(valid(other)).toEqual(valid(one))
})
