import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { sha256 } from '../../../test/support/core/capture.ts'
import { embedderOf, openVectors } from '../../../test/support/models/vectors.ts'
import { createRedactor } from '../../adapters/redaction/redactor.ts'
import { embedPending } from '../embedding/embed-pending.ts'
import { findNear } from '../embedding/find-near.ts'
import type { Embedder } from '../ports/models.ts'
import { addNearInMeaning } from './near-in-meaning.ts'
import type { NewMemory } from './new-memory.ts'
import { writeMemory } from './write-memory.ts'

let store: Awaited<ReturnType<typeof openVectors>>
beforeEach(async () => {
  store = await openVectors()
  onTestFinished(() => store.close())
})

async function write(content: string, more: Partial<NewMemory> = {}, embedder?: Embedder) {
  const ports = { ...store, redactor: createRedactor(), hash: sha256 }
  const result = await writeMemory(
    {
      ...{ scope: 'global', scopeId: '', source: 'manual', trust: 'agent', content },
      ...more,
    },
    ports,
  )
  const { vectors, clock, memories } = store
  const near = await addNearInMeaning(result, {
    memories,
    ...(embedder && {
      findNear: (question) => findNear(question, { embedder: async () => embedder, vectors }),
    }),
  })
  if (embedder) {
    const signal = new AbortController().signal
    await embedPending({ embedder, vectors, clock, hash: sha256 }, { batchSize: 8, signal })
  }
  return near.map((each) => each.content)
}

const deploys = /ship|deploy|release/i
const known = embedderOf('test:all-MiniLM-L6-v2', deploys)

test('a memory that says the same in other words is found when a new one is stored', async () => {
  await write('We ship on Fridays', {}, known)
  await write('Tests run on every push', {}, known)
  expect(await write('The weekly deployment happens at the end of the week', {}, known)).toEqual([
    'We ship on Fridays',
  ])
})

test.each([
  ['without an embedder', undefined],
  ['with a model whose cosines nobody measured', embedderOf('test:unknown', deploys)],
])('%s only words find it', async (_, embedder) => {
  await write('We ship on Fridays', {}, embedder)
  expect(await write('The weekly deployment happens at the end of the week', {}, embedder)).toEqual(
    [],
  )
})

test('candidates, foreign words and memories of other scopes are not shown', async () => {
  await write('We ship on Fridays', { standing: 'candidate' }, known)
  await write('Releases come every Monday', { trust: 'tool' }, known)
  await write('Deploys need two approvals', { scope: 'agent', scopeId: 'reviewer' }, known)
  expect(await write('The weekly deployment is at the end of the week', {}, known)).toEqual([])
})
