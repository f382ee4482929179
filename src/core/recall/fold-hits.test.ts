import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openMemoryStore } from '../../../test/support/core/memory-store.ts'
import type { DocumentFields, SearchDocument } from '../model/search-document.ts'
import type { SearchFilter, SearchIndex } from '../ports/search-index.ts'
import { recall } from './recall.ts'

const clock = { now: () => new Date('2026-03-01T12:00:00Z') }
let index: SearchIndex

beforeEach(async () => {
  const store = await openMemoryStore(clock)
  onTestFinished(() => store.close())
  index = store.search
})

function document(
  type: SearchDocument['type'],
  id: string,
  fields: DocumentFields,
  position?: number,
): SearchDocument {
  const scope = { scope: 'project', scopeId: 'p' } as const
  const place = position === undefined ? {} : { sessionId: 's', position }
  return { type, id, scope, at: '2026-01-01T00:00:00.000Z', fields, ...place }
}

async function find(text: string, filter: SearchFilter = {}) {
  const { hits } = await recall({ text, filter }, { index, clock })
  return hits.map(({ type, id, shownBy }) => `${type} ${id} by ${shownBy?.id}`)
}

test('a tool event represents its turn, once', async () => {
  await index.put([
    document('turn', 't1', { body: 'start the server', answer: 'The port was taken.' }, 1),
    document('tool-event', 'e1', { title: 'Bash', body: 'npm start', answer: 'EADDRINUSE' }, 1),
    document('tool-event', 'e2', { title: 'Bash', body: 'npm run dev', answer: 'EADDRINUSE' }, 1),
  ])
  expect(await find('EADDRINUSE')).toEqual(['turn t1 by e1'])
  expect(await find('EADDRINUSE', { types: ['tool-event'] })).toHaveLength(2)
})

test('a turn that matches in its own words shows those', async () => {
  await index.put([
    document('turn', 't1', { body: 'why EADDRINUSE?', answer: 'The port was taken.' }, 1),
    document('tool-event', 'e1', { title: 'Bash', body: 'EADDRINUSE' }, 1),
  ])
  expect(await find('EADDRINUSE')).toEqual(['turn t1 by t1'])
})

test('a tool event without a turn represents itself', async () => {
  await index.put([document('tool-event', 'e1', { title: 'Bash', body: 'EADDRINUSE' })])
  expect(await find('EADDRINUSE')).toEqual(['tool-event e1 by e1'])
})

test('turns that only read the same file are one, unless the file is asked for', async () => {
  const read = (id: string, position: number) =>
    document('tool-event', id, { title: 'Read', files: ['src/gasket.ts'] }, position)
  await index.put([
    document('turn', 't1', { body: 'look around' }, 1),
    read('e1', 1),
    document('turn', 't2', { body: 'once more' }, 2),
    read('e2', 2),
    document('turn', 't3', { body: 'mend it', files: ['src/gasket.ts'] }, 9),
  ])
  expect((await find('gasket.ts')).toSorted()).toEqual(['turn t1 by e1', 'turn t3 by t3'])
  expect(await find('gasket.ts', { file: 'src/gasket.ts' })).toHaveLength(3)
})

test('the same text is shown once, whatever its labels', async () => {
  await index.put([
    document('memory', 'a', { body: 'Use npm, not yarn', title: 'tools' }),
    document('memory', 'b', { body: 'Use npm, not yarn', title: 'packages build' }),
    document('memory', 'c', { body: 'Use npm, or yarn', title: 'tools' }),
    document('turn', 't1', { body: 'run the yarn audit', answer: 'Done.' }, 1),
    document('turn', 't2', { body: 'run the yarn audit', answer: 'Done.' }, 2),
    document('turn', 't3', { body: 'run the yarn audit', answer: 'It failed.' }, 3),
  ])
  const found = (await find('yarn')).map((line) => line.split(' ')[1])
  expect(found).toHaveLength(4)
  expect(found).toEqual(expect.arrayContaining(['c', 't3']))
})
